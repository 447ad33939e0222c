#include "c2c-ingest/perf/SimulatedEvent.h"
#include "tests/support/LayoutNames.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

#include <functional>

namespace fsfind::test {
namespace recordingTornTest {

using namespace perf;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

constexpr std::size_t kSamples = 12;

/// Builds the recording; its first record begins at `start`, samples end at `sample_ends`.
struct Torn {
  std::vector<std::byte> bytes;
  std::uint64_t start = 0;
  std::vector<std::size_t> sample_ends;
};

Torn compose(PerfDataLayout layout) {
  PerfDataBuilder data(layout);
  data.addEvent(memLoads());
  data.features().typicalMachine(2, 1);
  Torn torn;
  std::size_t end = torn.start = data.dataOffset();
  for (unsigned number = 0; number < kSamples; ++number) {
    data.sample({.time = number, .addr = number});
    end += 8 + 80;
    torn.sample_ends.push_back(end);
  }
  torn.bytes = data.bytes();
  return torn;
}

class EveryTear : public testing::TestWithParam<PerfDataLayout> {};

TEST_P(EveryTear, GivesTheSamplesBeforeItAndOneNote) {
  const Torn torn = compose(GetParam());
  for (std::size_t size = 0; size < torn.bytes.size(); ++size) {
    const auto recording = openBytes(Bytes(torn.bytes).first(size));
    if (size < torn.start && !recording)
      continue; // nothing but the header is there
    ASSERT_TRUE(recording) << size << recording.error().message();
    std::size_t whole = 0;
    while (whole < kSamples && torn.sample_ends[whole] <= size)
      ++whole;
    EXPECT_THAT(samplesOf(**recording), SizeIs(whole)) << "cut at " << size;
    EXPECT_EQ(countOf(**recording, kRecordSample), whole) << "cut at " << size;
    EXPECT_LE((*recording)->notes().size(), 1U) << "cut at " << size;
    const bool in_records = size > torn.start && size < torn.sample_ends.back();
    if (in_records && GetParam().mode == PerfDataMode::File) {
      EXPECT_THAT((*recording)->notes(), SizeIs(1)) << "cut at " << size;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, EveryTear,
                         testing::Values(PerfDataLayout{},
                                         PerfDataLayout{.order = std::endian::big},
                                         PerfDataLayout{.mode = PerfDataMode::Pipe}),
                         test::NameOfParameter());

TEST(DamagedRecording, SaysThatRecordsCouldNotBeUnderstood) {
  const auto notesWith = [](std::uint32_t type, std::size_t bytes) {
    PerfDataBuilder data;
    data.addEvent(memLoads());
    data.sample({.time = 1, .addr = 1});
    data.record(type, 0, std::vector<std::byte>(bytes));
    data.sample({.time = 2, .addr = 2});
    const auto made = data.bytes();
    const auto recording = openBytes(made);
    EXPECT_THAT(samplesOf(**recording), SizeIs(2)) << type;
    return (*recording)->notes();
  };
  for (const std::uint32_t type : {0U, 40U, 4711U}) {
    const auto notes = notesWith(type, 16);
    ASSERT_THAT(notes, SizeIs(1)) << type;
    EXPECT_TRUE(notes[0].incomplete);
  }
  EXPECT_THAT(notesWith(kRecordMmap2, 8), SizeIs(1)) << "too short";
  for (const std::uint32_t type : {23U, 100U})
    EXPECT_THAT(notesWith(type, 16), IsEmpty()) << "a kernel or perf that is newer: " << type;
}

TEST(TornRecording, SaysWhereItIsCutOff) {
  const Torn torn = compose({});
  const auto recording = openBytes(Bytes(torn.bytes).first(torn.sample_ends[3] + 5));
  ASSERT_TRUE(recording);
  ASSERT_THAT((*recording)->notes(), SizeIs(1));
  char offset[32];
  std::snprintf(offset, sizeof offset, "test.data:0x%zx: ", torn.sample_ends[3]);
  EXPECT_THAT((*recording)->notes()[0].text,
              AllOf(StartsWith(offset), HasSubstr("cut off"), HasSubstr("before this place")));
}

TEST(TornRecording, InterruptedBeforeItsHeaderWasCompletedIsReadToTheEnd) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  data.interrupted().sample({}).sample({});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT(samplesOf(**recording), SizeIs(2));
  ASSERT_THAT((*recording)->notes(), SizeIs(1));
  EXPECT_THAT((*recording)->notes()[0].text, HasSubstr("perf record was interrupted"));
}

TEST(TornRecording, NamesTheSimulatorThatDidNotCompleteItsFile) {
  PerfDataBuilder data;
  EventSpec event = memLoads();
  event.config2 = kSimulatedEvent;
  data.addEvent(event);
  data.interrupted().sample({});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  ASSERT_THAT((*recording)->notes(), SizeIs(1));
  EXPECT_THAT((*recording)->notes()[0].text, AllOf(HasSubstr("fsfind record has not completed"),
                                                   testing::Not(HasSubstr("perf record"))));
}

TEST(TornRecording, NoRecordsButFeaturesIsNotTakenForInterrupted) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  data.features().typicalMachine();
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT((*recording)->notes(), IsEmpty());
  EXPECT_EQ((*recording)->features().hostname, "fixture");
}

TEST(TornRecording, InterruptedAndCutInsideARecordGivesOneNote) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  data.interrupted().sample({}).sample({});
  auto bytes = data.bytes();
  bytes.resize(bytes.size() - 3);
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT(samplesOf(**recording), SizeIs(1));
  EXPECT_THAT((*recording)->notes(), SizeIs(1));
}

/// A walk must not spin or run over what is no record.
void expectStopsAt(const std::function<void(ByteWriter &)> &putGarbage) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  ByteWriter garbage;
  putGarbage(garbage);
  data.sample({}).raw(garbage.bytes()).sample({});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT(samplesOf(**recording), SizeIs(1));
  ASSERT_THAT((*recording)->notes(), SizeIs(1));
  EXPECT_THAT((*recording)->notes()[0].text, HasSubstr("damaged"));
}

