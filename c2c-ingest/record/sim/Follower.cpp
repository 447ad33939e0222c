#include "c2c-ingest/record/sim/Follower.h"

#include <csignal>
#include <pthread.h>

namespace fsfind::record::sim {
namespace {

std::size_t accessesIn(const Follower::Window &window) {
  std::size_t count = 0;
  for (const auto &[owner, batch] : window.batches)
    count += batch->count;
  return count;
}

} // namespace

Follower::~Follower() {
  if (!has_thread_)
    return;
  {
    const std::lock_guard lock(sync_->mutex);
    ends_ = true;
    sync_->given.notify_one();
  }
  pthread_join(thread_, nullptr);
}

/// The guest's signals are for the guest's threads.
void Follower::startThread() {
  const std::lock_guard lock(sync_->mutex);
  if (has_thread_)
    return;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  has_thread_ = pthread_create(&thread_, nullptr, runThread, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void *Follower::runThread(void *follower) {
  static_cast<Follower *>(follower)->follow();
  return nullptr;
}

void Follower::follow() {
  Sync &sync = *sync_;
  std::unique_lock lock(sync.mutex);
  while (!ends_) {
    if (!sync.given.wait_for(lock, kIdleAfter, [this] { return ends_ || !windows_.empty(); })) {
      lock.unlock();
      idle_();
      lock.lock();
      continue;
    }
    if (windows_.empty())
      continue;
    Window window = std::move(windows_.front());
    windows_.pop_front();
    waiting_ -= accessesIn(window);
    playing_ = true;
    lock.unlock();
    playOne(std::move(window));
    lock.lock();
    playing_ = false;
    sync.played.notify_all();
  }
}

void Follower::playOne(Window window) {
  for (auto &[owner, batch] : window.batches)
    order_.add(*owner, std::move(batch));
  play_(order_, window);
}

void Follower::give(Window window) {
  std::unique_lock lock(sync_->mutex);
  if (!has_thread_) {
    playOne(std::move(window));
    return;
  }
  waiting_ += accessesIn(window);
  const bool prompt = at_once_ || window.idle || window.precedes_burst;
  windows_.push_back(std::move(window));
  if (!playing_ && (prompt || hasTimes(1)))
    sync_->given.notify_one();
  sync_->played.wait(lock, [this] { return windows_.size() < kMostWaiting || !hasTimes(4); });
}

void Follower::drain() {
  std::unique_lock lock(sync_->mutex);
  waitUntilPlayed(lock);
}

void Follower::lock() {
  std::unique_lock lock(sync_->mutex);
  waitUntilPlayed(lock);
  lock.release();
}

void Follower::waitUntilPlayed(std::unique_lock<std::mutex> &lock) {
  sync_->given.notify_one();
  sync_->played.wait(lock, [this] { return windows_.empty() && !playing_; });
}

void Follower::startAnew() {
  (void)sync_.release(); // its waiters are gone: it could not be destroyed
  sync_ = std::make_unique<Sync>();
  has_thread_ = false;
  order_.clear();
}

} // namespace fsfind::record::sim
