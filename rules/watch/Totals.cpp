#include "rules/watch/Totals.h"

#include <algorithm>
#include <functional>

namespace fsfind {

namespace {

bool hasLess(const std::pair<const std::string, double> &a,
             const std::pair<const std::string, double> &b) {
  return a.second < b.second;
}

} // namespace

void WatchTotals::add(const Step &step) {
  ++steps_;
  samples_ += step.samples;
  lost_ += step.lost;
  seconds_ += step.seconds.value_or(0);
  if (step.loads)
    loads_ = loads_.value_or(0) + *step.loads;
  for (std::size_t kind = 0; kind < kContendedKindCount; ++kind)
    if (step.contended[kind])
      contended_[kind] = contended_[kind].value_or(0) + *step.contended[kind];
  for (const WatchedObject &object : step.objects)
    count(object.name, static_cast<double>(object.samples) * step.loads_a_sample);
  exchange();
  boundWaiting();
}

void WatchTotals::count(const std::string &name, double loads) {
  if (const auto found = objects_.find(name); found != objects_.end())
    found->second += loads;
  else if (objects_.size() < kMostObjects)
    objects_.emplace(name, loads);
  else
    waiting_[name] += loads;
}

/// Of waiting objects, those with more loads than counted ones take their places. What is given up
/// has to come by as many loads anew, so that two objects do not take turns.
void WatchTotals::exchange() {
  while (!waiting_.empty()) {
    const auto most = std::max_element(waiting_.begin(), waiting_.end(), hasLess);
    const auto least = std::min_element(objects_.begin(), objects_.end(), hasLess);
    if (most->second <= least->second)
      return;
    objects_.erase(least);
    objects_.insert(waiting_.extract(most));
  }
}

/// By the frequent items of Misra and Gries (1982): if there are too many, all are lowered by as
/// much as leaves kMostObjects of them. What has a large part of all loads stays.
void WatchTotals::boundWaiting() {
  if (waiting_.size() <= kMostObjects)
    return;
  std::vector<double> loads;
  for (const auto &[name, count] : waiting_)
    loads.push_back(count);
  const auto cut = loads.begin() + kMostObjects;
  std::nth_element(loads.begin(), cut, loads.end(), std::greater<>());
  for (auto &[name, count] : waiting_)
    count -= *cut;
  std::erase_if(waiting_, [](const auto &one) { return one.second <= 0; });
}

std::vector<std::pair<std::string, double>> WatchTotals::objects(std::size_t most) const {
  std::vector<std::pair<std::string, double>> sorted(objects_.begin(), objects_.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  sorted.resize(std::min(sorted.size(), most));
  return sorted;
}

} // namespace fsfind
