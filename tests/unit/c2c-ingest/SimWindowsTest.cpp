// Threads that run freely in windows: what they do comes out as if they took turns.
#include "c2c-ingest/record/sim/Windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace fsfind::record::sim {
namespace simWindowsTest {

using testing::ElementsAre;

class SimWindows : public testing::Test {
protected:
  SimWindows()
      : follower_(
            Follower::Order(200, 0, pool_),
            [this](Follower::Order &order, const Follower::Window &window) {
              order.play(window.until, [this](FreeThread &thread, const AccessBatch &batch,
                                              std::size_t i) { note(thread, batch, i); });
            },
            [] {}),
        windows_(options_, time_, follower_, pool_,
                 [this](std::uint64_t) { return std::vector<std::uint64_t>{flag_}; }) {}

  /// The thread runs a block of code with one access.
  void runs(FreeThread &thread, std::uint64_t address, unsigned kind = LoggedAccess::Store,
            std::uint64_t instructions = 10) {
    thread.log.clock += instructions;
    if (thread.log.clock >= thread.log.limit)
      windows_.ask(thread);
    if (thread.log.next == thread.log.end)
      windows_.makeRoom(thread);
    *thread.log.next++ = LoggedAccess(0x401000, address, kind, 3, thread.log.clock);
  }

