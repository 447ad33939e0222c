#include "c2c-ingest/record/sim/Windows.h"

#include <algorithm>
#include <sched.h>
#include <utility>

/// The part of Windows that is about threads that only spin.

namespace fsfind::record::sim {

/// A thread that spins lets others use the processor, and what it does is left out. Others need not
/// wait for it if the same lay there the last time: then that is what it has loaded since. It does
/// wait for them: it may be that it counts what it loads, and ends.
void Windows::spinOn(FreeThread &thread, std::span<const LoggedAccess> spin) {
  if (thread.spin.empty())
    meet(thread);
  std::uint32_t generation = 0;
  bool waits = false;
  {
    const std::lock_guard lock(mutex_);
    generation = generation_;
    const bool goes_on = !thread.spin.empty();
    if (!goes_on) {
      if (thread.state != State::Runs)
        join(thread, 0);
      thread.spin.assign(spin.begin(), spin.end());
      thread.spun_until = thread.clock();
      thread.spun = thread.log.clock;
      latest_ = std::max(latest_, thread.clock());
      handOver(thread, late_);
    } else {
      thread.spun += thread.log.clock;
    }
    thread.watched = watched_;
    std::vector<std::uint64_t> seen = seenBy(thread.spin);
    const bool sees_the_same = goes_on && seen == thread.seen;
    thread.seen = std::move(seen);
    thread.batch->stamps.clear();
    thread.log.next = thread.batch->accesses.data();
    thread.log.clock = thread.counted = thread.log.slice_end = 0;
    if (!sees_the_same)
      set(thread, State::Runs);
    else if (thread.state != State::Spins)
      leave(thread, State::Spins);
    setLimit(thread);
    waits = thread.spun >= length_ && !dissolved_;
    if (waits && thread.state != State::Waits) {
      if (thread.state == State::Spins)
        set(thread, State::Runs);
      leave(thread, State::Waits);
      setLimit(thread);
    }
  }
  waits ? wait(thread, generation) : static_cast<void>(sched_yield());
}

std::vector<std::uint64_t> Windows::seenBy(const std::vector<LoggedAccess> &loads) const {
  std::vector<std::uint64_t> seen;
  for (const LoggedAccess &load : loads)
    for (const std::uint64_t word : words_(load.address()))
      seen.push_back(word);
  return seen;
}

/// What a thread does that spins: the same loads in each turn, and one more, so that each of them
/// is now and then the first one of a turn.
void Windows::handOverSpin(FreeThread &thread, std::uint64_t until, Follower::Window &window) {
  if (!window.watched) {
    thread.spun_until = std::max(thread.spun_until, until);
    return;
  }
  BatchPool::Batch batch = pool_.get();
  batch->begin = std::max(thread.spun_until, until - std::min(until, longest_));
  for (std::uint64_t clock = 0; batch->begin + clock < until; clock += turn_)
    for (std::size_t i = 0; i <= thread.spin.size() && batch->count < AccessBatch::kCapacity; ++i) {
      batch->accesses[batch->count++] =
          thread.spin[thread.spun_loads++ % thread.spin.size()].at(clock);
    }
  batch->stamps.push_back({batch->count, time_.now()});
  thread.spun_until = std::max(thread.spun_until, until);
  window.batches.emplace_back(&thread, std::move(batch));
}

/// The last load of the spin, and what came then, follow the turn of the thread that ended it: that
/// ran last.
void Windows::stopSpinning(FreeThread &thread) {
  latest_ = std::max(latest_, begin_) + turn_;
  handOverSpin(thread, latest_, late_);
  thread.spin.clear();
  const std::uint64_t clock = std::min<std::uint64_t>(latest_ - begin_, length_ - 1);
  for (LoggedAccess *access = thread.batch->accesses.data(); access != thread.log.next; ++access)
    *access = access->at(clock);
  thread.window_begin = begin_;
  thread.log.clock += clock;
  thread.counted = thread.log.clock;
  stayClose(thread, kMeetTurns);
}

} // namespace fsfind::record::sim
