#pragma once

#include "c2c-ingest/record/sim/Bursts.h"
#include "c2c-ingest/record/sim/Follower.h"
#include "c2c-ingest/record/sim/FreeThread.h"
#include "c2c-ingest/record/sim/SimulatedTime.h"
#include "c2c-ingest/record/sim/Slices.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fsfind::record::sim {

/// Lets guest threads run in parallel, as the host sees fit, within a window of so many of their
/// own instructions; who comes to its end waits for the others. Then what all did is given to the
/// follower, and the next window begins.
///
/// How long windows are decides what is seen and what it costs. Say one thread fills a slot and
/// sets a flag, and another one waits for the flag and empties the slot. If each may be 50,000
/// instructions ahead, the first fills all slots while the host lets the second one wait, and the
/// two never touch a line in turn; if none may be more than two turns ahead, they alternate as they
/// would on two processors, and each pair of turns costs the host two switches. Threads that only
/// add up what is theirs, and happen to share a line, alternate on it in the model however far
/// apart the host runs them: there the clock alone orders what they did. So windows are as long as
/// Options::window, and a few turns long for a while (kMeetTurns) after threads have met:
///  - by a futex on which one waits or wakes another (beginCall, wakes);
///  - by a word that one loads again and again, or that two change atomically (meet);
///  - and, for longer, when a thread is started, so that none runs far ahead of one that does not
///    exist yet.
/// Who meets another in a long window ends it there. Threads that are ahead then wait until the
/// others come, through as many windows as that takes. After that each window is twice as long as
/// the one before. Windows end where turns of the model end (Slices): cut in two, a turn of one
/// thread would be two, with one of another between.
///
/// Nobody waits for threads in system calls that may sleep, nor for those that only spin: whatever
/// they really do, as the host lets them run or not, they are taken to spin once each turn, until
/// the turn after that of the thread that ran last. A thread that wakes others goes on when they
/// do, as else a host that is busy would let it run on alone. QEMU stops all threads now and then,
/// and waits for each to leave the code it runs: so who waits here looks from time to time whether
/// those it waits for sleep.
///
/// With Options::budget, windows lie in bursts. Between two bursts nobody waits for anybody, until
/// all together have executed as much as they should; then the next burst begins for all of them at
/// once. There threads log nothing but a glance now and then, which shows whether they only spin.
class Windows {
public:
  /// The guest's words at an address; none if they cannot be read.
  using Words = std::function<std::vector<std::uint64_t>(std::uint64_t address)>;

  Windows(const Options &options, SimulatedTime &time, Follower &follower, BatchPool &pool,
          Words words)
      : longest_(std::max(options.window, options.quantum)), turn_(options.quantum),
        slices_(options.quantum, options.seed), bursts_(options.budget, options.seed), time_(time),
        follower_(follower), pool_(pool), words_(std::move(words)) {}

  /// The calling thread is a new one.
  void enter(FreeThread &thread);
  /// The thread's clock has come to its limit.
  void ask(FreeThread &thread);
  /// The thread's batch is full.
  void makeRoom(FreeThread &thread);
  /// A system call begins that may sleep, for the futex if it is not 0.
  /// `expected`: it goes on at once if that does not lie there.
  void beginCall(FreeThread &thread, std::uint64_t futex = 0,
                 std::optional<std::uint32_t> expected = {});
  /// The call ends; the thread goes on at that clock or later. `woken`: another thread has woken
  /// it.
  void endCall(FreeThread &thread, std::uint64_t clock = 0, bool woken = false);
  /// The thread is about to wake those that wait for the futex. It has done so: it woke so many,
  /// and waits until they are back.
  void wakes(FreeThread &thread, std::uint64_t futex);
  void woke(FreeThread &thread, std::uint64_t futex, std::uint64_t threads);
  /// Those that wait for the one are about to wait for the other.
  void movesTo(std::uint64_t futex, std::uint64_t other);
  /// The clock of the thread that woke the futex last; 0 if that is not known.
  std::uint64_t wokenAt(std::uint64_t futex);
  /// The thread is about to start another one, which will `enter`. It did not start.
  void begets(const FreeThread &parent);
  void begotNone();
  /// Ends the window if all threads are in system calls: the process may be killed there. Does
  /// nothing while another thread is at work here: then they are not.
  void closeIfIdle();
  /// The thread meets another one, or may: by a lock, a spin, or what both change atomically. From
  /// here on windows are short for a while.
  void meet(FreeThread &thread);
  /// The thread is gone; what it did is given to the follower with the present window.
  void exit(FreeThread &thread);
  /// What the thread did so far was before what happens now. If it only spun, that does not count
  /// as executed: how long it spins is the host's affair.
  void stamp(FreeThread &thread, bool works = true);

  /// The time, ns, since which nothing is simulated; UINT64_MAX in a burst.
  [[nodiscard]] std::uint64_t restsSince() const {
    return rests_since_.load(std::memory_order_relaxed);
  }

