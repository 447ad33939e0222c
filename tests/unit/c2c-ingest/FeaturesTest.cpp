#include "tests/support/LayoutNames.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace featuresTest {

using namespace perf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

class FeatureRoundTrip : public testing::TestWithParam<PerfDataLayout> {
protected:
  FeatureRoundTrip() { data.addEvent(memLoads()); }
  Features read() {
    const auto bytes = data.bytes();
    const auto recording = openBytes(bytes);
    EXPECT_TRUE(recording);
    if (!recording)
      return {};
    EXPECT_THAT((*recording)->notes(), IsEmpty());
    return (*recording)->features();
  }
  PerfDataBuilder data{GetParam()};
};

TEST_P(FeatureRoundTrip, Texts) {
  data.features()
      .text(kFeatureHostname, "host")
      .text(kFeatureOsRelease, "6.12.1")
      .text(kFeatureVersion, "6.12")
      .text(kFeatureArch, "aarch64")
      .text(kFeatureCpuDesc, "A CPU with a name longer than sixty-four bytes, so it pads to more")
      .text(kFeatureCpuId, "0x410fd0c0")
      .commandLine({"perf", "c2c", "record", "--", "./a b"})
      .cpuCount(8, 6);
  const Features features = read();
  EXPECT_EQ(features.hostname, "host");
  EXPECT_EQ(features.os_release, "6.12.1");
  EXPECT_EQ(features.perf_version, "6.12");
  EXPECT_EQ(features.arch, "aarch64");
  EXPECT_THAT(features.cpu_description, HasSubstr("so it pads to more"));
  EXPECT_EQ(features.cpuid, "0x410fd0c0");
  EXPECT_THAT(features.command_line, ElementsAre("perf", "c2c", "record", "--", "./a b"));
  EXPECT_EQ(features.cpus_available, 8U);
  EXPECT_EQ(features.cpus_online, 6U);
}

TEST_P(FeatureRoundTrip, CpuTopologyWithAndWithoutDies) {
  for (const bool dies : {true, false}) {
    data.features().cpuCount(3, 3).cpuTopology({"0-2"}, {"0", "1", "2"},
                                               {{0, 0, 5}, {1, 0, 6}, {2, 1, 7}}, dies);
    const Features features = read();
    EXPECT_THAT(features.core_siblings, ElementsAre("0-2"));
    EXPECT_THAT(features.thread_siblings, ElementsAre("0", "1", "2"));
    ASSERT_THAT(features.cpus, SizeIs(3));
    EXPECT_EQ(features.cpus[2].core, 2);
    EXPECT_EQ(features.cpus[2].socket, 1);
    EXPECT_EQ(features.cpus[2].die, dies ? 7 : -1);
  }
}

TEST_P(FeatureRoundTrip, Memory) {
  data.features()
      .numaTopology({{0, 1000, 500, "0-3"}, {2, 2000, 600, "4-7"}})
      .memoryTopology(1U << 27, {{0, {0, 1, 63, 64}}, {2, {200}}})
      .caches({{1, 64, 64, 8, "Data", "32K", "0-1"}, {3, 128, 4096, 16, "Unified", "8M", "0-7"}});
  const Features features = read();
  ASSERT_THAT(features.numa_nodes, SizeIs(2));
  EXPECT_EQ(features.numa_nodes[1].node, 2U);
  EXPECT_EQ(features.numa_nodes[1].total_kb, 2000U);
  EXPECT_EQ(features.numa_nodes[1].free_kb, 600U);
  EXPECT_EQ(features.numa_nodes[1].cpus, "4-7");
  EXPECT_EQ(features.memory_block_size, 1U << 27);
  ASSERT_THAT(features.memory_nodes, SizeIs(2));
  EXPECT_THAT(features.memory_nodes[0].blocks, ElementsAre(0, 1, 63, 64));
  EXPECT_EQ(features.memory_nodes[1].node, 2U);
  EXPECT_THAT(features.memory_nodes[1].blocks, ElementsAre(200));
  ASSERT_THAT(features.caches, SizeIs(2));
  EXPECT_EQ(features.caches[1].line_size, 128U);
  EXPECT_EQ(features.caches[1].level, 3U);
  EXPECT_EQ(features.caches[1].ways, 16U);
  EXPECT_EQ(features.caches[1].type, "Unified");
  EXPECT_EQ(features.caches[1].cpus, "0-7");
}

TEST_P(FeatureRoundTrip, EventsAndTimes) {
  data.features()
      .pmuMappings({{4, "cpu"}, {11, "ibs_op"}})
      .hybridTopology({{"cpu_core", "0-15"}, {"cpu_atom", "16-23"}})
      .sampleTime(123, 456);
  const Features features = read();
  EXPECT_THAT(features.pmus, ElementsAre(Pair(4, "cpu"), Pair(11, "ibs_op")));
  EXPECT_THAT(features.hybrid, ElementsAre(Pair("cpu_core", "0-15"), Pair("cpu_atom", "16-23")));
  ASSERT_TRUE(features.sample_time);
  EXPECT_EQ(*features.sample_time, std::pair(std::uint64_t{123}, std::uint64_t{456}));
}

