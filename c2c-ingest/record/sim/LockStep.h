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
/// others wait for it here; so a waiting thread checks from time to time whether that thread
/// sleeps, and then takes the turn. A thread that lost its turn waits for the next one at its next
/// memory access or block of code.
namespace fsfind::record::sim {

class LockStep {
public:
  struct Thread {
    std::uint32_t tid = 0;
    std::uint32_t cpu = 0;
    bool runnable = false;               ///< waits for a turn or has it
    std::atomic<std::uint32_t> turn{0};  ///< a futex: 1 wakes the thread to check its turn
    std::atomic<std::uint64_t> steps{0}; ///< changes whenever the thread runs
    std::atomic<bool> busy{false};       ///< keeps its turn even if it sleeps
    bool ends = false;                   ///< its turn ends within the present block, or with it
    std::uint64_t beyond = 0;            ///< instructions of the block that are left then; else 0
  };

  /// While this object lives, the thread may sleep without losing its turn. It must not wait for a
  /// thread that waits for a turn: both would wait for ever.
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
  /// Counts the instructions of a block that the thread, which has the turn, begins. A turn ends
  /// anywhere in a block: if it ended where blocks begin, a loop would always get the line that it
  /// shares by the same access, which may be a store.
  void run(Thread &thread, std::uint64_t instructions) {
    thread.steps.store(thread.steps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (thread.ends)
      yield(thread);
    if (const auto beyond = quantum_.endsWithin(instructions)) {
      thread.ends = true;
      thread.beyond = *beyond;
    }
  }
  /// The thread, which has the turn, accesses memory by an instruction, with which so many of its
  /// block are left; if its turn ended before that, waits for the next. The load and the store of
  /// one instruction are in one turn.
  void reach(Thread &thread, std::uint64_t left) {
    if (left <= thread.beyond)
      yield(thread);
  }
  /// The thread gets no turns until it enters again. If `arrivals` is above the present count, the
  /// next turn begins only when the count reaches it: the threads that it is about to wake have
  /// then entered. True if no runnable thread is left.
  bool leave(Thread &thread, std::uint64_t arrivals = 0);

  /// Threads that run or wait for their turn.
  std::size_t runnable();
  /// How many times a thread became runnable by entering.
  std::uint64_t arrivals();
  /// Waits, keeping the turn, until `arrivals()` reaches that count, for half a second at most: so
  /// threads that the caller started or woke enter at the same simulated time on every host.
  void awaitArrivals(Thread &host, std::uint64_t arrivals);

  /// Around fork(2): lock before it, unlock after it in both processes. becomeOnly: in the child,
  /// where `survivor` is the only thread.
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
  Countdown quantum_;                     ///< instructions left of the holder's turn
  std::mutex mutex_;                      ///< guards what follows
  std::mt19937_64 random_;
  bool in_order_;
  std::vector<Thread *> runnable_; ///< in order of arrival
  std::uint64_t arrivals_ = 0;
  std::uint64_t departs_at_ = 0; ///< not 0: the holder has left; the next turn starts at this count
  std::condition_variable arrived_;
};

} // namespace fsfind::record::sim
