#include "c2c-ingest/record/sim/Windows.h"

#include "c2c-ingest/record/sim/Spinning.h"
#include "c2c-ingest/record/sim/Tasks.h"

#include <algorithm>
#include <climits>
#include <unistd.h>
#include <utility>

namespace fsfind::record::sim {
namespace {

constexpr std::int64_t kLookAfterNs = 1'000'000;
/// So often a thread that was started is looked for.
constexpr unsigned kMostLooks = 500;
/// So many turns threads stay close together after one has started another.
constexpr std::uint64_t kStartTurns = 100;

} // namespace

void Windows::enter(FreeThread &thread) {
  const std::lock_guard lock(mutex_);
  thread.host_tid = static_cast<std::uint32_t>(gettid());
  threads_.push_back(&thread);
  unborn_ -= unborn_ != 0;
  join(thread, birth_);
}

void Windows::begets(const FreeThread &parent) {
  const std::lock_guard lock(mutex_);
  birth_ = parent.clock();
  ++unborn_;
  stayClose(parent, kStartTurns);
}

void Windows::begotNone() {
  const std::lock_guard lock(mutex_);
  unborn_ -= unborn_ != 0;
  while (allHaveCome())
    close();
}

void Windows::ask(FreeThread &thread) {
  const bool called = thread.log.limit.load(std::memory_order_relaxed) == 0;
  const std::size_t stamped = thread.batch->stamps.empty() ? 0 : thread.batch->stamps.back().count;
  const std::span<const LoggedAccess> step(thread.batch->accesses.data() + stamped,
                                           thread.log.next);
  const auto spin = thread.log.hasStored() ? std::span<const LoggedAccess>() : spinOf(step);
  if (!spin.empty())
    thread.unseen = 0;
  stamp(thread, spin.empty());
  if (!spin.empty())
    return spinOn(thread, spin);
  if (!thread.watched && !watched_)
    return goOnBetweenBursts(thread);
  const bool burst_goes_on = thread.watched && watched_;
  if (burst_goes_on && !called && thread.spin.empty() && thread.log.clock < length_)
    return setLimit(thread);
  std::uint32_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    generation = generation_;
    if (!isIn(thread))
      join(thread, 0);
    latest_ = std::max(latest_, thread.clock());
    if (dissolved_)
      return moveTo(thread, begin_);
    if (thread.log.clock < length_)
      return setLimit(thread);
    leave(thread, State::Waits);
  }
  wait(thread, generation);
}

/// True if the window can end. Threads that do not spin any more, but may not have had the time to
/// see that, have not come.
bool Windows::allHaveCome() {
  if (waiting_ == 0 || running_ + unborn_ != 0)
    return false;
  for (FreeThread *thread : threads_)
    if (thread->state == State::Spins && thread->seen != seenBy(thread->spin))
      set(*thread, State::Woken);
  return running_ == 0;
}

void Windows::makeRoom(FreeThread &thread) {
  stamp(thread);
  const std::lock_guard lock(mutex_);
  thread.batch->count = AccessBatch::kCapacity;
  thread.full.push_back(std::move(thread.batch));
  startBatch(thread);
}

void Windows::beginCall(FreeThread &thread, std::uint64_t futex,
                        std::optional<std::uint32_t> expected) {
  stamp(thread);
  if (futex != 0)
    meet(thread);
  const std::lock_guard lock(mutex_);
  thread.futex = futex;
  thread.expected = expected;
  if (!isIn(thread))
    join(thread, 0);
  latest_ = std::max(latest_, thread.clock());
  leave(thread, State::Away);
}

void Windows::endCall(FreeThread &thread, std::uint64_t clock, bool woken) {
  const std::lock_guard lock(mutex_);
  if (Wake &wake = wakeOf(thread.futex); woken && wake.futex == thread.futex) {
    ++wake.back;
    arrived_->notify_all();
  }
  if (thread.state != State::Runs)
    join(thread, clock);
}

/// Whoever has the mutex may wait for the follower, which calls this: it must not wait for the
/// mutex.
void Windows::closeIfIdle() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock)
    return;
  leaveSleepersBehind();
  if (std::all_of(threads_.begin(), threads_.end(), [](const FreeThread *thread) {
        return thread->state == State::Away || thread->state == State::Late;
      }))
    close();
}

