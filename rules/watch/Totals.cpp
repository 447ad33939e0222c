#include "rules/watch/Totals.h"

#include <algorithm>

namespace fsfind {

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
    objects_[object.name] += static_cast<double>(object.samples) * step.loads_a_sample;
  if (objects_.size() <= kMostObjects)
    return;
  const auto kept = objects(kMostObjects);
  objects_ = {kept.begin(), kept.end()};
}

std::vector<std::pair<std::string, double>> WatchTotals::objects(std::size_t most) const {
  std::vector<std::pair<std::string, double>> sorted(objects_.begin(), objects_.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  sorted.resize(std::min(sorted.size(), most));
  return sorted;
}

} // namespace fsfind
