#pragma once

#include "c2c-ingest/perf/Recording.h"

#include <unordered_map>
#include <vector>

namespace fsfind::perf {

/// The process each thread belongs to. Numbers of threads are used again, so it changes in time.
class ThreadOwners {
public:
  /// Takes what names a process and a thread: names, forks and mappings.
  explicit ThreadOwners(const std::vector<SideEvent> &events);

  /// The process, as of the last event up to `when` (Recording::ordersByTime), or the first one
  /// after it; none for a thread that no event names.
  [[nodiscard]] std::optional<std::uint32_t> ownerOf(std::uint32_t tid, std::uint64_t when) const;

private:
  struct Owner {
    std::uint64_t since = 0;
    std::uint32_t pid = 0;
  };
  std::unordered_map<std::uint32_t, std::vector<Owner>> owners_; ///< by thread, then time
};

} // namespace fsfind::perf