void Windows::exit(FreeThread &thread) {
  stamp(thread);
  const std::lock_guard lock(mutex_);
  if (thread.state == State::Runs)
    leave(thread, State::Away);
  handOver(thread, late_);
  pool_.put(std::move(thread.batch));
  thread.log.next = thread.log.end = nullptr;
  std::erase(threads_, &thread);
}

void Windows::stamp(FreeThread &thread, bool works) {
  AccessBatch &batch = *thread.batch;
  const auto count = static_cast<std::size_t>(thread.log.next - batch.accesses.data());
  const std::uint64_t executed = thread.log.clock - thread.counted;
  const std::uint64_t time = time_.advance(executed);
  countWork(thread, works ? executed : 0);
  const std::uint64_t since = std::exchange(thread.stamped, time);
  const std::uint64_t counted = std::exchange(thread.counted, thread.log.clock);
  if (count != (batch.stamps.empty() ? 0 : batch.stamps.back().count))
    batch.stamps.push_back({count, time, thread.log.clock, std::min(since, time), counted});
}

/// The thread runs from now on, in the present window, at that clock or later. What a thread's
/// clock was between bursts does not matter in the next one.
void Windows::join(FreeThread &thread, std::uint64_t clock) {
  if (!thread.spin.empty())
    stopSpinning(thread);
  set(thread, State::Runs);
  if (!thread.batch)
    startBatch(thread);
  const bool new_to_burst = watched_ && !thread.watched;
  moveTo(thread, std::max(clock, new_to_burst ? 0 : thread.clock()));
}

/// The thread does not run from now on.
void Windows::leave(FreeThread &thread, State state) {
  set(thread, state);
  thread.log.limit = 0;
  while (allHaveCome())
    close();
}

void Windows::set(FreeThread &thread, State state) {
  const auto runs = [](State one) { return one == State::Runs || one == State::Woken; };
  running_ += runs(state);
  running_ -= runs(thread.state);
  waiting_ += state == State::Waits;
  waiting_ -= thread.state == State::Waits;
  thread.state = state;
}

/// The thread goes on in the present window; at its begin if the clock is before that.
void Windows::moveTo(FreeThread &thread, std::uint64_t clock) {
  if (thread.window_begin != begin_) {
    handOver(thread, late_);
    thread.window_begin = begin_;
  }
  thread.watched = watched_;
  thread.stamped = time_.now();
  const std::uint64_t latest = begin_ + length_;
  thread.log.clock = thread.counted = std::clamp(clock, begin_, latest) - begin_;
  thread.log.slice_end = 0;
  setLimit(thread);
}

/// Takes what the thread has done.
void Windows::handOver(FreeThread &thread, Follower::Window &window) {
  if (!thread.watched)
    return forget(thread);
  thread.batch->count = static_cast<std::size_t>(thread.log.next - thread.batch->accesses.data());
  if (thread.batch->count != 0) {
    thread.full.push_back(std::move(thread.batch));
    startBatch(thread);
  }
  for (BatchPool::Batch &batch : std::exchange(thread.full, {})) {
    batch->begin = thread.window_begin;
    window.batches.emplace_back(&thread, std::move(batch));
  }
}

void Windows::startBatch(FreeThread &thread) {
  thread.batch = pool_.get();
  thread.log.next = thread.batch->accesses.data();
  thread.log.end = thread.log.next + AccessBatch::kCapacity;
}

/// Where the window ends: earlier than planned if all threads are away.
std::uint64_t Windows::endOfWindow() const {
  if (!watched_)
    return std::min(clockBetweenBursts(), stretch_.end);
  if (waiting_ != 0) {
    const std::uint64_t end = begin_ + length_, slice = slices_.beginBefore(end);
    return end < stretch_.end && slice > begin_ ? slice : end;
  }
  std::uint64_t end = begin_;
  for (const FreeThread *thread : threads_)
    if (thread->state == State::Away)
      end = std::max(end, thread->clock() + 1);
  return end;
}

