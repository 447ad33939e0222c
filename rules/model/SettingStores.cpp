#include "rules/model/SettingStores.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

/// The chance below which an order of samples is no accident.
constexpr double kAccident = 0.05;
/// A writer is due its share of what others suffer; less than this part of it is nothing.
constexpr double kNothing = 0.05;
/// Each store is compared with each use; only crafted recordings have more of both.
constexpr std::size_t kMostCompared = std::size_t{1} << 24;

/// Samples that stores are ordered against.
struct Suffering {
  std::uint64_t thread = 0;
  TimeSpan times;
  double samples = 0;

  /// How many came before `time`, if they came evenly.
  [[nodiscard]] double before(std::uint64_t time) const {
    if (time <= times.begin || time > times.end)
      return time > times.end ? samples : 0;
    return samples * static_cast<double>(time - times.begin) /
           static_cast<double>(times.end - times.begin);
  }
};

/// Contended loads; where there are none, all loads. Stores, too, which wait for the line: a thread
/// that only adds hardly ever loads what is contended.
std::vector<Suffering> sufferingOf(std::span<const TimedUse> uses) {
  const bool contended =
      std::any_of(uses.begin(), uses.end(), [](const TimedUse &use) { return use.contended != 0; });
  std::vector<Suffering> all;
  for (const TimedUse &use : uses) {
    const bool counts = contended && !use.store;
    const TimeSpan &times = counts ? use.contended_times : use.times;
    const std::uint64_t samples = counts ? use.contended : use.samples;
    if (samples != 0 && times.known())
      all.push_back({use.thread, times, static_cast<double>(samples)});
  }
  return all;
}

/// The stores of one thread to one place.
struct Stores {
  std::vector<std::size_t> uses;
  std::uint64_t samples = 0;
  bool timed = true;
};

/// The most of the others' samples that some stores came after, or before.
struct End {
  double hurt = 0;
  bool any = false;
  void add(double more) {
    hurt = std::max(hurt, more);
    any = true;
  }
};

class Order {
public:
  Order(std::span<const TimedUse> uses, std::size_t writers)
      : uses_(uses), suffering_(sufferingOf(uses)), writers_(static_cast<double>(writers)) {}

  [[nodiscard]] std::size_t size() const { return suffering_.size(); }

  /// Whether all of the stores came before, or after, nearly all that others suffered while the
  /// memory was what it is.
  [[nodiscard]] bool isApart(const Stores &stores, const TimeSpan &life) const {
    const std::uint64_t thread = uses_[stores.uses.front()].thread;
    const double first = before(thread, life.begin);
    const double all = before(thread, life.end + 1) - first;
    End early, late;
    for (const std::size_t number : stores.uses) {
      const TimeSpan &times = uses_[number].times;
      const double passed = before(thread, times.end) - first;
      const double left = all - (before(thread, times.begin) - first);
      if (passed <= left)
        early.add(passed);
      else
        late.add(left);
    }
    const double hurt = early.hurt + late.hurt;
    const double place = (hurt + (early.any ? 1 : 0) + (late.any ? 1 : 0)) / (all + 1);
    return hurt <= kNothing * all / writers_ &&
           std::pow(place, static_cast<double>(stores.samples)) <= kAccident;
  }

private:
  [[nodiscard]] double before(std::uint64_t thread, std::uint64_t time) const {
    double sum = 0;
    for (const Suffering &one : suffering_)
      sum += one.thread == thread ? 0 : one.before(time);
    return sum;
  }

  std::span<const TimedUse> uses_;
  std::vector<Suffering> suffering_;
  double writers_;
};

} // namespace

std::vector<bool> settingStores(std::span<const TimedUse> uses) {
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, Stores> groups;
  std::map<std::uint64_t, TimeSpan> lives; // of memory
  std::set<std::uint64_t> writers;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const TimedUse &use = uses[i];
    lives[use.memory].widen(use.times);
    if (!use.store)
      continue;
    Stores &stores = groups[{use.memory, use.thread, use.place}];
    stores.uses.push_back(i);
    stores.samples += use.samples;
    stores.timed &= use.times.known();
    writers.insert(use.thread);
  }
  std::vector<bool> setting(uses.size());
  if (groups.size() < 2) // without other stores, see below
    return setting;
  const Order order(uses, writers.size());
  if (order.size() * uses.size() > kMostCompared)
    return setting;
  bool others = false;
  for (const auto &[key, stores] : groups) {
    const bool apart = stores.timed && order.isApart(stores, lives[std::get<0>(key)]);
    others |= !apart;
    for (const std::size_t number : stores.uses)
      setting[number] = apart;
  }
  return others ? setting : std::vector<bool>(uses.size());
}

} // namespace fsfind
