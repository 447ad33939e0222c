#pragma once

#include "c2c-ingest/record/sim/FreeThread.h"
#include "c2c-ingest/record/sim/Merge.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <utility>
#include <vector>

namespace fsfind::record::sim {

/// Plays what guest threads did while they go on: in a thread of its own once there are several,
/// else in the caller's.
class Follower {
public:
  using Order = Merge<FreeThread>;
  struct Window {
    std::vector<std::pair<FreeThread *, BatchPool::Batch>> batches;
    std::uint64_t until = 0; ///< what lies before this clock is to be played
    std::uint64_t since = 0; ///< it and all that comes later happened after that time, ns
    bool idle = false;       ///< no thread runs: it may be long until the next window
    bool watched = true;     ///< false: it lay between bursts
    bool ends_burst = false, precedes_burst = false;
    std::uint64_t executed = 0, simulated = 0; ///< instructions of all threads in it
  };
  /// Plays what lies before the window's end; its batches are added already.
  using Play = std::function<void(Order &, const Window &)>;

  /// `idle` is called now and then while nothing is given to the thread.
  Follower(Order order, Play play, std::function<void()> idle)
      : order_(std::move(order)), play_(std::move(play)), idle_(std::move(idle)) {}
  Follower(const Follower &) = delete;
  Follower &operator=(const Follower &) = delete;
  ~Follower();

  [[nodiscard]] bool hasThread() const { return has_thread_; }
  /// From now on windows are played in a thread of their own.
  void startThread();
  /// Returns soon if there is a thread, unless it is far behind: then when it has caught up. The
  /// thread is not woken for little, which it plays when there is more, or after a while.
  void give(Window window);
  /// From now on the thread plays at once what it is given: others wait for that.
  void playAtOnce() { at_once_ = true; }
  /// Returns when all that was given has been played.
  void drain();

  /// Around fork(2): nothing is being played from lock() to unlock(), which both processes call.
  void lock();
  void unlock() { sync_->mutex.unlock(); }
  /// In the child: no thread, nothing to play.
  void startAnew();

private:
  /// Accesses that are worth a switch to the thread; and windows, which may be short, with few.
  static constexpr std::size_t kEnough = 4096, kEnoughWindows = 32;
  static constexpr std::size_t kMostWaiting = 4; ///< windows with several times as much
  static constexpr std::chrono::milliseconds kIdleAfter{50};
  struct Sync {
    std::mutex mutex;
    std::condition_variable given, played;
  };

  static void *runThread(void *follower);
  void follow();
  [[nodiscard]] bool hasTimes(std::size_t times) const {
    return waiting_ >= times * kEnough || windows_.size() >= times * kEnoughWindows;
  }
  void waitUntilPlayed(std::unique_lock<std::mutex> &lock);
  void playOne(Window window);

  Order order_;
  Play play_;
  std::function<void()> idle_;
  std::unique_ptr<Sync> sync_ = std::make_unique<Sync>();
  std::atomic<bool> has_thread_{false};
  pthread_t thread_{};
  bool playing_ = false, ends_ = false, at_once_ = false;
  std::size_t waiting_ = 0; ///< accesses in `windows_`
  std::deque<Window> windows_;
};

} // namespace fsfind::record::sim
