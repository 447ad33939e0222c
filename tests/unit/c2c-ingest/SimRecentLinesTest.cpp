// What a thread that runs freely need not log, and the slices for which that holds.
#include "c2c-ingest/record/sim/AccessLog.h"
#include "c2c-ingest/record/sim/Slices.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace fsfind::record::sim {
namespace simRecentLinesTest {

constexpr bool kLoad = false, kStore = true;
constexpr std::uint64_t kLine = 0x7000'1240, kWord = 8;

TEST(SimRecentLines, AFurtherStoreToTheSameBytesChangesNothing) {
  RecentLines recent;
  EXPECT_FALSE(recent.hold(kLine, kWord, kStore));
  recent.add(kLine + 8, kWord, kStore, true);
  EXPECT_TRUE(recent.hold(kLine + 8, kWord, kStore));
  EXPECT_TRUE(recent.hold(kLine + 12, 4, kStore));
  EXPECT_FALSE(recent.hold(kLine + 56, kWord, kStore)) << "others may yet meet these bytes";
  EXPECT_FALSE(recent.hold(kLine + 12, kWord, kStore)) << "the same of half of them";
  EXPECT_FALSE(recent.hold(kLine + 60, kWord, kLoad)) << "it reaches into the next line";
  EXPECT_FALSE(recent.hold(kLine + 64 * 64, kWord, kLoad)) << "another line in the same place";
}

TEST(SimRecentLines, AStoreAfterALoadChangesTheLine) {
  RecentLines recent;
  recent.add(0x1000, kWord, kStore, true);
  recent.add(kLine, kWord, kLoad, true);
  EXPECT_TRUE(recent.hold(kLine, kWord, kLoad));
  EXPECT_FALSE(recent.hold(kLine, kWord, kStore));
}

TEST(SimRecentLines, NothingOutlivesItsSlice) {
  RecentLines recent;
  for (unsigned slice = 0; slice < 1000; ++slice) {
    ASSERT_FALSE(recent.hold(kLine, kWord, kLoad)) << slice;
    if (slice % 300 == 0)
      recent.add(kLine, kWord, kStore, true);
    recent.beginSlice();
  }
  recent.add(kLine, kWord, kStore, false);
  EXPECT_FALSE(recent.hold(kLine, kWord, kStore)) << "it belongs to the slice before";
}

TEST(SimRecentLines, LoadsOfOtherBytesTellWhatTheLineIsHeldFor) {
  RecentLines recent;
  recent.add(kLine, kWord, kLoad, true);
  EXPECT_TRUE(recent.hold(kLine, kWord, kLoad));
  EXPECT_FALSE(recent.hold(kLine + 8, kWord, kLoad));
  recent.add(kLine + 8, kWord, kStore, true);
  EXPECT_TRUE(recent.hold(kLine + 8, kWord, kLoad));
  EXPECT_FALSE(recent.hold(kLine, kWord, kStore));
}

TEST(SimRecentLines, ShorterLinesAreNotKnown) {
  RecentLines recent(32);
  recent.add(kLine, kWord, kStore, true);
  EXPECT_FALSE(recent.hold(kLine, kWord, kLoad));
}

TEST(SimAccessLog, WhatIsGrantedPassesByItsRights) {
  const auto grants = std::make_unique<Grants>(64);
  AccessLog log;
  log.grants = grants.get();
  log.stores = 3;
  log.noted_stores = 3;
  constexpr unsigned kWordShift = 3;
  const auto passes = [&](std::uint64_t address, unsigned kind) {
    return log.passes(address, kind, kWordShift);
  };
  grants->give(kLine, Grants::Load);
  EXPECT_FALSE(passes(kLine, LoggedAccess::Store));
  EXPECT_FALSE(passes(kLine, LoggedAccess::Load | LoggedAccess::Store));
  EXPECT_TRUE(passes(kLine + 8, LoggedAccess::Load));
  grants->give(kLine, Grants::Load | Grants::Store);
  EXPECT_TRUE(passes(kLine, LoggedAccess::Load));
  EXPECT_FALSE(passes(kLine + 60, LoggedAccess::Load)) << "half of it is elsewhere";
  EXPECT_TRUE(passes(kLine, LoggedAccess::Store));
  EXPECT_TRUE(passes(kLine, LoggedAccess::Load | LoggedAccess::Store));
  EXPECT_FALSE(passes(kLine, LoggedAccess::Store)) << "a sample is due";
  grants->revoke(kLine);
  EXPECT_FALSE(passes(kLine, LoggedAccess::Load));
}

class Logged : public testing::Test {
protected:
  Logged() {
    log_.next = accesses_.data();
    log_.end = log_.next + accesses_.size();
    log_.slice_end = 200;
  }
  bool meets(std::uint64_t address, unsigned kind) {
    const bool may = log_.mayMeet(0x401000, address, kind);
    log_.add(0x401000, address, kind, 3, 0);
    return may;
  }

