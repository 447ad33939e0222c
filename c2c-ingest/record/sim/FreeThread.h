#pragma once

#include "c2c-ingest/record/sim/AccessLog.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind::record::sim {

/// A guest thread as Windows knows it. The thread itself uses it while it runs; Windows does while
/// it is in another state, and always those from `spin` on.
struct FreeThread {
  enum class State : std::uint8_t {
    Runs,
    Waits, ///< for the others, at the end of the window
    Away,  ///< in a system call that may sleep: nobody waits for it
    Woken, ///< away or spinning, but another thread has ended its wait: it is about to run
    Spins, ///< loads the same again and again: nobody waits for it, and it does so all the time
    Late,  ///< may run, but nobody waits for it; it hands over its log when it asks next
  };

  AccessLog log;
  BatchPool::Batch batch;                ///< that `log` leads to
  std::vector<BatchPool::Batch> full;    ///< earlier ones of this window
  std::uint64_t window_begin = 0;        ///< the clock to which `log.clock` is relative
  std::uint64_t counted = 0;             ///< instructions of `log.clock` that the time has counted
  std::uint64_t stamped = 0;             ///< the time then, or when the thread went on
  std::uint64_t futex = 0;               ///< that it waits for, if it is away for that
  std::optional<std::uint32_t> expected; ///< what lies there for as long as it waits
  bool awaits = false;                   ///< it waits for threads that it has woken
  std::uint32_t host_tid = 0;
  State state = State::Away;
  std::uint64_t unseen = 0;        ///< instructions between bursts that may have been a spin
  bool watched = true;             ///< what it does in its window is to be played
  std::vector<LoggedAccess> spin;  ///< what it loads again and again, if it spins
  std::vector<std::uint64_t> seen; ///< what lies there
  std::size_t spun_loads = 0;      ///< of these that were handed over
  std::uint64_t spun = 0;          ///< instructions for which it did so in this window
  std::uint64_t spun_until = 0;    ///< the clock up to which that has been handed over

  [[nodiscard]] std::uint64_t clock() const { return window_begin + log.clock; }
};

} // namespace fsfind::record::sim
