// From recorded physical addresses to where pages live, through whole recordings.

#include "c2c-ingest/Ingest.h"
#include "rules/measured/numa/RemoteMemory.h"
#include "tests/support/LayoutNames.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace ingestMemoryTest {

using testing::ElementsAre;
using testing::SizeIs;

constexpr std::uint64_t kRemoteMemory = 0x102042; // load, HIT|REM_RAM1, snoop none
constexpr std::uint64_t kStore = 0x80144;         // store, HIT|L1
constexpr std::uint64_t kHeap = 0x7f0000000000, kPage = 4096, kBlock = 1U << 27;
constexpr std::uint32_t kPid = 100;

/// Twelve pages of unnamed memory that lie on node 2 of four, loaded by CPUs of nodes 0 and 1.
class RemotePages : public testing::TestWithParam<PerfDataLayout> {
protected:
  RemotePages() {
    data.addEvent(memLoads());
    data.addEvent(memStores());
    data.features().typicalMachine(8, 4).memoryTopology(kBlock, {{0, {0}}, {2, {2, 3}}});
    data.comm({kPid, kPid, "prog", true});
    for (std::uint64_t page = 0; page < 12; ++page)
      for (const std::uint32_t cpu : {0U, 2U})
        add(0, page, cpu, kRemoteMemory, 100 + page);
  }
  void add(std::size_t event, std::uint64_t page, std::uint32_t cpu, std::uint64_t source,
           std::uint64_t time) {
    Sample sample{.event = event, .ip = 0x400010, .pid = kPid, .tid = kPid + cpu, .time = time};
    sample.addr = kHeap + page * kPage;
    sample.cpu = cpu;
    sample.weight = 300;
    sample.data_src = source;
    sample.phys_addr = 2 * kBlock + page * kBlock / 8;
    data.sample(sample);
  }
  Profile profile() {
    const auto bytes = data.bytes();
    const auto recording = openBytes(bytes);
    EXPECT_TRUE(recording);
    ingest::IngestOptions options;
    options.resolve_names = false;
    auto read = ingest::ingest(**recording, "test.data", options);
    EXPECT_TRUE(read) << read.error().message();
    return read ? *read : Profile{};
  }

  PerfDataBuilder data{GetParam()};
};

TEST_P(RemotePages, LiveWhereTheirPhysicalAddressesAre) {
  const Profile read = profile();
  ASSERT_THAT(read.lines, SizeIs(12));
  for (const Line &line : read.lines)
    EXPECT_EQ(line.home, 2U);
  PageHomes homes(read.topology);
  for (const Line &line : read.lines)
    for (const Access &access : line.accesses)
      homes.add(line, access);
  EXPECT_EQ(homes.placement().node, 2U);
  EXPECT_THAT(homes.placement().known_by, ElementsAre(12, 0, 0));
}

TEST_P(RemotePages, WithoutBlocksTheirHomesAreNotKnown) {
  data.features().memoryTopology(0, {{0, {0}}, {2, {2, 3}}});
  const Profile read = profile();
  ASSERT_THAT(read.lines, SizeIs(12));
  for (const Line &line : read.lines)
    EXPECT_EQ(line.home, CpuParts::kNone);
}

TEST_P(RemotePages, TheFirstStoreOfALineIsKnown) {
  add(1, 3, 7, kStore, 50);
  add(1, 4, 7, kStore, 500);
  const Profile read = profile();
  ASSERT_THAT(read.lines, SizeIs(12));
  EXPECT_EQ(read.lines[3].first, (FirstAccess{50, 7, AccessKind::Store}));
  EXPECT_EQ(read.lines[4].first, (FirstAccess{104, 0, AccessKind::Load}));
}

INSTANTIATE_TEST_SUITE_P(Layouts, RemotePages,
                         testing::Values(PerfDataLayout{},
                                         PerfDataLayout{.order = std::endian::big},
                                         PerfDataLayout{.mode = PerfDataMode::Pipe}),
                         test::NameOfParameter());

} // namespace ingestMemoryTest
} // namespace fsfind::test
