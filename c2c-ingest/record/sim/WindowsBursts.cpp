#include "c2c-ingest/record/sim/Windows.h"

#include <algorithm>
#include <utility>

/// The part of Windows that is about bursts, and what lies between them.

namespace fsfind::record::sim {
namespace {

/// Instructions after which a running thread asks again: the time goes on, and spinning shows.
constexpr std::uint64_t kStep = 1000;
/// Between bursts, a thread logs what it does for so many instructions, which shows a spin, and
/// then nothing for so many.
constexpr std::uint64_t kGlance = 200, kUnseen = 8'000;
/// No clock of a window comes to this.
constexpr std::uint64_t kEndless = std::uint64_t{1} << 62;
/// A burst in which all threads slept nearly all the time still is followed by work.
constexpr double kLeastConcurrency = 0.1;

} // namespace

/// True if the thread runs in the present window, and not in one before it.
bool Windows::isIn(const FreeThread &thread) const {
  return thread.state == State::Runs && thread.spin.empty() && thread.window_begin == begin_;
}

/// The program's clock, by what all threads have executed since the burst.
std::uint64_t Windows::clockBetweenBursts() const {
  return begin_ + static_cast<std::uint64_t>(static_cast<double>(executed_) / concurrency_);
}

/// What a thread did unseen counts as what it is then seen to do.
void Windows::countWork(FreeThread &thread, std::uint64_t executed) {
  if (thread.log.idle) {
    thread.unseen += executed;
    return;
  }
  executed_.fetch_add(executed + std::exchange(thread.unseen, 0), std::memory_order_relaxed);
  if (thread.watched)
    simulated_.fetch_add(executed, std::memory_order_relaxed);
}

/// It may be that the next burst is due.
void Windows::goOnBetweenBursts(FreeThread &thread) {
  forget(thread);
  const std::lock_guard lock(mutex_);
  if (!watched_ && clockBetweenBursts() >= stretch_.end)
    close();
  if (isIn(thread))
    return setLimit(thread);
  join(thread, 0);
}

Follower::Window Windows::endWindow() {
  Follower::Window window = std::exchange(late_, {});
  late_.watched = watched_;
  window.executed = executed_.exchange(0);
  window.simulated = simulated_.exchange(0);
  in_burst_ += window.simulated;
  return window;
}

/// `before` is the window that ends.
void Windows::beginWindow(Follower::Window &before) {
  if (begin_ >= stretch_.end) {
    before.ends_burst = stretch_.watched;
    before.precedes_burst = !stretch_.watched;
    if (stretch_.watched)
      concurrency_ = std::max(kLeastConcurrency, static_cast<double>(std::exchange(in_burst_, 0)) /
                                                     static_cast<double>(kBurst));
    else
      latest_ = begin_;
    stretch_ = bursts_.at(begin_);
  }
  if (stretch_.watched)
    rests_since_ = UINT64_MAX;
  else if (watched_)
    rests_since_ = time_.now();
  watched_ = late_.watched = stretch_.watched;
  usual_ = begin_ < tight_until_ ? shortest_ : std::min(usual_ * 2, longest_);
  length_ = stretch_.watched ? std::min(usual_, stretch_.end - begin_) : kEndless;
}

/// A burst begins: the thread has to come, and others wait for it.
void Windows::callIn(FreeThread &thread) {
  set(thread, State::Runs);
  thread.log.limit = 0;
}

/// Comes last: from then on a thread that waited goes on.
void Windows::setLimit(FreeThread &thread) {
  std::uint64_t step = kStep;
  if (thread.watched || !thread.spin.empty()) {
    thread.log.idle = false;
  } else {
    thread.log.idle = !thread.log.idle;
    step = thread.log.idle ? kUnseen : kGlance;
  }
  thread.log.limit.store(std::min<std::uint64_t>(thread.log.clock + step, length_),
                         std::memory_order_release);
}

/// What the thread has logged is not played.
void Windows::forget(FreeThread &thread) {
  thread.batch->stamps.clear();
  thread.log.next = thread.batch->accesses.data();
}

} // namespace fsfind::record::sim
