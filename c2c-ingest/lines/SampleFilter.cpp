#include "c2c-ingest/lines/SampleFilter.h"

#include "c2c-ingest/perf/SideRecords.h"

#include <algorithm>

namespace fsfind::lines {

SampleFilter::SampleFilter(const CountOptions &options, const std::vector<perf::SideEvent> &events)
    : accepts_all_(options.pids.empty() && options.tids.empty() && options.comms.empty()),
      pids_(options.pids.begin(), options.pids.end()),
      tids_(options.tids.begin(), options.tids.end()),
      comms_(options.comms.begin(), options.comms.end()) {
  if (!comms_.empty())
    followNames(events);
}

void SampleFilter::followNames(const std::vector<perf::SideEvent> &events) {
  for (const perf::SideEvent *side : perf::inTimeOrder(events)) {
    if (const auto *comm = std::get_if<perf::CommEvent>(&side->event)) {
      renames_[comm->tid].emplace_back(side->when, comms_.count(comm->comm) != 0);
    } else if (const auto *fork = std::get_if<perf::ForkEvent>(&side->event)) {
      const auto parent = renames_.find(fork->parent_tid);
      if (parent != renames_.end() && fork->tid != fork->parent_tid) {
        const bool matches = parent->second.back().second;
        renames_[fork->tid].emplace_back(side->when, matches);
      }
    }
  }
}

bool SampleFilter::acceptsThread(std::uint32_t pid, std::uint32_t tid, std::uint64_t when) const {
  if (!pids_.empty() && pids_.count(pid) == 0)
    return false;
  if (!tids_.empty() && tids_.count(tid) == 0)
    return false;
  if (comms_.empty())
    return true;
  const auto found = renames_.find(tid);
  if (found == renames_.end())
    return false;
  const auto later =
      std::upper_bound(found->second.begin(), found->second.end(), when,
                       [](std::uint64_t time, const auto &rename) { return time < rename.first; });
  return later != found->second.begin() && std::prev(later)->second;
}

} // namespace fsfind::lines
