// Where the bursts of a recording lie, and what threads do between them.
#include "c2c-ingest/record/sim/Windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

namespace fsfind::record::sim {
namespace simBurstsTest {

constexpr std::uint32_t kBudget = 20;
constexpr std::uint64_t kPeriod = kBurst * 100 / kBudget;

std::vector<std::uint64_t> places(std::uint64_t seed, std::uint64_t count = 50) {
  const Bursts bursts(kBudget, seed);
  std::vector<std::uint64_t> begins;
  for (std::uint64_t period = 0; period < count; ++period)
    begins.push_back(bursts.beginOf(period));
  return begins;
}

TEST(SimBursts, OneLiesInEachPeriodTheFirstAtTheStart) {
  const std::vector<std::uint64_t> begins = places(7);
  EXPECT_EQ(begins.front(), 0U);
  std::set<std::uint64_t> within;
  for (std::uint64_t period = 1; period < begins.size(); ++period) {
    ASSERT_GE(begins[period], period * kPeriod);
    ASSERT_LE(begins[period] + kBurst, (period + 1) * kPeriod);
    within.insert((begins[period] - period * kPeriod) / kBurst);
  }
  EXPECT_EQ(within.size(), 4U) << "all parts of the period are chosen";
}

TEST(SimBursts, SeedsDecideWhere) {
  EXPECT_EQ(places(7), places(7));
  EXPECT_NE(places(7), places(8));
  EXPECT_EQ(places(0)[3], 3 * kPeriod) << "seed 0: nothing is left to chance";
}

TEST(SimBursts, StretchesFollowEachOther) {
  const Bursts bursts(kBudget, 3);
  std::uint64_t clock = 0, watched = 0;
  bool before = false;
  while (clock < 100 * kPeriod) {
    const Bursts::Stretch stretch = bursts.at(clock);
    ASSERT_GT(stretch.end, clock);
    EXPECT_EQ(bursts.at(stretch.end - 1).watched, stretch.watched);
    EXPECT_TRUE(stretch.watched || before) << "no two gaps in a row";
    watched += stretch.watched ? stretch.end - clock : 0;
    before = stretch.watched;
    clock = stretch.end;
  }
  EXPECT_NEAR(static_cast<double>(watched) / static_cast<double>(clock), 0.2, 0.01);
}

TEST(SimBursts, WithoutABudgetAllIsWatched) {
  for (const std::uint32_t budget : {0U, 100U}) {
    EXPECT_TRUE(Bursts(budget, 1).at(123'456'789).watched);
    EXPECT_EQ(Bursts(budget, 1).at(0).end, UINT64_MAX);
  }
}

class SimBurstWindows : public testing::Test {
protected:
  SimBurstWindows()
      : follower_(
            Follower::Order(200, 0, pool_),
            [this](Follower::Order &order, const Follower::Window &window) {
              order.play(window.until, [this](FreeThread &, const AccessBatch &batch,
                                              std::size_t i) { note(batch, i); });
              executed_ += window.executed;
              simulated_ += window.simulated;
              ended_ += window.ends_burst;
              resumed_ += window.precedes_burst;
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
    if (thread.log.idle)
      return;
    if (thread.log.next == thread.log.end)
      windows_.makeRoom(thread);
    *thread.log.next++ = LoggedAccess(0x401000, address, kind, 3, thread.log.clock);
    ++logged_;
  }

  Options options_{.quantum = 200, .window = 20'000, .budget = kBudget, .seed = 0};
  SimulatedTime time_{8, 0};
  BatchPool pool_;
  std::vector<std::uint64_t> addresses_; ///< in the order in which they were played
  std::uint64_t executed_ = 0, simulated_ = 0, ended_ = 0, resumed_ = 0;
  std::atomic<std::uint64_t> logged_{0};
  std::atomic<bool> flag_{false}; ///< all that lies in memory
  Follower follower_;
  Windows windows_;

private:
  void note(const AccessBatch &batch, std::size_t i) {
    addresses_.push_back(batch.accesses[i].address());
  }
};

TEST_F(SimBurstWindows, OfOneThreadWhatLiesInBurstsIsPlayed) {
  constexpr std::uint64_t kStep = 10, kPeriods = 4;
  FreeThread thread;
  windows_.enter(thread);
  for (std::uint64_t i = 0; i < kPeriods * kPeriod / kStep; ++i)
    runs(thread, i);
  windows_.finish(true);
  ASSERT_FALSE(addresses_.empty());
  EXPECT_EQ(addresses_.front(), 0U);
  std::vector<std::uint64_t> begins = {0};
  for (std::size_t i = 1; i < addresses_.size(); ++i)
    if (addresses_[i] != addresses_[i - 1] + 1)
      begins.push_back(addresses_[i] * kStep);
  ASSERT_EQ(begins.size(), kPeriods) << "without a break within a burst";
  for (std::uint64_t period = 0; period < kPeriods; ++period)
    EXPECT_NEAR(static_cast<double>(begins[period]), static_cast<double>(period * kPeriod),
                kPeriod / 20.0);
  const auto expected = static_cast<double>(kPeriods * kBurst / kStep);
  EXPECT_NEAR(static_cast<double>(addresses_.size()), expected, expected / 100);
  EXPECT_LT(logged_, addresses_.size() * 5 / 4) << "between bursts hardly anything is logged";
  EXPECT_NEAR(static_cast<double>(executed_), static_cast<double>(kPeriods * kPeriod),
              static_cast<double>(kPeriods * kPeriod) / 100);
  EXPECT_NEAR(static_cast<double>(simulated_), static_cast<double>(kPeriods * kBurst),
              static_cast<double>(kPeriods * kBurst) / 100);
  EXPECT_GE(ended_, kPeriods - 1);
  EXPECT_EQ(resumed_, kPeriods - 1);
}

TEST_F(SimBurstWindows, BurstsOpenForAllThreadsAtOnce) {
  constexpr std::uint64_t kSteps = 4 * kPeriod / 10, kOther = 1U << 30;
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
  std::size_t changes = 0;
  for (std::size_t i = 1; i < addresses_.size(); ++i)
    changes += (addresses_[i] < kOther) != (addresses_[i - 1] < kOther);
  EXPECT_GT(addresses_.size(), 2 * 3 * kBurst / 10);
  EXPECT_LT(addresses_.size(), 2 * 5 * kBurst / 10);
  EXPECT_GT(changes, addresses_.size() / 40) << "about one for each turn of 20 blocks";
}

TEST_F(SimBurstWindows, WhoSleepsBetweenBurstsHoldsNobodyUp) {
  std::atomic<bool> sleeps{false}, wakes{false};
  FreeThread thread;
  windows_.enter(thread);
  follower_.startThread();
  windows_.begets(thread);
  std::thread sleeper([&] {
    FreeThread other;
    windows_.enter(other);
    while (other.watched)
      runs(other, 1);
    sleeps = true;
    sleeps.notify_one();
    wakes.wait(false);
    windows_.beginCall(other);
    windows_.exit(other);
  });
  while (thread.watched)
    runs(thread, 2);
  sleeps.wait(false);
  for (std::uint64_t i = 0; i < 4 * kPeriod / 10; ++i)
    runs(thread, 3);
  wakes = true;
  wakes.notify_one();
  windows_.beginCall(thread);
  sleeper.join();
  windows_.endCall(thread);
  windows_.finish(true);
  EXPECT_GE(resumed_, 2U) << "bursts began without it";
  EXPECT_GT(std::count(addresses_.begin(), addresses_.end(), 3),
            static_cast<std::ptrdiff_t>(kBurst / 10));
}

/// Else a program whose threads wait for one of them would take a turn of the host's scheduler for
/// each step of that one.
TEST_F(SimBurstWindows, WhoSpinsBetweenBurstsIsSeenToSpin) {
  FreeThread parent;
  windows_.enter(parent);
  follower_.startThread();
  windows_.begets(parent);
  std::atomic<bool> spins{false};
  std::thread spinner([&] {
    FreeThread thread;
    windows_.enter(thread);
    while (!flag_) {
      runs(thread, 7, LoggedAccess::Load, 5);
      spins = spins || (!thread.watched && thread.state == FreeThread::State::Spins);
    }
    runs(thread, 8);
    windows_.beginCall(thread);
    windows_.exit(thread);
  });
  for (std::uint64_t i = 0; i < 3 * kPeriod / 10 || !spins; ++i)
    runs(parent, 1000 + i);
  flag_ = true;
  windows_.beginCall(parent);
  spinner.join();
  windows_.endCall(parent);
  windows_.finish(true);
  EXPECT_GT(std::count(addresses_.begin(), addresses_.end(), 7),
            static_cast<std::ptrdiff_t>(2 * kBurst / 200 / 2))
      << "once each turn of the bursts";
}

TEST_F(SimBurstWindows, ThreadsThatSleepLetTheClockGoOn) {
  FreeThread sleeper, thread;
  windows_.enter(sleeper);
  windows_.beginCall(sleeper);
  windows_.enter(thread);
  for (std::uint64_t i = 0; i < 2 * kPeriod / 10; ++i) {
    runs(thread, i);
    if (i % 1000 == 0) {
      windows_.beginCall(thread);
      windows_.closeIfIdle();
      windows_.endCall(thread);
    }
  }
  windows_.endCall(sleeper);
  windows_.finish(true);
  EXPECT_EQ(resumed_, 1U);
  EXPECT_GT(addresses_.size(), kBurst / 10 * 19 / 10);
  EXPECT_LT(addresses_.size(), kBurst / 10 * 22 / 10);
}

} // namespace simBurstsTest
} // namespace fsfind::record::sim
