#pragma once

#include "c2c-ingest/record/sim/Sampler.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <random>
#include <vector>

/// Lets one guest thread run at a time, each for a quantum of instructions, so that threads
/// interleave finely however few processors the host has. The turn goes from thread to thread.
///
/// QEMU stops all threads now and then (to fork, to exit, to flush its translations) and then waits
/// for each to leave the code it runs. The thread whose turn it is may thus be stopped while the
/// others wait for it here; so those who wait look from time to time whether it sleeps, and take
/// the turn from it if so. A thread that lost its turn waits for the next one at its next memory
/// access or block of code.
namespace fsfind::record::sim {

class LockStep {
public:
  struct Thread {
    std::uint32_t tid = 0;
    std::uint32_t cpu = 0;
    bool runnable = false;               ///< waits for a turn or has it
    std::atomic<std::uint32_t> turn{0};  ///< a futex: 1 when there is news about the turn
    std::atomic<std::uint64_t> steps{0}; ///< changes whenever the thread runs
    std::atomic<bool> busy{false};       ///< keeps its turn even if it sleeps
  };

  /// While this lives the thread may sleep without losing its turn. It must not wait for threads
  /// that wait for theirs.
  class Busy {
  public:
    explicit Busy(Thread &thread) : thread_(thread) { thread_.busy = true; }
    ~Busy() { thread_.busy = false; }
    Busy(const Busy &) = delete;
    Busy &operator=(const Busy &) = delete;

  private:
    Thread &thread_;
  };

  LockStep(std::uint32_t quantum, std::uint64_t seed)
      : quantum_(quantum, seed), random_(seed), in_order_(seed == 0) {}

  [[nodiscard]] bool hasTurn(const Thread &thread) const {
    return holder_.load(std::memory_order_relaxed) == &thread;
  }

  /// Waits for the thread's turn, if it does not have it already.
  void enter(Thread &thread);
  /// Counts instructions of the thread, which has the turn; waits if its turn is over thereby.
  void run(Thread &thread, std::uint64_t instructions) {
    thread.steps.store(thread.steps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (quantum_.count(instructions))
      yield(thread);
  }
  /// The thread needs no turns until it enters again. The others go on when so many have entered:
  /// those that it is about to wake. True if no thread is left that needs turns.
  bool leave(Thread &thread, std::uint64_t arrivals = 0);

  /// How many times a thread entered that was not in before.
  std::uint64_t arrivals();
  /// Waits, keeping the turn, until that many have entered: threads that the caller started or woke
  /// should be there at a time that does not depend on the host. Not for long.
  void awaitArrivals(Thread &host, std::uint64_t arrivals);

  /// For a process about to fork, and for its child, in which only `survivor` lives on.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  void becomeOnly(Thread &survivor);

private:
  void yield(Thread &thread);
  void give(Thread *next);
  static void wake(Thread *next);
  Thread *choose(const Thread *after);
  void await(Thread &thread);
  [[nodiscard]] bool sleepsLong(const Thread *holder) const;
  void takeTurn(Thread &thread, const Thread *from);

  std::atomic<Thread *> holder_{nullptr}; ///< changes under `mutex_`
  std::atomic<bool> alone_{true};         ///< at most one thread is runnable
  Countdown quantum_;                     ///< the holder's
  std::mutex mutex_;                      ///< guards what follows
  std::mt19937_64 random_;
  bool in_order_;
  std::vector<Thread *> runnable_; ///< in order of arrival
  std::uint64_t arrivals_ = 0;
  std::uint64_t departs_at_ = 0; ///< arrivals at which the holder, which left, passes its turn on
  std::condition_variable arrived_;
};

} // namespace fsfind::record::sim
