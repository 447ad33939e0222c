#include "rules/watch/Rolling.h"

#include "rules/compare/Rates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace fsfind {

namespace {

/// An object's samples, and for how long was looked, in the last step and in those before it.
struct Sightings {
  SampleCount before, last;
};

/// Seconds, in which a rate of loads gives the fewer samples the more loads each stands for.
double exposureOf(const Step &step) {
  return step.seconds.value_or(0) / step.loads_a_sample;
}

Trend trendOf(const Sightings &seen, bool only_step) {
  if (only_step)
    return Trend::Unknown;
  if (seen.last.samples == 0)
    return Trend::Gone;
  if (seen.before.samples == 0)
    return Trend::New;
  if (seen.before.exposure <= 0 || seen.last.exposure <= 0)
    return Trend::Unknown;
  const RateChange change = compareRates(seen.before, seen.last, kTrendConfidence);
  if (!change.significant || std::abs(change.ratio - 1) < kLeastTrend)
    return Trend::Steady;
  return change.ratio > 1 ? Trend::Rising : Trend::Falling;
}

void addMembers(const WatchedObject &object, WatchRow &row) {
  for (const WatchedMember &member : object.members) {
    const auto same =
        std::find_if(row.members.begin(), row.members.end(),
                     [&](const WatchedMember &one) { return one.name == member.name; });
    if (same != row.members.end())
      same->samples += member.samples;
    else
      row.members.push_back(member);
  }
}

/// A row in the making.
struct Entry {
  WatchRow row;
  Sightings seen;
};

void addObject(const Step &step, const WatchedObject &object, bool last, Entry &entry) {
  WatchRow &row = entry.row;
  row.name = object.name;
  row.record = object.record;
  row.samples += object.samples;
  row.loads += static_cast<double>(object.samples) * step.loads_a_sample;
  row.in_last_step = last;
  (last ? entry.seen.last : entry.seen.before).samples += object.samples;
  addMembers(object, row);
}

/// What depends on the window's sums, and the members in order.
void setShares(const WindowView &view, WatchRow &row) {
  if (view.seconds > 0)
    row.per_second = row.loads / view.seconds;
  row.share = PartOf{row.loads, view.of_loads.whole}.share();

  std::stable_sort(
      row.members.begin(), row.members.end(),
      [](const WatchedMember &a, const WatchedMember &b) { return a.samples > b.samples; });
  if (row.members.size() > kMostMembers)
    row.members.resize(kMostMembers);
}

/// Adds `step` to the window's sums; its contended loads count for rates only if it has a time.
void addSums(const Step &step, WindowView &view, ContendedLoads &timed) {
  view.seconds += step.seconds.value_or(0);
  for (std::size_t kind = 0; kind < kContendedKindCount; ++kind)
    if (const auto &loads = step.contended[kind]) {
      view.contended[kind] = view.contended[kind].value_or(0) + *loads;
      if (step.seconds)
        timed[kind] = timed[kind].value_or(0) + *loads;
    }
  view.of_references += step.ofReferences();
  view.of_loads += step.ofLoads();
  view.remote_of_missed += step.remoteOfMissed();
  view.samples += step.samples;
  view.lost += step.lost;
  if (step.running)
    view.running = std::min(*step.running, view.running.value_or(1));
}

} // namespace

std::string_view trendWord(Trend trend) {
  constexpr std::array<std::string_view, 6> kWords = {"unknown", "new",     "rising",
                                                      "steady",  "falling", "gone"};
  return kWords[static_cast<std::size_t>(trend)];
}

void RollingProfile::add(Step step) {
  for (const WatchedObject &object : step.objects)
    first_seen_.try_emplace(object.name, step.time);
  steps_.push_back(std::move(step));
  if (steps_.size() > window_) {
    steps_.pop_front();
    forgetUnseen();
  }
}

void RollingProfile::forgetUnseen() {
  std::set<std::string_view> seen;
  for (const Step &step : steps_)
    for (const WatchedObject &object : step.objects)
      seen.insert(object.name);
  std::erase_if(first_seen_, [&](const auto &one) { return !seen.contains(one.first); });
}

WindowView RollingProfile::view() const {
  WindowView view;
  view.steps = steps_.size();
  ContendedLoads timed;
  double exposure = 0;
  std::map<std::string, Entry> entries;
  for (const Step &step : steps_) {
    exposure += exposureOf(step);
    addSums(step, view, timed);
    for (const WatchedObject &object : step.objects)
      addObject(step, object, &step == &steps_.back(), entries[object.name]);
  }
  if (view.seconds > 0)
    for (std::size_t kind = 0; kind < kContendedKindCount; ++kind)
      if (timed[kind])
        view.per_second[kind] = *timed[kind] / view.seconds;
  for (auto &[name, entry] : entries) {
    entry.seen.last.exposure = exposureOf(steps_.back());
    entry.seen.before.exposure = exposure - entry.seen.last.exposure;
    entry.row.trend = trendOf(entry.seen, steps_.size() == 1);
    entry.row.age = steps_.back().time - first_seen_.at(name);
    setShares(view, entry.row);
    view.rows.push_back(std::move(entry.row));
  }
  std::stable_sort(view.rows.begin(), view.rows.end(),
                   [](const WatchRow &a, const WatchRow &b) { return a.loads > b.loads; });
  return view;
}

} // namespace fsfind