  Options options_{.quantum = 200, .window = 20'000, .seed = 0};
  SimulatedTime time_{8, 0};
  BatchPool pool_;
  std::vector<std::uint64_t> addresses_; ///< in the order in which they were played
  std::uint64_t last_time_ = 0;
  bool in_order_ = true;          ///< times of one thread never fall
  std::atomic<bool> flag_{false}; ///< all that lies in memory
  Follower follower_;
  Windows windows_;

private:
  void note(FreeThread &, const AccessBatch &batch, std::size_t i) {
    addresses_.push_back(batch.accesses[i].address());
    in_order_ = in_order_ && last_time_ <= batch.timeOf(i);
    last_time_ = batch.timeOf(i);
  }
};

TEST_F(SimWindows, OfOneThreadEverythingIsPlayedInItsOrder) {
  FreeThread thread;
  windows_.enter(thread);
  std::vector<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    runs(thread, i);
    expected.push_back(i);
    if (i % 7000 == 0) {
      windows_.beginCall(thread);
      windows_.closeIfIdle();
      EXPECT_EQ(addresses_.size(), i + 1) << "an idle process may be killed";
      windows_.endCall(thread);
    }
  }
  windows_.finish(true);
  EXPECT_EQ(addresses_, expected);
  EXPECT_TRUE(in_order_);
}

TEST_F(SimWindows, ThreadsInParallelTakeTurnsInTheModel) {
  constexpr std::uint64_t kSteps = 30'000, kOther = 1'000'000;
  const auto work = [&](std::uint64_t first) {
    FreeThread thread;
    windows_.enter(thread);
    for (std::uint64_t i = 0; i < kSteps; ++i)
      runs(thread, first + i);
    windows_.beginCall(thread);
    windows_.exit(thread);
  };
  FreeThread parent;
  windows_.enter(parent);
  follower_.startThread();
  windows_.begets(parent);
  windows_.begets(parent);
  windows_.beginCall(parent, 0x1000);
  std::thread one(work, 0), other(work, kOther);
  one.join();
  other.join();
  windows_.endCall(parent);
  windows_.finish(true);
  ASSERT_EQ(addresses_.size(), 2 * kSteps);
  std::size_t changes = 0;
  for (std::size_t i = 1; i < addresses_.size(); ++i)
    changes += (addresses_[i] < kOther) != (addresses_[i - 1] < kOther);
  EXPECT_GT(changes, kSteps * 10 / 200) << "about two for each turn of 20 blocks";
  EXPECT_LE(changes, 2 * (kSteps * 10 / 200 + 2)) << "no window cuts a turn in two";
}

TEST_F(SimWindows, WhoSpinsIsNotWaitedForAndSpinsOnEachTurn) {
  constexpr std::uint64_t kFlag = 7;
  FreeThread parent;
  windows_.enter(parent);
  follower_.startThread();
  windows_.begets(parent);
  std::thread spinner([&] {
    FreeThread thread;
    windows_.enter(thread);
    while (!flag_)
      runs(thread, kFlag, LoggedAccess::Load, 5);
    runs(thread, 8);
    windows_.beginCall(thread);
    windows_.exit(thread);
  });
  for (std::uint64_t i = 0; i < 20'000; ++i)
    runs(parent, 1000 + i);
  flag_ = true;
  windows_.beginCall(parent);
  spinner.join();
  windows_.endCall(parent);
  windows_.finish(true);
  const auto end = std::find(addresses_.begin(), addresses_.end(), 8);
  ASSERT_NE(end, addresses_.end());
  const auto spun = std::count(addresses_.begin(), end, kFlag);
  EXPECT_GE(spun, 20'000 * 10 / 200 / 2) << "once each turn, but for what was before it spun";
  EXPECT_GT(end - addresses_.begin(), 15'000) << "the spin ends after the work";
}

TEST_F(SimWindows, WhoMeetsAnotherThreadStaysCloseToIt) {
  constexpr std::uint64_t kClose = 1500, kSteps = 20'000;
  std::atomic<std::uint64_t> clock{0};
  std::atomic<bool> ends{false};
  FreeThread slow;
  windows_.enter(slow);
  follower_.startThread();
  windows_.begets(slow);
  std::thread fast([&] {
    FreeThread thread;
    windows_.enter(thread);
    for (std::uint64_t i = 0; i < kSteps; ++i) {
      if (i % 50 == 0)
        windows_.meet(thread);
      runs(thread, i);
      clock = thread.clock();
    }
    ends = true;
    windows_.beginCall(thread);
    windows_.exit(thread);
  });
  while (clock == 0)
    std::this_thread::yield();
  for (std::uint64_t i = 0; i < kSteps && !ends; ++i) {
    runs(slow, i);
    ASSERT_LE(clock, slow.clock() + kClose) << i;
  }
  windows_.beginCall(slow);
  fast.join();
  windows_.endCall(slow);
  windows_.finish(true);
}

TEST_F(SimWindows, WhoWakesOthersGoesOnWhenTheyDo) {
  FreeThread sleeper, waker;
  windows_.enter(sleeper);
  windows_.enter(waker);
  windows_.beginCall(sleeper, 0x1000, 0);
  windows_.wakes(waker, 0x1000);
  std::atomic<bool> back{false};
  std::thread host([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    back = true;
    windows_.endCall(sleeper, windows_.wokenAt(0x1000), true);
  });
  windows_.woke(waker, 0x1000, 1);
  EXPECT_TRUE(back);
  EXPECT_EQ(sleeper.state, FreeThread::State::Runs);
  host.join();
  windows_.wakes(waker, 0x1000);
  windows_.woke(waker, 0x1000, 0); // nobody slept
}

TEST_F(SimWindows, WhoIsMovedToAnotherFutexIsWaitedForThere) {
  FreeThread sleeper, waker;
  windows_.enter(sleeper);
  windows_.enter(waker);
  windows_.beginCall(sleeper, 0x1000, 0);
  windows_.movesTo(0x1000, 0x2000);
  windows_.wakes(waker, 0x2000);
  windows_.endCall(sleeper, 0, true); // it is back before its waker tells how many it woke
  windows_.woke(waker, 0x2000, 1);
  EXPECT_EQ(sleeper.futex, 0x2000U);
}

TEST_F(SimWindows, WhoFindsAnotherWordThanItWaitsForIsAboutToRun) {
  FreeThread late, waker;
  windows_.enter(late);
  windows_.enter(waker);
  windows_.beginCall(late, 0x1000, 5); // the host has not let it look at the word
  windows_.wakes(waker, 0x1000);
  windows_.woke(waker, 0x1000, 0);
  EXPECT_EQ(late.state, FreeThread::State::Woken);
  windows_.endCall(late);
}

TEST_F(SimWindows, ASystemCallHoldsNobodyUp) {
  FreeThread blocked, thread;
  windows_.enter(blocked);
  windows_.beginCall(blocked);
  windows_.enter(thread);
  for (std::uint64_t i = 0; i < 10'000; ++i)
    runs(thread, i);
  windows_.endCall(blocked);
  EXPECT_GT(blocked.clock() + options_.window, thread.clock()) << "it goes on where they are";
  windows_.finish(true);
  EXPECT_EQ(addresses_.size(), 10'000U);
}

/// A thread that ends a window keeps the lock until the follower has room for it.
TEST_F(SimWindows, TheFollowerWaitsForNobody) {
  windows_.lock();
  std::thread([this] { windows_.closeIfIdle(); }).join();
  windows_.unlock();
}

TEST_F(SimWindows, WhoIsWokenGoesOnAfterTheWaker) {
  FreeThread sleeper, waker;
  windows_.enter(sleeper);
  windows_.enter(waker);
  windows_.beginCall(sleeper, 0x1000);
  for (std::uint64_t i = 0; i < 100; ++i)
    runs(waker, i);
  windows_.wakes(waker, 0x1000);
  EXPECT_EQ(windows_.wokenAt(0x1000), waker.clock());
  EXPECT_EQ(windows_.wokenAt(0x2000), 0U);
  windows_.endCall(sleeper, windows_.wokenAt(0x1000));
  EXPECT_EQ(sleeper.clock(), waker.clock());
}

TEST(SimFollower, LittleIsPlayedThoughNothingMoreComes) {
  BatchPool pool;
  std::atomic<unsigned> played{0};
  Follower follower(
      Follower::Order(200, 0, pool), [&](Follower::Order &, const Follower::Window &) { ++played; },
      [] {});
  follower.startThread();
  for (unsigned windows = 1; windows <= 3; ++windows) {
    follower.give({});
    while (played < windows)
      std::this_thread::yield();
  }
  follower.give({});
  follower.drain();
  EXPECT_EQ(played, 4U);
}

} // namespace simWindowsTest
} // namespace fsfind::record::sim
