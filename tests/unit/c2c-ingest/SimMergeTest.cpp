// Accesses of threads that ran freely, brought into the order of turns.
#include "c2c-ingest/record/sim/Merge.h"
#include "c2c-ingest/record/sim/Spinning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace fsfind::record::sim {
namespace simMergeTest {

using testing::ElementsAre;

struct Thread {
  int number = 0;
};

struct Played {
  int thread = 0;
  std::uint64_t clock = 0, address = 0;
  bool operator==(const Played &) const = default;
};

class SimMerge : public testing::Test {
protected:
  using Order = Merge<Thread>;

  /// Accesses of a thread at these clocks, relative to `begin`; the addresses count up.
  BatchPool::Batch batch(std::uint64_t begin, const std::vector<std::uint64_t> &clocks) {
    BatchPool::Batch made = pool_.get();
    made->begin = begin;
    for (const std::uint64_t clock : clocks)
      made->accesses[made->count++] =
          LoggedAccess(0x401000, ++last_address_, LoggedAccess::Load, 3, clock);
    return made;
  }
  std::vector<Played> play(Order &order, std::uint64_t until) {
    std::vector<Played> played;
    order.play(until, [&](Thread &thread, const AccessBatch &made, std::size_t i) {
      played.push_back(
          {thread.number, made.begin + made.accesses[i].clock(), made.accesses[i].address()});
    });
    return played;
  }

