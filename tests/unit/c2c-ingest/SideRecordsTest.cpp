#include "tests/support/LayoutNames.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace sideRecordsTest {

using namespace perf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class SideRecords : public testing::TestWithParam<std::endian> {
protected:
  SideRecords() { data.addEvent(memLoads()); }
  std::unique_ptr<Recording> read() {
    bytes = data.bytes();
    auto recording = openBytes(bytes);
    return recording ? std::move(*recording) : nullptr;
  }
  PerfDataBuilder data{{.order = GetParam()}};
  std::vector<std::byte> bytes;
};

TEST_P(SideRecords, MmapHasTheModeAndExecutability) {
  data.mmap({.pid = UINT32_MAX,
             .address = 0xffffffff81000000,
             .length = 0x1000000,
             .page_offset = 0xffffffff81000000,
             .misc = 1,
             .file = "[kernel.kallsyms]_text"});
  data.mmap({.pid = 7,
             .tid = 8,
             .address = 0x601000,
             .length = 0x1000,
             .page_offset = 0x2000,
             .misc = 2 | kMiscMmapData,
             .file = "/srv/data"},
            {.time = 77});
  const auto recording = read();
  ASSERT_TRUE(recording);
  const auto maps = sideEventsOf<MmapEvent>(*recording);
  ASSERT_THAT(maps, SizeIs(2));
  EXPECT_EQ(maps[0].second.mode, CpuMode::Kernel);
  EXPECT_EQ(maps[0].second.protection, 4U);
  EXPECT_EQ(maps[0].second.pid, UINT32_MAX);
  EXPECT_EQ(maps[1].first, 77U);
  EXPECT_EQ(maps[1].second.mode, CpuMode::User);
  EXPECT_EQ(maps[1].second.protection, 0U);
  EXPECT_EQ(maps[1].second.pid, 7U);
  EXPECT_EQ(maps[1].second.tid, 8U);
  EXPECT_EQ(maps[1].second.address, 0x601000U);
  EXPECT_EQ(maps[1].second.length, 0x1000U);
  EXPECT_EQ(maps[1].second.file_offset, 0x2000U);
  EXPECT_EQ(maps[1].second.file, "/srv/data");
}

TEST_P(SideRecords, Mmap2HasDeviceInodeAndProtection) {
  data.mmap2({.pid = 7,
              .major = 8,
              .minor = 3,
              .inode = 1234567,
              .inode_generation = 99,
              .protection = 3,
              .flags = 1,
              .file = "/lib/libc.so.6"});
  const auto recording = read();
  ASSERT_TRUE(recording);
  const auto maps = sideEventsOf<MmapEvent>(*recording);
  ASSERT_THAT(maps, SizeIs(1));
  const MmapEvent &map = maps[0].second;
  EXPECT_EQ(map.major, 8U);
  EXPECT_EQ(map.minor, 3U);
  EXPECT_EQ(map.inode, 1234567U);
  EXPECT_EQ(map.inode_generation, 99U);
  EXPECT_EQ(map.protection, 3U);
  EXPECT_EQ(map.flags, 1U);
  EXPECT_THAT(map.build_id, IsEmpty());
  EXPECT_EQ(map.file, "/lib/libc.so.6");
}

TEST_P(SideRecords, Mmap2MayHoldABuildIdInPlaceOfTheInode) {
  const std::vector<std::uint8_t> id = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  data.mmap2({.pid = 7, .build_id = id, .protection = 5, .flags = 2, .file = "/bin/x"});
  const auto recording = read();
  ASSERT_TRUE(recording);
  const auto maps = sideEventsOf<MmapEvent>(*recording);
  ASSERT_THAT(maps, SizeIs(1));
  EXPECT_EQ(maps[0].second.build_id, id);
  EXPECT_EQ(maps[0].second.inode, 0U);
  EXPECT_EQ(maps[0].second.protection, 5U);
  EXPECT_EQ(maps[0].second.file, "/bin/x");
}

