#pragma once

#include "rules/model/Expected.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

namespace fsfind::timing {

/// Asked several times a second, in the calling thread; false = the measurement is to end.
using GoOn = std::function<bool()>;

/// What a thread of a crew knows.
struct Member {
  std::size_t index = 0; ///< in the crew's list of CPUs
  std::uint32_t cpu = 0;
  /// Set when the work is to end: by a member that is done, or by the caller.
  std::atomic<bool> &ended;
};

/// Runs `work` in a thread for each CPU, pinned to it (sched_setaffinity(2)), and waits for all.
/// Work begins when all are pinned, and must heed Member::ended. Fails if a thread cannot be
/// started or pinned; then no work is done.
[[nodiscard]] Expected<void> runPinned(std::span<const std::uint32_t> cpus, const GoOn &go_on,
                                       const std::function<void(const Member &)> &work);

} // namespace fsfind::timing
