#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace recordingTest {

using namespace perf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Sample sampleNumber(unsigned number) {
  return {.event = number % 2,
          .ip = 0x401000 + number,
          .pid = 7,
          .tid = 7 + number % 3,
          .time = 1000 + number,
          .addr = 0x601000 + 8 * number,
          .cpu = number % 4,
          .weight = 50 + number,
          .data_src = 0x42};
}

/// The payload the recording should give back for a sample.
std::vector<std::byte> payload(const PerfDataBuilder &data, const Sample &sample) {
  ByteWriter out = data.writer();
  putSample(out, data.events().at(sample.event), sample);
  return out.take();
}

/// Loads and stores, side events in front, features, a few samples.
void fill(PerfDataBuilder &data, unsigned samples) {
  data.addEvent(memLoads({101, 102}));
  data.addEvent(memStores({201}));
  data.features().typicalMachine(8, 2).eventDescriptions(data.events(), kAttrSizeVer0);
  data.comm({7, 7, "server", true}, {.pid = 7, .tid = 7, .time = 10});
  data.mmap2({.pid = 7, .tid = 7, .address = 0x400000, .length = 0x1000, .file = "/bin/server"},
             {.time = 20});
  data.fork({7, 7, 8, 7}, {.time = 30});
  for (unsigned number = 0; number < samples; ++number)
    data.sample(sampleNumber(number));
}

struct Variant {
  PerfDataMode mode;
  std::endian order;
  std::uint32_t attr_size;
};

std::vector<Variant> allVariants() {
  std::vector<Variant> variants;
  for (const PerfDataMode mode : {PerfDataMode::File, PerfDataMode::Pipe})
    for (const std::endian order : {std::endian::little, std::endian::big})
      for (const std::uint32_t size :
           {64U, 72U, 80U, 96U, 104U, 112U, 120U, 128U, 136U, 144U, 200U})
        variants.push_back({mode, order, size});
  return variants;
}

class RecordingVariants : public testing::TestWithParam<Variant> {};

TEST_P(RecordingVariants, AreReadAlike) {
  const auto &[mode, order, attr_size] = GetParam();
  PerfDataBuilder data({mode, order, attr_size});
  fill(data, 5);
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording) << recording.error().message();

  EXPECT_EQ((*recording)->swapped(), order != std::endian::native);
  EXPECT_THAT((*recording)->notes(), IsEmpty());
  ASSERT_THAT((*recording)->events(), SizeIs(2));
  const EventAttr &loads = (*recording)->events()[0], &stores = (*recording)->events()[1];
  EXPECT_EQ(loads.name, "cpu/mem-loads,ldlat=30/P");
  EXPECT_THAT(loads.ids, ElementsAre(101, 102));
  EXPECT_EQ(loads.config, 0x1cdU);
  EXPECT_EQ(loads.config1, 30U);
  EXPECT_EQ(loads.sample_type, kC2cSampleType);
  EXPECT_EQ(loads.sample_period, 1000U);
  EXPECT_TRUE(loads.sample_id_all);
  EXPECT_TRUE(loads.mmap_data);
  EXPECT_FALSE(loads.freq);
  EXPECT_EQ(stores.name, "cpu/mem-stores/P");
  EXPECT_THAT(stores.ids, ElementsAre(201));
  EXPECT_EQ((*recording)->features().numa_nodes.size(), 2U);
  EXPECT_THAT((*recording)->sideEvents(), SizeIs(3));

  const auto samples = samplesOf(**recording);
  ASSERT_THAT(samples, SizeIs(5));
  EXPECT_EQ(countOf(**recording, kRecordSample), 5U);
  for (unsigned number = 0; number < 5; ++number)
    EXPECT_EQ(samples[number], payload(data, sampleNumber(number)));
}

INSTANTIATE_TEST_SUITE_P(ModeOrderAttrSize, RecordingVariants, testing::ValuesIn(allVariants()),
                         [](const auto &parameter) {
                           const Variant &variant = parameter.param;
                           std::string name = variant.mode == PerfDataMode::File ? "File" : "Pipe";
                           name += variant.order == std::endian::big ? "Big" : "Little";
                           return name + std::to_string(variant.attr_size);
                         });

