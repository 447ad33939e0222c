// What accesses that are played late meet: the blocks and mappings of their time.
#include "c2c-ingest/record/sim/AllocationTable.h"
#include "c2c-ingest/record/sim/MapChanges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::record::sim {
namespace simLatePlayTest {

TEST(SimAllocationTable, AHitIsOnTheBlockOfItsTime) {
  AllocationTable table;
  table.take({.address = 0x1000, .size = 32, .begin = 10, .caller = 1});
  EXPECT_FALSE(table.giveBack(0x1000, 20));
  table.take({.address = 0x1010, .size = 64, .begin = 30, .caller = 2});
  const auto late = table.hit(0x1014, 15);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->caller, 1U);
  EXPECT_EQ(late->end, 20U);
  EXPECT_FALSE(table.hit(0x1014, 16)) << "it is recorded";
  EXPECT_FALSE(table.hit(0x1014, 25)) << "nobody had it then";
  const auto living = table.hit(0x1014, 40);
  ASSERT_TRUE(living);
  EXPECT_EQ(living->caller, 2U);
  EXPECT_TRUE(table.giveBack(0x1010, 50)) << "recorded again, with its end";
}

TEST(SimAllocationTable, BlocksThatNobodyCanHitAreForgotten) {
  AllocationTable table;
  for (std::uint64_t time = 0; time < 10; ++time) {
    table.take({.address = 0x1000, .size = 32, .begin = time * 10});
    table.giveBack(0x1000, time * 10 + 5);
  }
  table.forgetEnded(52);
  EXPECT_FALSE(table.hit(0x1000, 41));
  EXPECT_TRUE(table.hit(0x1000, 52));
}

// The simulation rests from 100 to 200, and from 300 on; what happens between is played late.
TEST(SimAllocationTable, OfBlocksThatLiveInOneRestNothingIsKept) {
  AllocationTable table;
  table.take({.address = 0x1000, .size = 32, .begin = 110, .caller = 1}, true);
  table.giveBack(0x1000, 120, 100);
  EXPECT_FALSE(table.hit(0x1000, 115));
}

TEST(SimAllocationTable, BlocksOfARestThatLiveOnAreHit) {
  AllocationTable table;
  for (std::uint64_t i = 0; i < 3; ++i)
    table.take({.address = 0x1000 + 0x100 * i, .size = 32, .begin = 110 + i, .caller = i}, true);
  EXPECT_FALSE(table.giveBack(0x1000, 250)) << "in the burst";
  EXPECT_FALSE(table.giveBack(0x1100, 310, 300)) << "in the next rest";
  for (std::uint64_t i = 0; i < 3; ++i) {
    const auto block = table.hit(0x1010 + 0x100 * i, 240);
    ASSERT_TRUE(block) << i;
    EXPECT_EQ(block->caller, i);
  }
}

// As malloc and the operator new around it tell, with the begin or the end of a rest in between.
TEST(SimAllocationTable, TheLastTellingCountsAcrossTheEndOfARest) {
  AllocationTable table;
  table.take({.address = 0x1000, .size = 64, .begin = 190, .caller = 1}, true);
  EXPECT_FALSE(table.take({.address = 0x1000, .size = 64, .begin = 201, .caller = 2}));
  const auto block = table.hit(0x1008, 220);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->caller, 2U);
}

TEST(SimAllocationTable, ABlockThatIsToldAgainInARestLeavesNothingWhenItEnds) {
  AllocationTable table;
  table.take({.address = 0x1000, .size = 64, .begin = 290, .caller = 1});
  EXPECT_FALSE(table.take({.address = 0x1000, .size = 64, .begin = 301, .caller = 2}, true));
  EXPECT_FALSE(table.giveBack(0x1000, 310, 300));
  table.take({.address = 0xff0, .size = 256, .begin = 410, .caller = 3});
  const auto block = table.hit(0x1008, 420);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->caller, 3U) << "not the one before";
  const auto late = table.hit(0x1008, 295);
  ASSERT_TRUE(late) << "it lived in the burst";
  EXPECT_EQ(late->caller, 1U);
}

TEST(SimAllocationTable, ARecordedBlockEndsWhenItsAddressIsTakenAgain) {
  for (const bool rests : {false, true}) {
    AllocationTable table;
    table.take({.address = 0x1000, .size = 64, .begin = 210, .caller = 1});
    EXPECT_TRUE(table.hit(0x1008, 220));
    const auto before =
        table.take({.address = 0x1000, .size = 64, .begin = 310, .caller = 2}, rests);
    ASSERT_TRUE(before) << rests;
    EXPECT_EQ(before->caller, 1U);
    EXPECT_EQ(before->end, 310U);
    const auto block = table.hit(0x1008, 410);
    ASSERT_TRUE(block) << rests;
    EXPECT_EQ(block->caller, 2U);
  }
}

TEST(SimMapChanges, WhatWasThereIsToldOnce) {
  MapChanges changes;
  changes.add({.time = 100,
               .start = 0x2000,
               .length = 0x2000,
               .unmaps = true,
               .before = {{.start = 0x2000, .end = 0x3000, .path = "/lib/a"}}});
  const auto past = changes.at(0x2010, 50);
  EXPECT_TRUE(past.gone);
  ASSERT_TRUE(past.record);
  EXPECT_EQ(past.record->path, "/lib/a");
  EXPECT_FALSE(changes.at(0x2020, 60).record) << "it is recorded";
  EXPECT_TRUE(changes.at(0x3010, 60).gone) << "what was there had been recorded before";
  EXPECT_FALSE(changes.at(0x2010, 100).gone) << "what is there now";
  EXPECT_FALSE(changes.at(0x4000, 50).gone);
}

TEST(SimMapChanges, AMappingIsAsOldAsTheLastChange) {
  MapChanges changes;
  changes.add({.time = 100, .start = 0x2000, .length = 0x1000});
  changes.add({.time = 200, .start = 0x5000, .length = 0x1000});
  EXPECT_EQ(changes.unchangedSince(0x1000, 0x4000, 30), 100U);
  EXPECT_EQ(changes.unchangedSince(0x3000, 0x5000, 30), 30U);
  EXPECT_EQ(changes.unchangedSince(0x2800, 0x5001, 30), 200U);
  EXPECT_EQ(changes.takeBefore(150)->start, 0x2000U);
  EXPECT_FALSE(changes.takeBefore(150));
  EXPECT_EQ(changes.unchangedSince(0x1000, 0x4000, 30), 30U);
}

} // namespace simLatePlayTest
} // namespace fsfind::record::sim
