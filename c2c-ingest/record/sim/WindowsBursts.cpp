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
constexpr std::uint64_t kGlance = 400, kUnseen = 50'000;

} // namespace

Follower::Window Windows::endWindow() {
  Follower::Window window = std::exchange(late_, {});
  late_.watched = watched_;
  window.executed = executed_.exchange(0);
  window.simulated = simulated_.exchange(0);
  return window;
}

/// `before` is the window that ends.
void Windows::beginWindow(Follower::Window &before) {
  if (begin_ >= stretch_.end) {
    before.ends_burst = stretch_.watched;
    before.precedes_burst = !stretch_.watched;
    stretch_ = bursts_.at(begin_);
  }
  watched_ = late_.watched = stretch_.watched;
  usual_ = std::exchange(begot_, false) ? shortest_ : std::min(usual_ * 2, longest_);
  const std::uint64_t rest = stretch_.end - begin_;
  length_ = stretch_.watched ? std::min(usual_, rest) : rest;
}

void Windows::setLimit(FreeThread &thread) {
  std::uint64_t step = kStep;
  if (thread.watched || !thread.spin.empty()) {
    thread.log.idle = false;
  } else {
    thread.log.idle = !thread.log.idle;
    step = thread.log.idle ? kUnseen : kGlance;
  }
  thread.log.limit.store(std::min<std::uint64_t>(thread.log.clock + step, length_),
                         std::memory_order_relaxed);
}

/// What the thread has logged is not played.
void Windows::forget(FreeThread &thread) {
  thread.batch->stamps.clear();
  thread.log.next = thread.batch->accesses.data();
}

} // namespace fsfind::record::sim
