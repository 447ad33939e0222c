// Arm SPE data of whole recordings, composed packet by packet, as samples.

#include "c2c-ingest/perf/SpeSamples.h"
#include "tests/support/SpePackets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::perf {
namespace speSamplesTest {

using test::addClock;
using test::addPiece;
using test::addSpeInfo;
using test::addSwitch;
using test::armSpe;
using test::PerfDataBuilder;
using test::SpePackets;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::SizeIs;

constexpr std::uint64_t kPartial = TracePiece::kPartial;

struct Decoded {
  std::vector<Sample> samples;
  std::vector<std::uint64_t> when;
  SpeSamples::Losses losses;
};

Decoded decodeBytes(Bytes bytes) {
  const auto recording = Recording::fromBytes(bytes, "spe.data");
  EXPECT_TRUE(recording);
  Decoded decoded;
  const SpeSamples spe(**recording);
  for (std::size_t queue = 0; queue < spe.queueCount(); ++queue)
    decoded.losses += spe.decode(queue, [&](const Sample &sample, std::uint64_t when) {
      decoded.samples.push_back(sample);
      decoded.when.push_back(when);
    });
  return decoded;
}

Decoded decode(PerfDataBuilder &data) {
  const std::vector<std::byte> bytes = data.bytes();
  return decodeBytes(bytes);
}

/// Up to the trace data: the event, the clock, a process 100 with the threads 100 and 101, and 200.
void begin(PerfDataBuilder &data) {
  data.addEvent(armSpe());
  data.features().text(test::kFeatureCpuId, "0x00000000413fd0c1");
  addSpeInfo(data);
  addClock(data);
  data.comm({.pid = 100, .tid = 100, .comm = "main"});
  data.fork({.pid = 100, .parent_pid = 100, .tid = 101, .parent_tid = 100, .time = 5},
            {.pid = 100, .tid = 100, .time = 5});
  data.comm({.pid = 200, .tid = 200, .comm = "other"});
}

SpePackets loadsAt(const std::vector<std::uint64_t> &times) {
  SpePackets packets;
  for (const std::uint64_t time : times)
    packets.record({.instruction = 0x400010, .data = 0x700000 + time, .timestamp = time});
  return packets;
}

std::vector<std::uint32_t> threadsOf(const Decoded &decoded) {
  std::vector<std::uint32_t> threads;
  for (const Sample &sample : decoded.samples)
    threads.push_back(sample.tid);
  return threads;
}

class SpeSamplesOrder : public testing::TestWithParam<std::endian> {};
INSTANTIATE_TEST_SUITE_P(ByteOrder, SpeSamplesOrder,
                         testing::Values(std::endian::little, std::endian::big));

TEST_P(SpeSamplesOrder, ALoadHasAllThatItsPacketsTell) {
  PerfDataBuilder data({.order = GetParam()});
  begin(data);
  addClock(data, {.shift = 1, .multiplier = 5, .zero = 1000});
  SpePackets packets;
  packets.record({.instruction = 0x400010,
                  .data = 0x700008,
                  .physical = 0x80000008,
                  .timestamp = 7,
                  .context = 101,
                  .latency = 345,
                  .source = 0xe});
  data.auxtrace({.queue = 3, .cpu = 3}, packets.bytes());
  const Decoded decoded = decode(data);
  ASSERT_THAT(decoded.samples, SizeIs(1));
  const Sample &sample = decoded.samples[0];
  EXPECT_EQ(sample.ip, 0x400010U);
  EXPECT_EQ(sample.address, 0x700008U);
  EXPECT_EQ(sample.physical, 0x80000008U);
  EXPECT_EQ(sample.time, 1000U + 7 * 5 / 2);
  EXPECT_EQ(decoded.when[0], sample.time);
  EXPECT_EQ(sample.weight, 345U);
  EXPECT_EQ(sample.period, 1024U);
  EXPECT_EQ(sample.pid, 100U);
  EXPECT_EQ(sample.tid, 101U);
  EXPECT_EQ(sample.cpu, 3U);
  EXPECT_EQ(sample.mode, CpuMode::User);
  spe::Record record;
  record.load = true;
  record.source = 0xe;
  EXPECT_EQ(sample.data_source, spe::dataSource(record, spe::SourceEncoding::Common));
  EXPECT_EQ(decoded.losses.guessed_thread, 0U);
}

TEST(SpeSamples, OnlyLoadsAndStoresAreSamples) {
  PerfDataBuilder data;
  begin(data);
  SpePackets packets;
  packets.operation(spe::kBranch, 0).timestamp(1);
  packets.operation(spe::kOtherOperation, 0).timestamp(2);
  packets.record(
      {.instruction = 0xffff800008000000, .kernel = true, .store = true, .timestamp = 3});
  data.auxtrace({}, packets.bytes());
  const Decoded decoded = decode(data);
  ASSERT_THAT(decoded.samples, SizeIs(1));
  EXPECT_EQ(decoded.samples[0].mode, CpuMode::Kernel);
  EXPECT_EQ(decoded.samples[0].time, 3U);
}

TEST(SpeSamples, WithoutContextsTheSwitchesTellTheThread) {
  PerfDataBuilder data;
  begin(data);
  addSwitch(data, 100, 101, {.pid = 200, .tid = 200, .time = 20, .cpu = 1});
  addSwitch(data, 200, 200, {.pid = 100, .tid = 101, .time = 40, .cpu = 1});
  addSwitch(data, 100, 100, {.pid = 200, .tid = 200, .time = 30, .cpu = 2}); // elsewhere
  data.auxtrace({.tid = 100, .cpu = 1}, loadsAt({10, 20, 39, 40}).bytes());
  const Decoded decoded = decode(data);
  EXPECT_THAT(threadsOf(decoded), ElementsAre(100, 101, 101, 200));
  EXPECT_EQ(decoded.samples[3].pid, 200U);
  EXPECT_EQ(decoded.losses.guessed_thread, 1U);
}

TEST(SpeSamples, SwitchesOfOneProcessTellWhoComes) {
  constexpr std::uint16_t kOut = 1U << 13;
  PerfDataBuilder data;
  begin(data);
  const auto addOwn = [&](std::uint16_t misc, std::uint32_t tid, std::uint64_t time) {
    data.kernelRecord(kRecordSwitch, misc, {}, {.pid = 100, .tid = tid, .time = time, .cpu = 1});
  };
  addOwn(0, 100, 10);
  addOwn(kOut, 100, 20);
  addOwn(0, 101, 30);
  data.auxtrace({.tid = 100, .cpu = 1}, loadsAt({15, 20, 35}).bytes());
  EXPECT_THAT(threadsOf(decode(data)), ElementsAre(100, 100, 101));
}

TEST(SpeSamples, AContextHoldsUntilTheNextAndOutweighsSwitches) {
  PerfDataBuilder data;
  begin(data);
  addSwitch(data, 200, 200, {.pid = 100, .tid = 101, .time = 1, .cpu = 1});
  SpePackets packets;
  packets.record({.timestamp = 10, .context = 101});
  packets.record({.timestamp = 20});
  packets.record({.timestamp = 30, .context = 100});
  data.auxtrace({.cpu = 1}, packets.bytes());
  EXPECT_THAT(threadsOf(decode(data)), ElementsAre(101, 101, 100));
}

TEST(SpeSamples, TheStartOfATraceTellsTheFirstThreadOfACpuOnly) {
  PerfDataBuilder data;
  begin(data);
  data.kernelRecord(kRecordItraceStart, 0, data.writer().u32(100).u32(101).bytes(),
                    {.pid = 100, .tid = 101, .time = 5, .cpu = 1});
  data.auxtrace({.tid = 100, .cpu = 1}, loadsAt({10}).bytes());
  const Decoded decoded = decode(data);
  EXPECT_THAT(threadsOf(decoded), ElementsAre(101));
  EXPECT_EQ(decoded.losses.guessed_thread, 1U);
}

TEST(SpeSamples, DataOfAThreadAreItsOwn) {
  PerfDataBuilder data;
  begin(data);
  data.auxtrace({.queue = 0, .tid = 101, .cpu = kNobody}, loadsAt({10}).bytes());
  data.auxtrace({.queue = 1, .tid = 200, .cpu = kNobody}, loadsAt({11}).bytes());
  const Decoded decoded = decode(data);
  EXPECT_THAT(threadsOf(decoded), ElementsAre(101, 200));
  EXPECT_THAT(decoded.samples, Each(Field(&Sample::cpu, kNobody)));
  EXPECT_EQ(decoded.samples[0].pid, 100U);
  EXPECT_EQ(decoded.losses.guessed_thread, 0U);
}

TEST(SpeSamples, AThreadThatNoRecordNamesHasNoProcess) {
  PerfDataBuilder data;
  begin(data);
  SpePackets packets;
  packets.record({.timestamp = 1, .context = 4711}).record({.timestamp = 2, .context = 0});
  data.auxtrace({}, packets.bytes());
  const Decoded decoded = decode(data);
  ASSERT_THAT(decoded.samples, SizeIs(2));
  EXPECT_EQ(decoded.samples[0].pid, kNobody);
  EXPECT_EQ(decoded.samples[1].pid, 0U); // idle
}

TEST(SpeSamples, TheProcessOfAThreadIsTheOneOfItsTime) {
  PerfDataBuilder data;
  begin(data);
  data.fork({.pid = 300, .parent_pid = 200, .tid = 101, .parent_tid = 200, .time = 50},
            {.pid = 200, .tid = 200, .time = 50});
  SpePackets packets;
  packets.record({.timestamp = 49, .context = 101}).record({.timestamp = 50, .context = 101});
  data.auxtrace({}, packets.bytes());
  const Decoded decoded = decode(data);
  ASSERT_THAT(decoded.samples, SizeIs(2));
  EXPECT_EQ(decoded.samples[0].pid, 100U);
  EXPECT_EQ(decoded.samples[1].pid, 300U);
}

/// Data sources of one load with source 0 on each of two CPUs and on a third that is not described.
std::vector<std::uint64_t> sourcesWith(const std::vector<test::SpeCpu> &cpus) {
  PerfDataBuilder data;
  data.addEvent(armSpe());
  addSpeInfo(data, cpus);
  addClock(data);
  SpePackets packets;
  packets.record({.timestamp = 1, .source = 0});
  for (std::uint32_t cpu = 0; cpu < 3; ++cpu)
    data.auxtrace({.queue = cpu, .cpu = cpu}, packets.bytes());
  std::vector<std::uint64_t> words;
  for (const Sample &sample : decode(data).samples)
    words.push_back(sample.data_source);
  return words;
}

TEST(SpeSamples, EachCpuHasItsOwnEncoding) {
  spe::Record load;
  load.load = true;
  const std::uint64_t common = spe::dataSource(load, spe::SourceEncoding::Common);
  const std::uint64_t ampere = spe::dataSource(load, spe::SourceEncoding::AmpereOne);
  const std::uint64_t none = spe::dataSource(load, spe::SourceEncoding::None);
  EXPECT_THAT(sourcesWith({{0, test::kNeoverseV2}, {1, test::kAmpereOneA}}),
              ElementsAre(common, ampere, none));
  EXPECT_THAT(sourcesWith({{0, test::kNeoverseV2}, {1, test::kNeoverseN1}}),
              ElementsAre(common, common, common));
  EXPECT_THAT(sourcesWith({{0, test::kCortexA53}}), ElementsAre(none, none, none));
}

TEST(SpeSamples, DescriptionsThatAreTornOrAbsurdAreNone) {
  const std::vector<std::vector<std::uint64_t>> descriptions = {
      {},
      {2, 4, 9},
      {2, UINT64_MAX, 9, 1, 1, 0, 3, test::kNeoverseN1, 9, 0},
      {2, 4, 9, UINT64_MAX, 1, 0, UINT64_MAX, test::kNeoverseN1, 9, 0},
      {2, 4, 9, 1, 1, 0, 0, test::kNeoverseN1, 9, 0},
  };
  for (const std::vector<std::uint64_t> &words : descriptions) {
    PerfDataBuilder data;
    data.addEvent(armSpe());
    test::ByteWriter info = data.writer();
    info.u32(4).u32(0);
    for (const std::uint64_t word : words)
      info.u64(word);
    data.record(kRecordAuxtraceInfo, 0, info.bytes());
    data.auxtrace({}, loadsAt({1}).bytes());
    EXPECT_THAT(decode(data).samples, SizeIs(1));
  }
}

TEST(SpeSamples, WithoutAClockTheTimeIsThatOfTheBuffer) {
  PerfDataBuilder data;
  data.addEvent(armSpe());
  addSpeInfo(data);
  const SpePackets first = loadsAt({1, 2}), second = loadsAt({3});
  const std::size_t size = first.bytes().size();
  addPiece(data, 0, size, 0, {.time = 500, .cpu = 0});
  addPiece(data, size, second.bytes().size(), 0, {.time = 700, .cpu = 0});
  data.auxtrace({.offset = 0}, first.bytes());
  data.auxtrace({.offset = size}, second.bytes());
  EXPECT_THAT(decode(data).when, ElementsAre(500, 500, 700));
}

TEST(SpeSamples, ARecordWithoutATimestampHasThatOfTheOneBefore) {
  PerfDataBuilder data;
  begin(data);
  SpePackets packets;
  packets.operation(spe::kBranch, 0).timestamp(30).record({}).record({.timestamp = 40}).record({});
  addPiece(data, 0, packets.bytes().size(), 0, {.time = 500, .cpu = 0});
  data.auxtrace({}, packets.bytes());
  EXPECT_THAT(decode(data).when, ElementsAre(30, 40, 40));
}

TEST(SpeSamples, WithoutTimesTheOrderIsThatOfTheFile) {
  PerfDataBuilder data;
  test::EventSpec event = armSpe();
  event.sample_type &= ~std::uint64_t{kSampleTime};
  data.addEvent(event);
  addSpeInfo(data);
  data.auxtrace({.queue = 0}, loadsAt({9}).bytes());
  data.comm({.pid = 100, .tid = 100, .comm = "later"});
  data.auxtrace({.queue = 1}, loadsAt({1}).bytes());
  const Decoded decoded = decode(data);
  ASSERT_THAT(decoded.when, SizeIs(2));
  EXPECT_LT(decoded.when[0], decoded.when[1]);
  EXPECT_GE(decoded.when[0], data.dataOffset());
}

TEST(SpeSamples, ARecordThatTheHardwareCouldNotFinishIsNotJoinedWithTheNext) {
  const auto read = [](std::uint64_t flags) {
    PerfDataBuilder data;
    begin(data);
    SpePackets packets;
    packets.load().address(spe::kDataAddress, 0x100);
    const std::size_t torn_at = packets.bytes().size();
    packets.store().address(spe::kDataAddress, 0x200).timestamp(5);
    addPiece(data, 0x1000, torn_at, flags, {.time = 4, .cpu = 2});
    addPiece(data, 0x1000 + torn_at, packets.bytes().size() - torn_at, 0, {.time = 6, .cpu = 2});
    data.auxtrace({.offset = 0x1000, .cpu = 2}, packets.bytes());
    return decode(data);
  };
  const Decoded whole = read(0), torn = read(kPartial);
  ASSERT_THAT(whole.samples, SizeIs(1));
  ASSERT_THAT(torn.samples, SizeIs(1));
  EXPECT_NE(whole.samples[0].data_source & 2, 0U); // a load
  EXPECT_NE(torn.samples[0].data_source & 4, 0U);  // a store
  EXPECT_EQ(torn.samples[0].address, 0x200U);
  EXPECT_EQ(whole.losses.unfinished, 0U);
  EXPECT_EQ(torn.losses.unfinished, 1U);
}

TEST(SpeSamples, ARecordGoesOnInTheNextBufferOnlyIfNoneIsMissingBetween) {
  constexpr std::uint64_t kStart = 0x1000, kPadding = 3;
  SpePackets first, second;
  first.load().address(spe::kDataAddress, 0x100).padding(kPadding);
  second.counter(spe::kTotalLatency, 9).timestamp(5).store().timestamp(6);
  const std::uint64_t size = first.bytes().size();
  const auto read = [&](std::uint64_t offset) {
    PerfDataBuilder data;
    begin(data);
    data.auxtrace({.offset = kStart}, first.bytes());
    data.auxtrace({.offset = offset}, second.bytes());
    return decode(data);
  };
  for (const std::uint64_t offset : {kStart + size, kStart + size - kPadding}) {
    const Decoded whole = read(offset);
    ASSERT_THAT(whole.samples, SizeIs(2));
    EXPECT_EQ(whole.samples[0].address, 0x100U);
    EXPECT_EQ(whole.samples[0].weight, 9U);
    EXPECT_EQ(whole.losses.unfinished, 0U);
  }
  for (const std::uint64_t offset : {kStart + size + 8, kStart - size, kStart}) {
    const Decoded apart = read(offset);
    ASSERT_THAT(apart.samples, SizeIs(1));
    EXPECT_EQ(apart.samples[0].time, 6U);
    EXPECT_EQ(apart.losses.unfinished, 1U);
  }
}

TEST(SpeSamples, CompressedAndPipedRecordingsHaveThemToo) {
  for (const auto mode : {test::PerfDataMode::File, test::PerfDataMode::Pipe}) {
    PerfDataBuilder data({.mode = mode});
    data.compress(test::Compression::Compressed, 64);
    begin(data);
    addSwitch(data, 100, 101, {.pid = 200, .tid = 200, .time = 20, .cpu = 1});
    data.auxtrace({.cpu = 1}, loadsAt({30}).bytes());
    EXPECT_THAT(threadsOf(decode(data)), ElementsAre(101));
  }
}

TEST(SpeSamples, DataThatAreCutOffGiveWhatPrecedes) {
  PerfDataBuilder data;
  begin(data);
  data.auxtrace({}, loadsAt({1, 2, 3}).bytes());
  const std::vector<std::byte> bytes = data.bytes();
  std::uint64_t samples = 3;
  for (std::size_t size = bytes.size(); size-- > data.dataOffset();) {
    const auto recording = Recording::fromBytes(Bytes(bytes).first(size), "torn");
    ASSERT_TRUE(recording);
    const std::uint64_t fewer = countSpeSamples(**recording);
    EXPECT_TRUE(fewer == samples || fewer + 1 == samples) << size;
    samples = fewer;
  }
  EXPECT_EQ(samples, 0U);
}

TEST(SpeSamples, OtherTraceDataAreLeftAlone) {
  PerfDataBuilder data;
  data.addEvent(armSpe());
  data.record(kRecordAuxtraceInfo, 0, data.writer().u32(1).u32(0).u64(kPartial).bytes());
  data.auxtrace({}, loadsAt({1}).bytes());
  EXPECT_THAT(decode(data).samples, SizeIs(0));
}

} // namespace speSamplesTest
} // namespace fsfind::perf
