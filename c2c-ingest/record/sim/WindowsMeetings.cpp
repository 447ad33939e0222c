#include "c2c-ingest/record/sim/Windows.h"

#include <algorithm>
#include <chrono>

/// The part of Windows that is about threads that meet: they stay close together, and who wakes
/// others waits for them.

namespace fsfind::record::sim {
namespace {

constexpr std::chrono::milliseconds kLongestArrival{100};

} // namespace

/// Seldom more than once in half the time that windows stay short.
void Windows::meet(FreeThread &thread) {
  if (thread.clock() + kMeetTurns * turn_ / 2 < tight_until_.load(std::memory_order_relaxed))
    return;
  const std::lock_guard lock(mutex_);
  if (watched_)
    stayClose(thread, kMeetTurns);
}

/// For so many turns. The window ends as soon as all have come as far as the thread.
void Windows::stayClose(const FreeThread &thread, std::uint64_t turns) {
  tight_until_ =
      std::max<std::uint64_t>(tight_until_, std::max(thread.clock(), begin_) + turns * turn_);
  if (watched_ && isIn(thread))
    length_ =
        std::clamp(thread.log.clock, std::min<std::uint64_t>(shortest_, length_), length_.load());
}

void Windows::wakes(FreeThread &thread, std::uint64_t futex) {
  meet(thread);
  const std::lock_guard lock(mutex_);
  Wake &wake = wakeOf(futex);
  if (wake.futex != futex)
    wake = {.futex = futex};
  if (wake.wakers == 0)
    wake.back = wake.woken;
  wake.clock = thread.clock();
  ++wake.wakers;
}

Windows::Wake &Windows::wakeOf(std::uint64_t futex) {
  return wakes_[futex / sizeof(std::uint32_t) % wakes_.size()];
}

/// Threads that the host did not let sleep in time, before the word changed, are about to go on.
void Windows::rouse(std::uint64_t futex) {
  for (FreeThread *thread : threads_)
    if (thread->state == State::Away && thread->futex == futex && thread->expected)
      if (const std::vector<std::uint64_t> words = words_(futex & ~std::uint64_t{7});
          !words.empty() &&
          static_cast<std::uint32_t>(words.front() >> (futex & 4) * 8) != *thread->expected)
        set(*thread, State::Woken);
}

/// The window does not end before they are back, as the thread still runs until then. Threads of
/// other processes never come.
void Windows::woke(FreeThread &thread, std::uint64_t futex, std::uint64_t threads) {
  std::unique_lock lock(mutex_);
  Wake &wake = wakeOf(futex);
  if (wake.futex != futex || wake.wakers == 0)
    return;
  if (threads == 0)
    rouse(futex);
  const std::uint64_t expected = wake.woken += threads;
  thread.awaits = true;
  const auto come = [&] {
    return wake.futex != futex || wake.back >= expected || dissolved_.load();
  };
  const bool all_came = arrived_->wait_for(lock, kLongestArrival, come);
  thread.awaits = false;
  if (wake.futex != futex)
    return;
  --wake.wakers;
  if (!all_came)
    wake.back = std::max(wake.back, expected);
}

void Windows::movesTo(std::uint64_t futex, std::uint64_t other) {
  const std::lock_guard lock(mutex_);
  for (FreeThread *thread : threads_)
    if (thread->state == State::Away && thread->futex == futex) {
      thread->futex = other;
      thread->expected = {};
    }
}

std::uint64_t Windows::wokenAt(std::uint64_t futex) {
  const std::lock_guard lock(mutex_);
  const Wake &wake = wakeOf(futex);
  return wake.futex == futex ? wake.clock : 0;
}

} // namespace fsfind::record::sim
