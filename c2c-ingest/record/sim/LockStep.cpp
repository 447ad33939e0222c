#include "c2c-ingest/record/sim/LockStep.h"

#include "c2c-ingest/record/sim/Tasks.h"

#include <algorithm>
#include <chrono>
#include <unistd.h>

namespace fsfind::record::sim {
namespace {

constexpr std::int64_t kLookAfterNs = 4'000'000;
constexpr useconds_t kLookAgainAfterUs = 50;
constexpr std::chrono::milliseconds kLongestArrival{500};

} // namespace

void LockStep::enter(Thread &thread) {
  Thread *next = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (!thread.runnable) {
      thread.runnable = true;
      runnable_.push_back(&thread);
      alone_ = runnable_.size() == 1;
      ++arrivals_;
      arrived_.notify_all();
    }
    if (holder_ == nullptr || (departs_at_ != 0 && arrivals_ >= departs_at_))
      give(next = choose(nullptr));
  }
  wake(next);
  await(thread);
}

void LockStep::yield(Thread &thread) {
  thread.ends = false;
  thread.beyond = 0;
  if (alone_.load(std::memory_order_relaxed))
    return;
  Thread *next = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (holder_ == &thread && (next = choose(&thread)) != nullptr)
      give(next);
  }
  wake(next);
  await(thread);
}

bool LockStep::leave(Thread &thread, std::uint64_t arrivals) {
  Thread *next = nullptr;
  bool idle = false;
  {
    const std::lock_guard lock(mutex_);
    const bool holds = holder_ == &thread, waits = arrivals_ < arrivals;
    if (holds && !waits)
      next = choose(&thread);
    thread.runnable = false;
    std::erase(runnable_, &thread);
    alone_ = runnable_.size() <= 1;
    idle = runnable_.empty();
    if (holds && waits)
      departs_at_ = arrivals;
    else if (holds)
      give(next);
  }
  wake(next);
  return idle;
}

/// The thread whose turn follows that of `after`; null if no other thread is runnable.
LockStep::Thread *LockStep::choose(const Thread *after) {
  const auto place = std::find(runnable_.begin(), runnable_.end(), after);
  const std::size_t count = runnable_.size();
  const bool present = place != runnable_.end();
  if (count <= (present ? 1 : 0))
    return nullptr;
  const std::size_t others = present ? count - 1 : count;
  const std::size_t step = in_order_ ? 0 : random_() % others;
  const auto first = present ? static_cast<std::size_t>(place - runnable_.begin()) + 1 : 0;
  return runnable_[(first + step) % count];
}

void LockStep::give(Thread *next) {
  quantum_.restart();
  departs_at_ = 0;
  holder_ = next;
}

void LockStep::wake(Thread *next) {
  if (next == nullptr)
    return;
  next->turn = 1;
  futexWake(next->turn, 1);
}

void LockStep::await(Thread &thread) {
  while (!hasTurn(thread)) {
    if (thread.turn.exchange(0) != 0 || futexWait(thread.turn, 0, kLookAfterNs))
      continue;
    Thread *holder = holder_;
    if (holder != &thread && sleepsLong(holder))
      takeTurn(thread, holder);
  }
  std::atomic_thread_fence(std::memory_order_acquire);
}

bool LockStep::sleepsLong(const Thread *holder) const {
  if (holder == nullptr)
    return true;
  if (holder->busy)
    return false;
  const std::uint64_t steps = holder->steps;
  if (!sleeps(holder->tid))
    return false;
  usleep(kLookAgainAfterUs);
  return holder_ == holder && !holder->busy && holder->steps == steps && sleeps(holder->tid);
}

void LockStep::takeTurn(Thread &thread, const Thread *from) {
  const std::lock_guard lock(mutex_);
  if (holder_ == from)
    give(&thread);
}

std::size_t LockStep::runnable() {
  const std::lock_guard lock(mutex_);
  return runnable_.size();
}

std::uint64_t LockStep::arrivals() {
  const std::lock_guard lock(mutex_);
  return arrivals_;
}

void LockStep::awaitArrivals(Thread &host, std::uint64_t arrivals) {
  const Busy busy(host);
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, kLongestArrival, [&] { return arrivals_ >= arrivals; });
}

void LockStep::becomeOnly(Thread &survivor) {
  runnable_.clear();
  alone_ = true;
  survivor.runnable = false;
  holder_ = nullptr;
}

} // namespace fsfind::record::sim
