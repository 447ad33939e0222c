#include "c2c-ingest/record/sim/LockStep.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fsfind::record::sim {
namespace {

constexpr std::int64_t kLookAfterNs = 4'000'000;
constexpr useconds_t kLookAgainAfterUs = 50;
constexpr std::chrono::milliseconds kLongestArrival{100};

/// True if woken, false if the time is over.
bool futexWait(std::atomic<std::uint32_t> &word, std::int64_t nanoseconds) {
  timespec timeout{};
  timeout.tv_nsec = nanoseconds;
  const long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &timeout, nullptr, 0);
  return result == 0 || errno != ETIMEDOUT;
}

void futexWake(std::atomic<std::uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

/// Not running, nor able to: the third field of proc(5)'s stat, after the name in parentheses.
bool sleeps(std::uint32_t tid) {
  char path[64], text[256];
  std::snprintf(path, sizeof(path), "/proc/self/task/%u/stat", tid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return true; // it is gone
  const ssize_t size = read(file, text, sizeof(text) - 1);
  close(file);
  text[std::max<ssize_t>(size, 0)] = 0;
  const char *name_end = std::strrchr(text, ')');
  return name_end != nullptr && std::strncmp(name_end, ") S", 3) == 0;
}

} // namespace

void LockStep::enter(Thread &thread) {
  {
    const std::lock_guard lock(mutex_);
    if (!thread.runnable) {
      thread.runnable = true;
      runnable_.push_back(&thread);
      alone_ = runnable_.size() == 1;
      ++arrivals_;
      arrived_.notify_all();
    }
    if (holder_ == nullptr)
      give(&thread);
  }
  await(thread);
}

void LockStep::yield(Thread &thread) {
  if (alone_.load(std::memory_order_relaxed))
    return;
  Thread *next = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (holder_ == &thread)
      give(next = choose(thread));
  }
  wake(next);
  await(thread);
}

bool LockStep::leave(Thread &thread) {
  Thread *next = nullptr;
  bool idle = false;
  {
    const std::lock_guard lock(mutex_);
    if (holder_ == &thread) {
      next = runnable_.size() > 1 ? choose(thread) : nullptr;
      give(next);
    }
    thread.runnable = false;
    std::erase(runnable_, &thread);
    alone_ = runnable_.size() <= 1;
    idle = runnable_.empty();
  }
  wake(next);
  return idle;
}

/// Whose turn follows; that of `after` itself if it is alone.
LockStep::Thread *LockStep::choose(Thread &after) {
  const auto place = std::find(runnable_.begin(), runnable_.end(), &after);
  const std::size_t count = runnable_.size();
  if (count <= 1 || place == runnable_.end())
    return &after;
  const auto index = static_cast<std::size_t>(place - runnable_.begin());
  const std::size_t step = in_order_ ? 1 : 1 + random_() % (count - 1);
  return runnable_[(index + step) % count];
}

void LockStep::give(Thread *next) {
  quantum_.restart();
  holder_ = next;
}

void LockStep::wake(Thread *next) {
  if (next == nullptr)
    return;
  next->turn = 1;
  futexWake(next->turn);
}

void LockStep::await(Thread &thread) {
  while (!hasTurn(thread)) {
    if (thread.turn.exchange(0) != 0 || futexWait(thread.turn, kLookAfterNs))
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
  if (holder == patient_)
    return false;
  const std::uint64_t steps = holder->steps;
  if (!sleeps(holder->tid))
    return false;
  usleep(kLookAgainAfterUs);
  return holder_ == holder && holder->steps == steps && sleeps(holder->tid);
}

void LockStep::takeTurn(Thread &thread, const Thread *from) {
  const std::lock_guard lock(mutex_);
  if (holder_ == from)
    give(&thread);
}

std::uint64_t LockStep::arrivals() {
  const std::lock_guard lock(mutex_);
  return arrivals_;
}

void LockStep::awaitArrivals(Thread &host, std::uint64_t arrivals) {
  std::unique_lock lock(mutex_);
  patient_ = &host;
  arrived_.wait_for(lock, kLongestArrival, [&] { return arrivals_ >= arrivals; });
  patient_ = nullptr;
}

void LockStep::becomeOnly(Thread &survivor) {
  runnable_.clear();
  alone_ = true;
  survivor.runnable = false;
  holder_ = nullptr;
  patient_ = nullptr;
}

} // namespace fsfind::record::sim