  /// From now on no thread waits for another: the process is about to end.
  void dissolve();
  /// Gives all that happened to the follower and returns when it has played it. Of threads that
  /// still run, what they did since they last asked is left out, unless none can (`stopped`).
  void finish(bool stopped);

  /// Around fork(2): lock before it, unlock after it in both processes. becomeOnly: in the child,
  /// where `survivor` is the only thread and has done nothing.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  void becomeOnly(FreeThread &survivor);

private:
  using State = FreeThread::State;
  /// So many turns threads stay close together after one has met another.
  static constexpr std::uint64_t kMeetTurns = 25;
  static constexpr std::uint64_t kShortest = 200; ///< instructions of a window
  struct Wake {
    std::uint64_t futex = 0, clock = 0;
    std::uint64_t woken = 0, back = 0; ///< threads; back: of these, returned from their calls
    unsigned wakers = 0;               ///< threads that are waking others
  };

  void set(FreeThread &thread, State state);
  bool allHaveCome();
  [[nodiscard]] std::vector<std::uint64_t> seenBy(const std::vector<LoggedAccess> &loads) const;
  void join(FreeThread &thread, std::uint64_t clock);
  void leave(FreeThread &thread, State state);
  void close();
  void passTo(FreeThread &thread, Follower::Window &window);
  void leaveBehind(FreeThread &thread);
  void callIn(FreeThread &thread);
  void handOver(FreeThread &thread, Follower::Window &window);
  void startBatch(FreeThread &thread);
  void moveTo(FreeThread &thread, std::uint64_t clock);
  void stayClose(const FreeThread &thread, std::uint64_t turns);
  Wake &wakeOf(std::uint64_t futex);
  void rouse(std::uint64_t futex);
  void setLimit(FreeThread &thread);
  [[nodiscard]] bool isIn(const FreeThread &thread) const;
  [[nodiscard]] std::uint64_t clockBetweenBursts() const;
  void countWork(FreeThread &thread, std::uint64_t executed);
  void goOnBetweenBursts(FreeThread &thread);
  Follower::Window endWindow();
  void beginWindow(Follower::Window &before);
  static void forget(FreeThread &thread);
  void wait(const FreeThread &thread, std::uint32_t generation);
  void leaveSleepersBehind();
  void look(std::uint32_t generation);
  void spinOn(FreeThread &thread, std::span<const LoggedAccess> spin);
  void handOverSpin(FreeThread &thread, std::uint64_t until, Follower::Window &window);
  void stopSpinning(FreeThread &thread);
  [[nodiscard]] std::uint64_t endOfWindow() const;

  std::uint64_t longest_, turn_;
  const Slices slices_;
  std::uint64_t shortest_ = std::min(longest_, std::max(turn_ * 5 / 2, kShortest));
  const Bursts bursts_;
  SimulatedTime &time_;
  Follower &follower_;
  BatchPool &pool_;
  Words words_;
  std::atomic<std::uint32_t> generation_{0}; ///< a futex: how many windows were closed
  std::atomic<bool> dissolved_{false};
  std::atomic<std::uint64_t> executed_{0}, simulated_{0}; ///< instructions in this window
  std::atomic<std::uint64_t> tight_until_{0};             ///< a clock; changes under the mutex
  std::atomic<std::uint64_t> length_ = shortest_;      ///< of the window; changes under the mutex
  std::atomic<bool> watched_{true};                    ///< the window is in a burst; likewise
  std::atomic<std::uint64_t> rests_since_{UINT64_MAX}; ///< likewise
  std::mutex mutex_;                                   ///< guards what follows
  std::uint64_t usual_ = shortest_;                    ///< length of windows in bursts
  Bursts::Stretch stretch_ = bursts_.at(0);            ///< that the window lies in
  std::uint64_t in_burst_ = 0; ///< instructions of all threads in this burst
  double concurrency_ = 1; ///< these by the clock's in the last burst: threads that ran at a time
  std::vector<FreeThread *> threads_;
  std::uint64_t begin_ = 0;  ///< the clock at which the window began
  std::uint64_t latest_ = 0; ///< the latest clock that a thread is known to have come to
  std::uint64_t birth_ = 0;  ///< the clock at which a thread started another one
  std::size_t running_ = 0;  ///< threads that run or are about to
  std::size_t waiting_ = 0;
  std::size_t unborn_ = 0; ///< threads that were started and did not enter yet
  std::unique_ptr<std::condition_variable> arrived_ = std::make_unique<std::condition_variable>();
  unsigned vain_looks_ = 0;                    ///< for the unborn
  std::uint64_t opened_ = 0, next_opened_ = 0; ///< when the last but one and the last window ended
  std::array<Wake, 256> wakes_;                ///< the last ones, by a hash of the futex
  Follower::Window late_;                      ///< batches of threads that had to begin new ones
};

} // namespace fsfind::record::sim
