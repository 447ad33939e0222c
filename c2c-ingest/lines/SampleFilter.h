#pragma once

#include "c2c-ingest/lines/CountOptions.h"
#include "c2c-ingest/perf/Recording.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::lines {

/// The user's --pid, --tid and --comm. A thread's name is the one it had at the sample's time.
class SampleFilter {
public:
  SampleFilter(const CountOptions &options, const std::vector<perf::SideEvent> &events);

  [[nodiscard]] bool accepts(std::uint32_t pid, std::uint32_t tid, std::uint64_t when) const {
    return accepts_all_ || acceptsThread(pid, tid, when);
  }

private:
  using Renames = std::vector<std::pair<std::uint64_t, bool>>; ///< time of the new name, and
                                                               ///< whether the filter has that name

  [[nodiscard]] bool acceptsThread(std::uint32_t pid, std::uint32_t tid, std::uint64_t when) const;
  void followNames(const std::vector<perf::SideEvent> &events);

  bool accepts_all_;
  std::set<std::uint32_t> pids_, tids_;
  std::set<std::string> comms_;
  std::map<std::uint32_t, Renames> renames_; ///< by tid, in time order
};

} // namespace fsfind::lines
