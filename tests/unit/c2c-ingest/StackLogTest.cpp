// Records of stacks and of the ends of threads.

#include "c2c-ingest/perf/StackLog.h"

#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace stackLogTest {

using namespace perf;
using testing::ElementsAre;
using testing::IsEmpty;

class StackRecords : public testing::TestWithParam<std::endian> {
protected:
  static ByteWriter writer() { return ByteWriter(GetParam()); }
  PerfDataBuilder data_{{.order = GetParam()}};
};

TEST_P(StackRecords, AreReadAndOthersOfTheirTypePassedOver) {
  data_.addEvent(memLoads());
  ByteWriter early = writer(), trace = writer(), whole = writer(), torn = writer(), end = writer();
  data_.record(kRecordExit, 0, early.u32(7).u32(7).u32(5).u32(7).u64(3).bytes());
  data_.record(kRecordItraceStart, 0, trace.u32(7).u32(7).bytes()); // a real trace
  whole.u32(7).u32(8).u64(kStackMark).u64(10).u64(0x7000).u64(0x400123).u64(0x7040);
  data_.record(kRecordItraceStart, 0,
               whole.u64(2).u64(0x7008).u64(0x7040).u64(0x7010).u64(0x400200).bytes());
  torn.u32(7).u32(8).u64(kStackMark).u64(10).u64(0x7000).u64(0x400123).u64(0x7040);
  data_.record(kRecordItraceStart, 0, torn.u64(UINT64_MAX).u64(0x7008).u64(0x7040).bytes());
  data_.record(kRecordExit, 0, end.u32(7).u32(7).u32(9).u32(7).u64(30).bytes());
  const auto bytes = data_.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  const StackSight expected{.pid = 7,
                            .tid = 8,
                            .time = 10,
                            .pointer = 0x7000,
                            .returns = 0x400123,
                            .frame = 0x7040,
                            .words = {{0x7008, 0x7040}, {0x7010, 0x400200}}};
  EXPECT_THAT((*recording)->stacks().sights, ElementsAre(expected));
  ASSERT_EQ((*recording)->stacks().ends.size(), 1U) << "of threads that were there";
  EXPECT_EQ((*recording)->stacks().ends.front().tid, 9U);
  EXPECT_EQ((*recording)->stacks().ends.front().time, 30U);
  EXPECT_THAT((*recording)->allocations(), IsEmpty());
  EXPECT_THAT((*recording)->notes(), IsEmpty());
}

TEST_P(StackRecords, TellWhatThreadsStartWith) {
  data_.addEvent(memLoads());
  ByteWriter whole = writer(), torn = writer(), none = writer();
  data_.record(
      kRecordItraceStart, 0,
      whole.u32(7).u32(8).u64(kStartMark).u64(10).u64(2).u64(0x400123).u64(0x400200).bytes());
  data_.record(kRecordItraceStart, 0,
               torn.u32(7).u32(8).u64(kStartMark).u64(10).u64(3).u64(0x400123).bytes());
  data_.record(kRecordItraceStart, 0, none.u32(7).u32(8).u64(kStartMark).u64(10).u64(0).bytes());
  const auto bytes = data_.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  const ThreadStart expected{.pid = 7, .tid = 8, .time = 10, .code = {0x400123, 0x400200}};
  EXPECT_THAT((*recording)->stacks().starts, ElementsAre(expected));
  EXPECT_THAT((*recording)->stacks().sights, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Orders, StackRecords,
                         testing::Values(std::endian::little, std::endian::big));

} // namespace stackLogTest
} // namespace fsfind::test
