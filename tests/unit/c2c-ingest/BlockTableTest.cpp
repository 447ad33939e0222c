// Which block an address belonged to when it was sampled.
#include "c2c-ingest/lines/BlockTable.h"

#include <gtest/gtest.h>

namespace fsfind::lines {
namespace blockTableTest {

constexpr std::uint64_t kForever = UINT64_MAX;

/// Caller of the block at the place and time; 0 if there is none.
std::uint64_t callerAt(const BlockTable &table, std::uint64_t address, std::uint64_t time,
                       std::uint32_t pid = 1) {
  const BlockIndex found = table.find(pid, address, time);
  return found == kNoBlock ? 0 : table.blocks()[found.value()].caller;
}

TEST(BlockTable, ABlockHoldsItsBytesAsLongAsItLives) {
  const BlockTable table({{1, 0x1000, 32, 10, 20, 7}});
  EXPECT_EQ(callerAt(table, 0x1000, 10), 7U);
  EXPECT_EQ(callerAt(table, 0x101f, 19), 7U);
  EXPECT_EQ(callerAt(table, 0x1020, 15), 0U);
  EXPECT_EQ(callerAt(table, 0xfff, 15), 0U);
  EXPECT_EQ(callerAt(table, 0x1000, 9), 0U);
  EXPECT_EQ(callerAt(table, 0x1000, 20), 0U);
  EXPECT_EQ(callerAt(table, 0x1000, 15, 2), 0U);
}

TEST(BlockTable, MemoryThatIsUsedAgainBelongsToAnotherBlock) {
  const BlockTable table({{1, 0x1000, 256, 10, 20, 7},
                          {1, 0x1000, 32, 30, 40, 8},
                          {1, 0x1000, 32, 50, kForever, 9},
                          {1, 0x1020, 32, 30, kForever, 8}});
  EXPECT_EQ(callerAt(table, 0x1030, 15), 7U);
  EXPECT_EQ(callerAt(table, 0x1010, 35), 8U);
  EXPECT_EQ(callerAt(table, 0x1030, 35), 8U);
  EXPECT_EQ(callerAt(table, 0x1010, 60), 9U);
}

TEST(BlockTable, OneCallThatGetsTheSameMemoryAgainMakesOneBlock) {
  const BlockTable table({{1, 0x1000, 32, 10, 20, 7}, {1, 0x1000, 32, 30, 40, 7}});
  EXPECT_EQ(table.find(1, 0x1000, 15), table.find(1, 0x1000, 35));
  EXPECT_EQ(table.blocks().size(), 1U);
}

TEST(BlockTable, BlocksThatOneWrapperHandsToSeveralAskersAreSeveral) {
  perf::Allocation mine{1, 0x1000, 32, 10, 20, 7}, yours{1, 0x1000, 32, 30, 40, 7};
  mine.handed_on = {100};
  yours.handed_on = {200};
  const BlockTable table({mine, yours});
  ASSERT_EQ(table.blocks().size(), 2U);
  EXPECT_EQ(table.blocks()[table.find(1, 0x1000, 15).value()].handed_on.front(), 100U);
  EXPECT_EQ(table.blocks()[table.find(1, 0x1000, 35).value()].handed_on.front(), 200U);
}

TEST(BlockTable, SizesBeyondTheAddressSpaceAreHarmless) {
  const BlockTable table({{1, UINT64_MAX - 1, UINT64_MAX, 0, kForever, 7}});
  EXPECT_EQ(callerAt(table, UINT64_MAX - 1, 5), 7U);
}

} // namespace blockTableTest
} // namespace fsfind::lines