  std::array<LoggedAccess, AccessBatch::kCapacity> accesses_;
  AccessLog log_;
};

TEST_F(Logged, WhoLoadsTheSameAgainAndAgainMayMeetWhoStoresThere) {
  for (int i = 0; i < 4; ++i)
    EXPECT_FALSE(meets(kLine, LoggedAccess::Load)) << i;
  EXPECT_TRUE(meets(kLine, LoggedAccess::Load));
  EXPECT_FALSE(meets(kLine + 64, LoggedAccess::Load));
  EXPECT_TRUE(meets(kLine, LoggedAccess::Load | LoggedAccess::Store)) << "atomically";
}

TEST_F(Logged, AStoreBetweenTwoLoadsIsWork) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(meets(kLine, LoggedAccess::Load));
    EXPECT_FALSE(accesses_[static_cast<std::size_t>(i)].worked() != (i != 0));
    --log_.stores; // one that was left out
    EXPECT_TRUE(log_.hasStored());
  }
}

TEST_F(Logged, ALoadThatGivesAnotherValueThanTheOneBeforeHasMetAStore) {
  const auto changed = [&](std::uint64_t value) {
    const bool is = log_.compare(0x401000, kLine, value) != 0;
    log_.add(0x401000, kLine, LoggedAccess::Load, 3, 0);
    return is;
  };
  EXPECT_FALSE(changed(1)) << "the first one";
  EXPECT_FALSE(changed(1));
  EXPECT_TRUE(changed(0));
  --log_.stores;
  EXPECT_FALSE(changed(1)) << "it may be the thread's own";
}

TEST(SimSlices, HoldTheirBegins) {
  for (const std::uint64_t seed : {0U, 7U}) {
    const Slices slices(200, seed);
    for (std::uint64_t clock = 0; clock < 20'000; ++clock) {
      const std::uint64_t begin = slices.beginBefore(clock);
      ASSERT_LE(begin, clock);
      ASSERT_EQ(slices.endAfter(begin), slices.endAfter(clock));
    }
  }
}

TEST(SimSlices, FollowEachOtherAndDifferByAQuarterAtMost) {
  constexpr std::uint32_t kQuantum = 200;
  const Slices slices(kQuantum, 7);
  std::set<std::uint64_t> lengths;
  std::uint64_t begin = slices.endAfter(0);
  for (unsigned slice = 0; slice < 10'000; ++slice) {
    const std::uint64_t end = slices.endAfter(begin);
    ASSERT_GE(end, begin + kQuantum * 3 / 4);
    ASSERT_LE(end, begin + kQuantum * 5 / 4);
    ASSERT_EQ(slices.endAfter(begin + (end - begin) / 2), end);
    ASSERT_EQ(slices.endAfter(end - 1), end);
    lengths.insert(end - begin);
    begin = end;
  }
  EXPECT_NEAR(static_cast<double>(begin), 10'000.0 * kQuantum, kQuantum * 2);
  EXPECT_GT(lengths.size(), 90U);
}

TEST(SimSlices, WithoutASeedAreQuanta) {
  const Slices slices(100, 0);
  EXPECT_EQ(slices.endAfter(0), 100U);
  EXPECT_EQ(slices.endAfter(99), 100U);
  EXPECT_EQ(slices.endAfter(100), 200U);
}

} // namespace simRecentLinesTest
} // namespace fsfind::record::sim
