#pragma once

#include "c2c-ingest/timing/System.h"
#include "rules/model/Expected.h"

#include <atomic>
#include <chrono>
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

/// How the work of a crew went.
struct CrewRun {
  bool interrupted = false; ///< other work ran on a member's CPU: see tookTime()
};

/// Whether more than a fiftieth of `wall` went to other work, though the thread could have run:
/// between two times of its use, in which it never waited.
[[nodiscard]] bool tookTime(const ThreadUse &before, const ThreadUse &after,
                            std::chrono::nanoseconds wall);

/// Runs `work` in a thread for each CPU, pinned to it, and waits for all. Work begins when all are
/// pinned, must heed Member::ended, and must not wait other than by spinning: a thread that sleeps
/// looks like one whose CPU was taken away. Fails if a thread cannot be started or pinned; then no
/// work is done.
[[nodiscard]] Expected<CrewRun> runPinned(std::span<const std::uint32_t> cpus, const GoOn &go_on,
                                          const std::function<void(const Member &)> &work);

} // namespace fsfind::timing