/// Ends the window and begins the next one.
void Windows::close() {
  const std::uint64_t end = endOfWindow();
  Follower::Window window = endWindow();
  window.until = end;
  window.since = std::exchange(opened_, std::exchange(next_opened_, time_.now()));
  window.idle = running_ + waiting_ == 0;
  const bool wakes = waiting_ != 0;
  begin_ = end;
  beginWindow(window);
  vain_looks_ = 0;
  for (FreeThread *thread : threads_)
    passTo(*thread, window);
  ++generation_;
  if (wakes)
    futexWake(generation_, INT_MAX);
  follower_.give(std::move(window));
}

/// The window has ended for the thread, too. One that runs has to ask before it goes on in the next
/// one.
void Windows::passTo(FreeThread &thread, Follower::Window &window) {
  if (!thread.spin.empty()) {
    thread.spun = 0;
    if (thread.state == State::Waits)
      set(thread, State::Spins);
    return handOverSpin(thread, begin_, window);
  }
  switch (thread.state) {
  case State::Runs:
  case State::Late:
    return window.precedes_burst ? callIn(thread) : leaveBehind(thread);
  case State::Spins:
    return;
  case State::Away:
  case State::Woken:
    return handOver(thread, window);
  case State::Waits:
    handOver(thread, window);
    if (thread.clock() <= begin_ + length_ || window.precedes_burst)
      join(thread, 0);
    return;
  }
}

void Windows::leaveBehind(FreeThread &thread) {
  set(thread, State::Late);
  thread.log.limit = 0;
}

/// A thread that is ahead of the next window, too, waits for a later one.
void Windows::wait(const FreeThread &thread, std::uint32_t generation) {
  for (;;) {
    while (generation_ == generation && !dissolved_)
      if (!futexWait(generation_, generation, kLookAfterNs))
        look(generation);
    if (dissolved_ || thread.log.limit.load(std::memory_order_acquire) != 0)
      return; // nearly always
    const std::lock_guard lock(mutex_);
    generation = generation_;
    if (thread.state != State::Waits)
      return;
  }
}

void Windows::leaveSleepersBehind() {
  for (FreeThread *thread : threads_) {
    const State state = thread->state;
    if ((state == State::Runs || state == State::Woken) && !thread->awaits &&
        sleeps(thread->host_tid))
      thread->spin.empty() && state == State::Runs ? leaveBehind(*thread)
                                                   : set(*thread, State::Away);
  }
}

/// Nobody came for a while: it may be that those who run sleep.
void Windows::look(std::uint32_t generation) {
  const std::lock_guard lock(mutex_);
  if (generation_ != generation)
    return;
  leaveSleepersBehind();
  if (unborn_ != 0 && ++vain_looks_ == kMostLooks)
    unborn_ = vain_looks_ = 0;
  while (allHaveCome())
    close();
}

void Windows::dissolve() {
  const std::lock_guard lock(mutex_);
  dissolved_ = true;
  arrived_->notify_all();
  futexWake(generation_, INT_MAX);
}

void Windows::finish(bool stopped) {
  {
    const std::lock_guard lock(mutex_);
    Follower::Window window = endWindow();
    window.until = UINT64_MAX;
    window.since = opened_;
    for (FreeThread *thread : threads_)
      if (stopped || thread->state == State::Away || thread->state == State::Waits)
        handOver(*thread, window);
    follower_.give(std::move(window));
  }
  follower_.drain();
}

void Windows::becomeOnly(FreeThread &survivor) {
  (void)arrived_.release(); // its waiters are gone: it could not be destroyed
  arrived_ = std::make_unique<std::condition_variable>();
  wakes_ = {};
  threads_ = {&survivor};
  running_ = waiting_ = unborn_ = 0;
  executed_ = simulated_ = 0;
  late_ = {};
  late_.watched = watched_;
  survivor.full.clear();
  survivor.spin.clear();
  survivor.batch->stamps.clear();
  survivor.log.next = survivor.batch->accesses.data();
  survivor.log.limit = 0;
  survivor.state = State::Away;
}

} // namespace fsfind::record::sim