TEST(TornRecording, StopsAtARecordOfSizeZero) {
  expectStopsAt([](ByteWriter &out) { out.u32(kRecordSample).u16(2).u16(0); });
}

TEST(TornRecording, StopsAtARecordSmallerThanItsHeader) {
  expectStopsAt([](ByteWriter &out) { out.u32(kRecordSample).u16(2).u16(7); });
}

TEST(TornRecording, StopsAtATypeNobodyAssigns) {
  expectStopsAt([](ByteWriter &out) { out.u32(0x7fff'0000).u16(2).u16(16).u64(0); });
}

TEST(TornRecording, StopsWhereTraceDataWouldEndBehindTheFile) {
  for (const std::uint64_t size : {std::uint64_t{1} << 20, UINT64_MAX}) {
    PerfDataBuilder data;
    data.addEvent(memLoads());
    ByteWriter auxtrace;
    auxtrace.u64(size).zeros(32);
    data.sample({}).record(kRecordAuxtrace, 0, auxtrace.bytes()).sample({});
    const auto bytes = data.bytes();
    const auto recording = openBytes(bytes);
    ASSERT_TRUE(recording);
    EXPECT_THAT(samplesOf(**recording), SizeIs(1));
    EXPECT_THAT((*recording)->notes(), SizeIs(1));
  }
}

TEST(TornRecording, SectionsThatOverflowTheAddressSpaceAreClipped) {
  const Torn torn = compose({});
  // attr entry size, attrs, data: every combination of the largest values
  for (const std::size_t field : {16U, 24U, 32U, 40U, 48U}) {
    auto bytes = torn.bytes;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(field), 8, std::byte{0xff});
    const auto recording = openBytes(bytes);
    if (recording) {
      EXPECT_LE(samplesOf(**recording).size(), kSamples);
    }
  }
}

TEST(TornRecording, IdSectionsThatAllCoverTheFileDoNotMultiplyIt) {
  PerfDataBuilder data;
  for (unsigned number = 0; number < 100; ++number)
    data.addEvent(memLoads({number + 1}));
  auto bytes = data.bytes();
  const std::size_t entry = kAttrSizeVer7 + 16;
  ByteWriter everything;
  everything.u64(0).u64(bytes.size());
  for (std::size_t number = 0; number < 100; ++number)
    std::copy(everything.bytes().begin(), everything.bytes().end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(104 + 800 + entry * (number + 1) - 16));
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  std::size_t ids = 0;
  for (const EventAttr &event : (*recording)->events())
    ids += event.ids.size();
  EXPECT_LE(ids, bytes.size() / 8);
}

} // namespace recordingTornTest
} // namespace fsfind::test
