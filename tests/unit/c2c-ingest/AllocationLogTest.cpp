// The log of allocations: its records, and how they become blocks that do not overlap.

#include "c2c-ingest/perf/AllocationLog.h"

#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

#include <random>

namespace fsfind::test {
namespace allocationLogTest {

using namespace perf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t kPid = 7;

Allocation block(std::uint64_t address, std::uint64_t size, std::uint64_t begin,
                 std::uint64_t end = UINT64_MAX) {
  return {.pid = kPid, .address = address, .size = size, .begin = begin, .end = end, .caller = 1};
}

TEST(AllocationLog, TheRecordOfTheEndIsThatOfTheBeginning) {
  const auto one = block(0x1000, 64, 10), ended = block(0x1000, 64, 10, 20);
  EXPECT_THAT(logOf({one, ended}), ElementsAre(ended));
  EXPECT_THAT(logOf({ended, one}), ElementsAre(ended)) << "in any order";
}

TEST(AllocationLog, ABlockEndsWhereAnotherTakesItsBytes) {
  EXPECT_THAT(logOf({block(0x1000, 64, 10), block(0x1020, 64, 30), block(0x1060, 8, 40)}),
              ElementsAre(block(0x1000, 64, 10, 30), block(0x1020, 64, 30), block(0x1060, 8, 40)));
  EXPECT_THAT(
      logOf({block(0x1000, 4096, 30), block(0x1000, 0, 10), block(0x1800, 8, 20, 25)}),
      ElementsAre(block(0x1000, 0, 10, 30), block(0x1000, 4096, 30), block(0x1800, 8, 20, 25)));
}

TEST(AllocationLog, NothingIsKnownOfABlockAfterARecordThatIsMissing) {
  EXPECT_THAT(logOf({block(0x1000, 64, 10), block(0x2000, 64, 10, 20), block(0x3000, 64, 40)}, 30),
              ElementsAre(block(0x1000, 64, 10, 30), block(0x2000, 64, 10, 20)))
      << "the missing record may have ended the first";
}

TEST(AllocationLog, ProcessesAreOrderedAndDoNotMeet) {
  Allocation other = block(0x1000, 64, 20);
  other.pid = 3;
  EXPECT_THAT(logOf({block(0x1000, 64, 10), other}), ElementsAre(other, block(0x1000, 64, 10)));
}

/// Law: whatever the records say, blocks that live at one time do not overlap.
TEST(AllocationLog, LivingBlocksNeverOverlap) {
  std::mt19937_64 random(1);
  std::vector<Allocation> records;
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t begin = random() % 100;
    records.push_back(block(random() % 500, random() % 40, begin, begin + random() % 50));
  }
  records.push_back(block(UINT64_MAX - 1, UINT64_MAX, 3));
  const AllocationLog log = logOf(records);
  for (std::size_t i = 0; i < log.size(); ++i)
    for (std::size_t k = i + 1; k < log.size(); ++k) {
      const bool bytes = log[i].address + log[i].size > log[k].address;
      const bool times = log[i].begin < log[k].end && log[k].begin < log[i].end;
      EXPECT_FALSE(bytes && times) << i << ' ' << k;
    }
}

class AllocationRecords : public testing::TestWithParam<std::endian> {};

TEST_P(AllocationRecords, AreReadAndOthersOfTheirTypePassedOver) {
  PerfDataBuilder data{{.order = GetParam()}};
  data.addEvent(memLoads());
  const auto writer = [] { return ByteWriter(GetParam()); };
  ByteWriter trace = writer();
  data.record(kRecordItraceStart, 0, trace.u32(kPid).u32(kPid).bytes()); // a real trace
  ByteWriter whole = writer();
  whole.u32(kPid).u32(kPid).u64(kAllocationMark).u64(0x1000).u64(64).u64(10).u64(20).u64(0x400123);
  data.record(kRecordItraceStart, 0, whole.bytes());
  ByteWriter torn = writer();
  torn.u32(kPid).u32(kPid).u64(kAllocationMark).u64(0x2000).u64(64);
  data.record(kRecordItraceStart, 0, torn.bytes());
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  Allocation expected = block(0x1000, 64, 10, 20);
  expected.caller = 0x400123;
  EXPECT_THAT((*recording)->allocations(), ElementsAre(expected));
  EXPECT_THAT((*recording)->notes(), IsEmpty());
}

TEST_P(AllocationRecords, TellTheStackOfTheCall) {
  PerfDataBuilder data{{.order = GetParam()}};
  data.addEvent(memLoads());
  ByteWriter whole(GetParam()), torn(GetParam());
  whole.u32(kPid).u32(kPid).u64(kCalledAllocationMark).u64(0x1000).u64(64).u64(10).u64(20);
  whole.u64(0x400123).u64(0x7000).u64(0x7040).u64(1).u64(0x7008).u64(0x400200);
  data.record(kRecordItraceStart, 0, whole.bytes());
  torn.u32(kPid).u32(kPid).u64(kCalledAllocationMark).u64(0x2000).u64(64).u64(10).u64(20);
  torn.u64(0x400123).u64(0x7000).u64(0x7040).u64(UINT64_MAX).u64(0x7008);
  data.record(kRecordItraceStart, 0, torn.bytes());
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  ASSERT_THAT((*recording)->allocations(), SizeIs(1));
  const Allocation &block = (*recording)->allocations().front();
  EXPECT_EQ(block.caller, 0x400123U);
  ASSERT_TRUE(block.stack);
  EXPECT_EQ(block.stack->returns, 0x400123U);
  EXPECT_EQ(block.stack->pointer, 0x7000U);
  EXPECT_EQ(block.stack->frame, 0x7040U);
  EXPECT_THAT(block.stack->words, ElementsAre(std::pair(0x7008, 0x400200)));
}

INSTANTIATE_TEST_SUITE_P(Orders, AllocationRecords,
                         testing::Values(std::endian::little, std::endian::big));

} // namespace allocationLogTest
} // namespace fsfind::test