TEST_P(SideRecords, CommAndForkTellExec) {
  data.comm({7, 9, "worker", true}, {.time = 5}).comm({7, 9, "renamed", false}, {.time = 6});
  data.fork({.pid = 8, .parent_pid = 7, .tid = 18, .parent_tid = 17, .misc = kMiscForkExec},
            {.time = 7});
  data.exit({8, 7, 18, 17}, {.time = 8});
  const auto recording = read();
  ASSERT_TRUE(recording);
  const auto comms = sideEventsOf<CommEvent>(*recording);
  ASSERT_THAT(comms, SizeIs(2));
  EXPECT_TRUE(comms[0].second.exec);
  EXPECT_EQ(comms[0].second.tid, 9U);
  EXPECT_EQ(comms[0].second.comm, "worker");
  EXPECT_FALSE(comms[1].second.exec);
  const auto forks = sideEventsOf<ForkEvent>(*recording);
  ASSERT_THAT(forks, SizeIs(1)); // an exit changes no address
  EXPECT_EQ(forks[0].first, 7U);
  EXPECT_EQ(forks[0].second.pid, 8U);
  EXPECT_EQ(forks[0].second.parent_pid, 7U);
  EXPECT_EQ(forks[0].second.tid, 18U);
  EXPECT_EQ(forks[0].second.parent_tid, 17U);
  EXPECT_TRUE(forks[0].second.exec);
}

TEST_P(SideRecords, TooShortForTheirFieldsAreLeftOut) {
  const std::vector<std::byte> few(4);
  for (const std::uint32_t type : {kRecordMmap, kRecordMmap2, kRecordComm, kRecordFork})
    data.record(type, 0, few).record(type, 0, {});
  const auto recording = read();
  ASSERT_TRUE(recording);
  EXPECT_THAT(recording->sideEvents(), IsEmpty());
  EXPECT_EQ(countOf(*recording, kRecordMmap2), 2U);
}

INSTANTIATE_TEST_SUITE_P(ByteOrders, SideRecords,
                         testing::Values(std::endian::little, std::endian::big),
                         test::NameOfParameter());

TEST(SampleIdTrailer, TimeIsFoundWhateverFollowsIt) {
  const std::uint64_t optional_fields[] = {kSampleTid, kSampleId, kSampleStreamId, kSampleCpu,
                                           kSampleIdentifier};
  for (unsigned chosen = 0; chosen < 32; ++chosen) {
    EventSpec event = memLoads();
    event.sample_type = kSampleIp | kSampleAddr | kSampleTime;
    for (unsigned field = 0; field < 5; ++field)
      if (chosen & (1U << field))
        event.sample_type |= optional_fields[field];
    PerfDataBuilder data;
    data.addEvent(event);
    data.comm({1, 2, "c", false}, {.pid = 1, .tid = 2, .time = 4711, .stream_id = 9, .cpu = 3});
    const auto bytes = data.bytes();
    const auto recording = openBytes(bytes);
    ASSERT_TRUE(recording);
    const auto comms = sideEventsOf<CommEvent>(**recording);
    ASSERT_THAT(comms, SizeIs(1));
    EXPECT_EQ(comms[0].first, 4711U) << chosen;
    EXPECT_EQ(comms[0].second.comm, "c");
  }
}

TEST(SampleIdTrailer, EventsOfDifferentLayoutAreToldApartByIdentifier) {
  PerfDataBuilder data;
  EventSpec other = memStores();
  other.sample_type |= kSampleStreamId;
  data.addEvent(memLoads());
  data.addEvent(other);
  data.comm({1, 1, "a", false}, {.time = 11, .event = 0});
  data.comm({1, 1, "b", false}, {.time = 22, .event = 1, .stream_id = 5});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  const auto comms = sideEventsOf<CommEvent>(**recording);
  ASSERT_THAT(comms, SizeIs(2));
  EXPECT_EQ(comms[0].first, 11U);
  EXPECT_EQ(comms[1].first, 22U);
}

TEST(SampleIdTrailer, OneEventWithoutTimeMeansPositionsOrder) {
  PerfDataBuilder data;
  EventSpec timeless = memStores();
  timeless.sample_type &= ~std::uint64_t{kSampleTime};
  data.addEvent(memLoads());
  data.addEvent(timeless);
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_FALSE((*recording)->ordersByTime());
}

} // namespace sideRecordsTest
} // namespace fsfind::test