TEST_P(FeatureRoundTrip, BuildIds) {
  std::vector<std::uint8_t> full(20, 0xaa), shorter(16, 0xbb);
  data.features().buildIds({{1, full, "/bin/x"}, {1, shorter, "[kernel.kallsyms]"}});
  const Features features = read();
  ASSERT_THAT(features.build_ids, SizeIs(2));
  EXPECT_EQ(features.build_ids[0].id, full);
  EXPECT_EQ(features.build_ids[0].file, "/bin/x");
  EXPECT_EQ(features.build_ids[1].id, shorter);
  EXPECT_EQ(features.build_ids[1].file, "[kernel.kallsyms]");
}

TEST_P(FeatureRoundTrip, UnknownOnesArePassedOver) {
  data.features().text(kFeatureHostname, "host").raw(33, std::vector<std::byte>(8));
  data.features().raw(200, std::vector<std::byte>(13, std::byte{0xff}));
  EXPECT_EQ(read().hostname, "host");
}

INSTANTIATE_TEST_SUITE_P(Layouts, FeatureRoundTrip,
                         testing::Values(PerfDataLayout{},
                                         PerfDataLayout{.order = std::endian::big},
                                         PerfDataLayout{.mode = PerfDataMode::Pipe}),
                         test::NameOfParameter());

TEST(FeatureSections, BuildIdRecordsOfAPipeAreCollected) {
  PerfDataBuilder data({.mode = PerfDataMode::Pipe});
  data.addEvent(memLoads());
  ByteWriter payload;
  payload.u32(1).zeros(20).u8(16).zeros(3).text("/bin/x").zeros(2);
  data.record(kRecordBuildId, kMiscBuildIdSize, payload.bytes());
  data.record(kRecordBuildId, kMiscBuildIdSize, payload.bytes());
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  ASSERT_THAT((*recording)->features().build_ids, SizeIs(2));
  EXPECT_THAT((*recording)->features().build_ids[0].id, SizeIs(16));
}

TEST(FeatureSections, MissingOnesAreTolerated) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  data.sample({});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT((*recording)->notes(), IsEmpty());
  EXPECT_THAT((*recording)->features().caches, IsEmpty());
}

TEST(FeatureSections, OneCutOffIsNotedAndTheOthersAreKept) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  data.features().text(kFeatureHostname, "host").text(kFeatureArch, "x86_64");
  data.sample({});
  auto bytes = data.bytes();
  bytes.resize(bytes.size() - 10);
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_EQ((*recording)->features().hostname, "host");
  EXPECT_THAT(samplesOf(**recording), SizeIs(1));
  ASSERT_THAT((*recording)->notes(), SizeIs(1));
  EXPECT_THAT((*recording)->notes()[0].text, HasSubstr("1 of the header's descriptions"));
}

TEST(FeatureSections, BitsOfA32BitBigEndianMachineAreRecognised) {
  PerfDataBuilder data({.order = std::endian::big});
  data.addEvent(memLoads());
  data.features().text(kFeatureHostname, "ppc");
  auto bytes = data.bytes();
  std::swap_ranges(bytes.begin() + 72, bytes.begin() + 76, bytes.begin() + 76);
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_EQ((*recording)->features().hostname, "ppc");
}

/// Counts and lengths that promise more than there is must end with the bytes.
TEST(HostileFeatures, LargestValuesEverywhereAreBounded) {
  for (unsigned bit = 1; bit < 40; ++bit)
    for (const std::size_t size : {0U, 1U, 4U, 7U, 8U, 12U, 16U, 24U, 40U, 64U, 1000U})
      for (const PerfDataMode mode : {PerfDataMode::File, PerfDataMode::Pipe}) {
        PerfDataBuilder data({.mode = mode});
        data.addEvent(memLoads());
        data.features().raw(bit, std::vector<std::byte>(size, std::byte{0xff}));
        data.sample({});
        const auto bytes = data.bytes();
        const auto recording = openBytes(bytes);
        ASSERT_TRUE(recording);
        EXPECT_THAT(samplesOf(**recording), SizeIs(1));
      }
}

TEST(HostileFeatures, CountsOfSmallEntriesEndWithTheBytes) {
  for (const FeatureBit bit :
       {kFeatureCmdline, kFeatureNumaTopology, kFeaturePmuMappings, kFeatureCache,
        kFeatureMemTopology, kFeatureHybridTopology, kFeatureEventDesc, kFeatureCpuTopology}) {
    PerfDataBuilder data;
    data.addEvent(memLoads());
    ByteWriter payload;
    for (unsigned word = 0; word < 64; ++word)
      payload.u32(word % 2 == 0 ? 1 : 0xfffffff0);
    data.features().cpuCount(UINT32_MAX, UINT32_MAX).raw(bit, payload.take());
    const auto bytes = data.bytes();
    const auto recording = openBytes(bytes);
    ASSERT_TRUE(recording);
    EXPECT_LE((*recording)->features().cpus.size(), 64U);
    EXPECT_LE((*recording)->features().numa_nodes.size(), 64U);
  }
}

} // namespace featuresTest
} // namespace fsfind::test