  BatchPool pool_;
  Thread one_{1}, other_{2};
  std::uint64_t last_address_ = 0;
};

TEST_F(SimMerge, ThreadsTakeTurnsOfAQuantum) {
  Order order(100, 0, pool_);
  order.add(one_, batch(0, {0, 50, 100, 150}));
  order.add(other_, batch(0, {10, 60, 110}));
  EXPECT_THAT(play(order, 1000),
              ElementsAre(Played{1, 0, 1}, Played{1, 50, 2}, Played{2, 10, 5}, Played{2, 60, 6},
                          Played{1, 100, 3}, Played{1, 150, 4}, Played{2, 110, 7}));
}

TEST_F(SimMerge, WhatLiesBehindTheEndIsPlayedLater) {
  Order order(100, 0, pool_);
  order.add(one_, batch(0, {0, 120}));
  order.add(other_, batch(50, {0, 100}));
  EXPECT_THAT(play(order, 100), ElementsAre(Played{1, 0, 1}, Played{2, 50, 3}));
  EXPECT_THAT(play(order, 100), ElementsAre());
  order.add(one_, batch(200, {0}));
  EXPECT_THAT(play(order, 1000),
              ElementsAre(Played{1, 120, 2}, Played{2, 150, 4}, Played{1, 200, 5}));
}

TEST_F(SimMerge, WhatComesLateIsPlayedAtOnce) {
  Order order(100, 0, pool_);
  order.add(one_, batch(0, {0}));
  play(order, 500);
  order.add(other_, batch(0, {20}));
  EXPECT_THAT(play(order, 600), ElementsAre(Played{2, 20, 2}));
}

// Whatever the threads did: nothing is lost or doubled, each thread's order stays, and no thread is
// ahead of another by more than a turn.
TEST_F(SimMerge, KeepsAllAccessesInTheOrderOfClocks) {
  constexpr std::uint64_t kTurn = 200, kLongestTurn = kTurn + kTurn / 4;
  std::mt19937_64 random(7);
  Order order(kTurn, 7, pool_);
  std::size_t given = 0;
  std::vector<Played> played;
  std::vector<Thread> threads = {{0}, {1}, {2}, {3}, {4}};
  for (std::uint64_t window = 0; window < 20; ++window) {
    for (Thread &thread : threads) {
      std::vector<std::uint64_t> clocks(random() % 3000);
      for (std::uint64_t &clock : clocks)
        clock = random() % 20'000;
      std::sort(clocks.begin(), clocks.end());
      given += clocks.size();
      order.add(thread, batch(window * 20'000, clocks));
    }
    for (const Played &access : play(order, (window + 1) * 20'000))
      played.push_back(access);
  }
  EXPECT_EQ(played.size(), given);
  std::map<int, Played> last;
  std::uint64_t latest = 0;
  for (const Played &access : played) {
    EXPECT_LE(last[access.thread].clock, access.clock);
    EXPECT_LT(last[access.thread].address, access.address);
    EXPECT_GE(access.clock + kLongestTurn, latest);
    last[access.thread] = access;
    latest = std::max(latest, access.clock);
  }
}

// Whose turn was the last one of a slice is not the first of the next: threads take turns.
TEST_F(SimMerge, NoThreadHasTwoTurnsInOne) {
  constexpr std::uint64_t kTurn = 200, kTurns = 1000;
  Order order(kTurn, 7, pool_);
  std::vector<std::uint64_t> clocks;
  for (std::uint64_t clock = 0; clock < 100 * kTurn; clock += 50)
    clocks.push_back(clock);
  for (std::uint64_t window = 0; window < kTurns / 100; ++window)
    for (Thread *thread : {&one_, &other_})
      order.add(*thread, batch(window * 100 * kTurn, clocks));
  std::size_t changes = 0;
  int last = 0;
  for (const Played &access : play(order, UINT64_MAX))
    changes += std::exchange(last, access.thread) != access.thread;
  EXPECT_GE(changes, 2 * kTurns - 2);
}

TEST(SimLoggedAccess, KeepsWhatItIsGiven) {
  const LoggedAccess access(0x7fff'ffff'f123, 0x7fff'ffff'ffff'f8, LoggedAccess::Load, 4, 61'023);
  EXPECT_EQ(access.ip(), 0x7fff'ffff'f123U);
  EXPECT_EQ(access.address(), 0x7fff'ffff'ffff'f8U);
  EXPECT_EQ(access.size(), 16U);
  EXPECT_EQ(access.clock(), 61'023U);
  EXPECT_TRUE(access.loads());
  EXPECT_FALSE(access.stores());
  EXPECT_FALSE(access.sampled());
  EXPECT_EQ(access.at(5).clock(), 5U);
  EXPECT_EQ(access.at(5).ip(), access.ip());
}

// From clock 1000 to 1400 it went from 80 ns to 100, then to 130 at clock 2000.
TEST(SimLoggedAccess, HappenedBetweenTheTimesThatItsThreadLookedAt) {
  AccessBatch batch;
  for (std::size_t i = 0; i < 5; ++i)
    batch.accesses[i] = LoggedAccess(0x401000, 0x1000, LoggedAccess::Load, 3, 1000 + 200 * i);
  batch.stamps = {{2, 100, 1400, 80, 1000}, {5, 130, 2000, 100, 1400}};
  EXPECT_EQ(batch.timeOf(0), 80U);
  EXPECT_EQ(batch.timeOf(1), 90U);
  EXPECT_EQ(batch.timeOf(2), 100U);
  EXPECT_EQ(batch.timeOf(4), 120U);
  EXPECT_EQ(batch.timeOf(9), 130U) << "not yet known";
}

LoggedAccess load(std::uint64_t ip, std::uint64_t address) {
  return {ip, address, LoggedAccess::Load, 2, 0};
}

TEST(SimSpinning, TheSameLoadsAgainAndAgainAreASpin) {
  std::vector<LoggedAccess> accesses;
  for (int i = 0; i < 30; ++i)
    for (const std::uint64_t flag : {0x1000U, 0x2000U})
      accesses.push_back(load(0x400000 + flag, flag));
  const auto spin = spinOf(accesses);
  ASSERT_EQ(spin.size(), 2U);
  EXPECT_EQ(spin[0].address(), 0x1000U);
  accesses[3] = load(0x400000, 0x3000);
  EXPECT_TRUE(spinOf(accesses).empty()) << "it was something else before";
}

TEST(SimSpinning, WorkIsNone) {
  std::vector<LoggedAccess> sum, count;
  for (std::uint64_t i = 0; i < 100; ++i) {
    sum.push_back(load(0x400000, 0x1000 + i * 4));
    count.emplace_back(0x400000, 0x1000, LoggedAccess::Store, 2, 0);
  }
  EXPECT_TRUE(spinOf(sum).empty());
  EXPECT_TRUE(spinOf(count).empty());
  EXPECT_TRUE(spinOf({}).empty());
}

} // namespace simMergeTest
} // namespace fsfind::record::sim
