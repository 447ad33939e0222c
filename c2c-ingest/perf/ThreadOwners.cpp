#include "c2c-ingest/perf/ThreadOwners.h"

#include "c2c-ingest/perf/SideRecords.h"

#include <algorithm>

namespace fsfind::perf {

ThreadOwners::ThreadOwners(const std::vector<SideEvent> &events) {
  for (const SideEvent *side : inTimeOrder(events))
    std::visit(
        [&](const auto &event) {
          std::vector<Owner> &owners = owners_[event.tid];
          if (owners.empty() || owners.back().pid != event.pid)
            owners.push_back({side->when, event.pid});
        },
        side->event);
}

std::optional<std::uint32_t> ThreadOwners::ownerOf(std::uint32_t tid, std::uint64_t when) const {
  if (tid == 0)
    return 0; // the kernel's idle threads
  const auto found = owners_.find(tid);
  if (found == owners_.end())
    return std::nullopt;
  const std::vector<Owner> &owners = found->second;
  const auto after =
      std::upper_bound(owners.begin(), owners.end(), when,
                       [](std::uint64_t time, const Owner &owner) { return time < owner.since; });
  return after == owners.begin() ? owners.front().pid : std::prev(after)->pid;
}

} // namespace fsfind::perf
