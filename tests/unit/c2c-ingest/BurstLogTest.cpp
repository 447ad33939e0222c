// Records of bursts, and what a recording is said to have seen by them.

#include "c2c-ingest/Ingest.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace burstLogTest {

using namespace perf;
using testing::ElementsAre;
using testing::IsEmpty;

class BurstRecords : public testing::TestWithParam<std::endian> {
protected:
  void add(const Burst &burst) {
    ByteWriter writer(GetParam());
    writer.u32(burst.pid).u32(burst.pid).u64(kBurstMark);
    writer.u64(burst.executed).u64(burst.simulated).u64(burst.contended);
    data_.record(kRecordItraceStart, 0, writer.bytes());
  }
  std::optional<Seen> seen() {
    const auto bytes = data_.bytes();
    const auto recording = openBytes(bytes);
    EXPECT_TRUE(recording);
    const auto profile = ingest::ingest(**recording, "test.data", {});
    EXPECT_TRUE(profile);
    return profile->source.seen;
  }
  PerfDataBuilder data_{{.order = GetParam()}};
};

TEST_P(BurstRecords, AreReadAndThoseThatMakeNoSensePassedOver) {
  data_.addEvent(memLoads());
  const Burst whole{7, 5000, 500, 12}, tail{7, 300, 0, 0};
  add(whole);
  add({7, 500, 501, 0});      // more simulated than executed
  add({7, UINT64_MAX, 5, 0}); // sums would overflow
  add({7, 500, 5, 6});        // more loads than instructions
  data_.record(kRecordItraceStart, 0, ByteWriter(GetParam()).u32(7).u32(7).u64(kBurstMark).bytes());
  add(tail);
  const auto bytes = data_.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT((*recording)->bursts(), ElementsAre(whole, tail));
  EXPECT_THAT((*recording)->allocations(), IsEmpty());
  EXPECT_THAT((*recording)->stacks().sights, IsEmpty());
  EXPECT_THAT((*recording)->notes(), IsEmpty());
}

TEST_P(BurstRecords, OfAllProcessesAreAddedUp) {
  data_.addEvent(memLoads());
  add({7, 500, 500, 10});
  add({9, 600, 500, 100}); // another process: no step from the one before
  add({7, 5000, 500, 13});
  add({9, 5000, 500, 96});
  add({7, 400, 0, 0});
  const auto seen = this->seen();
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->executed, 11'500U);
  EXPECT_EQ(seen->simulated, 2000U);
  EXPECT_EQ(seen->bursts, 4U);
  EXPECT_EQ(seen->contended, 219U);
  EXPECT_EQ(seen->steps, 2U);
  EXPECT_EQ(seen->step_squares, 3.0 * 3 + 4 * 4);
}

TEST_P(BurstRecords, OtherRecordingsHaveNone) {
  data_.addEvent(memLoads());
  EXPECT_FALSE(seen());
}

INSTANTIATE_TEST_SUITE_P(Orders, BurstRecords,
                         testing::Values(std::endian::little, std::endian::big));

} // namespace burstLogTest
} // namespace fsfind::test
