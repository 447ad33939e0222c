// What a report says of the recorded processor's sampling, by the processor's number in the
// recording.

#include "c2c-ingest/Ingest.h"
#include "tests/support/SpePackets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::ingest {
namespace processorNotesTest {

using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kHitm = 0x800842;     // load, HIT|L3, snoop HITM
constexpr std::uint64_t kPeer = 0x8000000842; // load, HIT|L3, peer
constexpr std::uint64_t kNoAccess = 0x1;      // neither load nor store

struct Machine {
  std::string cpuid, arch = "x86_64";
};

std::string notesOn(test::PerfDataBuilder &data) {
  const std::vector<std::byte> bytes = data.bytes();
  const auto recording = perf::Recording::fromBytes(bytes, "notes.data");
  EXPECT_TRUE(recording);
  IngestOptions options;
  options.resolve_names = false;
  const auto profile = ingest(**recording, "notes.data", options);
  EXPECT_TRUE(profile);
  std::string notes;
  for (const Note &note : profile->notes)
    notes += note.text + "\n";
  return notes;
}

/// The notes on a recording of two samples with these data sources.
std::string notesOn(const Machine &machine, test::EventSpec event, std::uint64_t first,
                    std::uint64_t second) {
  test::PerfDataBuilder data;
  data.addEvent(std::move(event));
  data.features()
      .typicalMachine()
      .text(test::kFeatureCpuId, machine.cpuid)
      .text(test::kFeatureArch, machine.arch)
      .eventDescriptions(data.events(), test::kAttrSizeVer7);
  for (const std::uint64_t source : {first, second})
    data.sample({.ip = 0x400010, .pid = 7, .tid = 7, .addr = 0x700008, .data_src = source});
  return notesOn(data);
}

TEST(ProcessorNotes, IbsTellsHowManySamplesAreNoAccesses) {
  const std::string notes = notesOn({"AuthenticAMD,25,17,1"}, test::ibsOp(), kHitm, kNoAccess);
  EXPECT_THAT(notes, HasSubstr("1 of 2 samples are neither loads nor stores"));
  EXPECT_THAT(notes, Not(HasSubstr("Zen 3")));
}

TEST(ProcessorNotes, Zen3IsToldByFamilyAndModel) {
  const std::string zen3 = "Zen 3 does not tell whether another core had modified a line";
  for (const char *cpuid : {"AuthenticAMD,25,1,1", "AuthenticAMD,25,33,0", "AuthenticAMD,25,80,0"})
    EXPECT_THAT(notesOn({cpuid}, test::ibsOp(), kHitm, kHitm), HasSubstr(zen3)) << cpuid;
  for (const char *cpuid : {"AuthenticAMD,25,97,2", "AuthenticAMD,26,2,1", "AuthenticAMD,25"})
    EXPECT_THAT(notesOn({cpuid}, test::ibsOp(), kHitm, kHitm), Not(HasSubstr(zen3))) << cpuid;
}

TEST(ProcessorNotes, BeforeZen3LocalIsTheNode) {
  for (const char *cpuid : {"AuthenticAMD,23,49,0", "HygonGenuine,24,0,1"})
    EXPECT_THAT(notesOn({cpuid}, test::ibsOp(), kHitm, kHitm),
                HasSubstr("local HITM may come from any CCX of the node"))
        << cpuid;
}

TEST(ProcessorNotes, OtherEventsOfAmdAreNotIbs) {
  EXPECT_THAT(notesOn({"AuthenticAMD,25,1,1"}, test::memLoads(), kHitm, kHitm),
              Not(HasSubstr("IBS")));
}

TEST(ProcessorNotes, PowerMarksFastAccessesToo) {
  EXPECT_THAT(notesOn({"004e1202", "ppc64le"}, test::memLoads(), kHitm, kHitm),
              HasSubstr("fast ones too"));
}

TEST(ProcessorNotes, PeersAreExplainedWhereThereIsNoHitm) {
  const Machine neoverse = {"0x00000000413fd0c1", "aarch64"};
  EXPECT_THAT(notesOn(neoverse, test::memLoads(), kPeer, kPeer), HasSubstr("peer loads got"));
  EXPECT_THAT(notesOn(neoverse, test::memLoads(), kPeer, kHitm), Not(HasSubstr("peer loads got")));
}

TEST(ProcessorNotes, ThresholdOfSpeIsTold) {
  test::EventSpec event = test::armSpe();
  event.config2 = 30;
  EXPECT_THAT(notesOn({"0x00000000413fd0c1", "aarch64"}, event, kPeer, kPeer),
              HasSubstr("fewer than 30 cycles"));
  EXPECT_THAT(notesOn({"0x00000000413fd0c1", "aarch64"}, test::armSpe(), kPeer, kPeer),
              Not(HasSubstr("fewer than")));
}

TEST(ProcessorNotes, IntelNeedsNone) {
  EXPECT_EQ(notesOn({"GenuineIntel,6,85,4"}, test::memLoads(), kHitm, kHitm), "");
}

TEST(ProcessorNotes, SpeOfAnUnknownProcessorNamesNoOtherCore) {
  const auto notes = [](const char *cpuid) {
    test::PerfDataBuilder data;
    data.addEvent(test::armSpe());
    data.features().typicalMachine().text(test::kFeatureCpuId, cpuid);
    test::addSpeInfo(data);
    test::SpePackets packets;
    packets.load().end().store().end();
    data.auxtrace({}, packets.bytes());
    return notesOn(data);
  };
  EXPECT_THAT(notes("0x00000000410fd080"), HasSubstr("1 loads are of a processor"));
  EXPECT_THAT(notes("0x00000000413fd0c1"), Not(HasSubstr("of a processor")));
}

} // namespace processorNotesTest
} // namespace fsfind::ingest