TEST(Recording, GivesEachBatchOnceFromSeveralWorkers) {
  PerfDataBuilder data;
  fill(data, 60'000); // more than one batch
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT(samplesOf(**recording, 3), SizeIs(60'000));
  EXPECT_EQ(samplesOf(**recording, 1), samplesOf(**recording, 3));
}

TEST(Recording, OrdersSideEventsByTimeWhereEveryRecordHasOne) {
  PerfDataBuilder data;
  fill(data, 1);
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_TRUE((*recording)->ordersByTime());
  const auto forks = sideEventsOf<ForkEvent>(**recording);
  ASSERT_THAT(forks, SizeIs(1));
  EXPECT_EQ(forks[0].first, 30U);
}

TEST(Recording, OrdersSideEventsByPositionWithoutSampleIdAll) {
  PerfDataBuilder data;
  EventSpec event = memLoads();
  event.flags &= ~kFlagSampleIdAll;
  data.addEvent(event);
  data.comm({7, 7, "first", false}).sample({.pid = 7}).comm({7, 7, "second", false});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_FALSE((*recording)->ordersByTime());
  const auto comms = sideEventsOf<CommEvent>(**recording);
  ASSERT_THAT(comms, SizeIs(2));
  std::vector<std::uint64_t> sample_positions;
  ASSERT_TRUE((*recording)->forEachBatch(1, [&](unsigned, const RecordBatch &batch) {
    forEachRecord(batch, false, [&](const Record &record) {
      if (record.type == kRecordSample)
        sample_positions.push_back(record.position);
    });
  }));
  ASSERT_THAT(sample_positions, SizeIs(1));
  EXPECT_LT(comms[0].first, sample_positions[0]);
  EXPECT_GT(comms[1].first, sample_positions[0]);
}

TEST(Recording, CountsLostSamplesOfBothKinds) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  data.lost(3).lostSamples(40).lost(500);
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_EQ((*recording)->lostSamples(), 543U);
}

TEST(Recording, SkipsAndCountsRecordsOfUnknownType) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  const std::vector<std::byte> payload(24, std::byte{0xff});
  data.sample({}).record(99, 0, payload).record(32'768, 0, payload).sample({});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT((*recording)->notes(), IsEmpty());
  EXPECT_EQ(countOf(**recording, 99), 1U);
  EXPECT_EQ(countOf(**recording, 32'768), 1U);
  EXPECT_THAT(samplesOf(**recording), SizeIs(2));
}

TEST(Recording, PassesOverDataThatFollowsItsRecord) {
  PerfDataBuilder data({.mode = PerfDataMode::Pipe});
  data.addEvent(memLoads());
  ByteWriter garbage;
  garbage.text("not a record at all, 32 bytes ..");
  ByteWriter tracing, auxtrace;
  tracing.u32(30); // padded to 32
  auxtrace.u64(32).u64(0).u64(0).u32(0).u32(0).u32(0).u32(0);
  data.sample({})
      .record(kRecordTracingData, 0, tracing.bytes())
      .raw(garbage.bytes())
      .sample({})
      .record(kRecordAuxtrace, 0, auxtrace.bytes())
      .raw(garbage.bytes())
      .sample({});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT((*recording)->notes(), IsEmpty());
  EXPECT_THAT(samplesOf(**recording), SizeIs(3));
}

TEST(Recording, ReadsTracingDataThatSimpleperfPutsIntoItsRecord) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  ByteWriter tracing;
  tracing.u32(24).zeros(24);
  data.record(kRecordTracingData, 0, tracing.bytes()).sample({}).sample({});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT((*recording)->notes(), IsEmpty());
  EXPECT_THAT(samplesOf(**recording), SizeIs(2));
}

TEST(Recording, TakesEventNamesFromUpdatesInPipeMode) {
  PerfDataBuilder data({.mode = PerfDataMode::Pipe});
  data.addEvent(memLoads({5, 6}));
  data.addEvent(memStores({7}));
  data.eventName(6, "loads").eventName(7, "stores");
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_EQ((*recording)->events()[0].name, "loads");
  EXPECT_EQ((*recording)->events()[1].name, "stores");
}

TEST(Recording, TakesEventNamesFromEventTypesOfOldPipes) {
  PerfDataBuilder data({.mode = PerfDataMode::Pipe});
  data.addEvent(memLoads());
  ByteWriter type;
  type.u64(0x1cd).text("mem-loads").zeros(55);
  data.record(kRecordEventType, 0, type.bytes());
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_EQ((*recording)->events()[0].name, "mem-loads");
}

TEST(Recording, NeedsAnEvent) {
  for (const PerfDataMode mode : {PerfDataMode::File, PerfDataMode::Pipe}) {
    PerfDataBuilder data({.mode = mode});
    data.finishedRound();
    const auto bytes = data.bytes();
    const auto recording = openBytes(bytes);
    ASSERT_FALSE(recording);
    EXPECT_THAT(recording.error().message(), testing::HasSubstr("does not describe its events"));
  }
}

} // namespace recordingTest
} // namespace fsfind::test
