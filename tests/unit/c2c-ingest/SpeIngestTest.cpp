// Recordings of Arm SPE, composed packet by packet, through the one entry point.

#include "c2c-ingest/Ingest.h"
#include "tests/support/SpePackets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::ingest {
namespace speIngestTest {

using testing::HasSubstr;
using testing::Not;

constexpr std::uint32_t kPid = 100;

Expected<Profile> read(test::PerfDataBuilder &data, IngestOptions options = {}) {
  const std::vector<std::byte> bytes = data.bytes();
  const auto recording = perf::Recording::fromBytes(bytes, "spe.data");
  EXPECT_TRUE(recording);
  options.resolve_names = false;
  return ingest(**recording, "spe.data", options);
}

std::string notesOf(const Profile &profile) {
  std::string notes;
  for (const Note &note : profile.notes)
    notes += note.text + "\n";
  return notes;
}

TEST(SpeIngest, SpeDataWithoutAccessesSayWhatToRecord) {
  test::PerfDataBuilder data;
  data.addEvent(test::armSpe());
  test::addSpeInfo(data);
  const test::SpePackets branches = std::move(test::SpePackets().operation(spe::kBranch, 0).end());
  data.auxtrace({}, branches.bytes());
  const auto profile = read(data);
  ASSERT_TRUE(profile && profile->obstacle);
  EXPECT_THAT(profile->obstacle->message(), HasSubstr("hold no loads or stores"));
  EXPECT_THAT(profile->obstacle->message(), HasSubstr("perf c2c record"));
}

/// Two CPUs whose threads write bytes of one line and load what the other wrote.
void addSpeContention(test::PerfDataBuilder &data) {
  data.addEvent(test::armSpe());
  data.features().typicalMachine().text(test::kFeatureCpuId, "0x00000000413fd0c1");
  test::addSpeInfo(data);
  test::addClock(data);
  data.comm({.pid = kPid, .tid = kPid, .comm = "main", .exec = true});
  data.mmap2({.pid = kPid, .tid = kPid, .address = 0x400000, .length = 0x1000, .file = "/bin/p"});
  data.mmap2({.pid = kPid, .tid = kPid, .address = 0x700000, .length = 0x1000, .file = "//anon"});
  data.fork({.pid = kPid, .parent_pid = kPid, .tid = 101, .parent_tid = kPid, .time = 5});
  for (std::uint32_t cpu = 0; cpu < 2; ++cpu) {
    test::SpePackets packets;
    for (std::uint64_t i = 0; i < 30; ++i)
      packets.record({.instruction = 0x400010 + cpu * 0x20,
                      .store = i % 2 == 0,
                      .data = 0x700008 + cpu * 8,
                      .timestamp = 100 + 2 * i + cpu,
                      .context = kPid + cpu,
                      .latency = 200,
                      .source = i % 2 == 0 ? std::nullopt : std::optional<std::uint16_t>(0x9)});
    data.auxtrace({.queue = cpu, .cpu = cpu}, packets.bytes());
  }
}

TEST(SpeIngest, SpeDataAreReadWithoutPerfInject) {
  test::PerfDataBuilder data;
  addSpeContention(data);
  const auto profile = read(data);
  ASSERT_TRUE(profile) << profile.error().message();
  EXPECT_FALSE(profile->obstacle);
  EXPECT_EQ(profile->samples, 60U);
  EXPECT_EQ(profile->totals.load, 30U);
  EXPECT_EQ(profile->totals.store, 30U);
  EXPECT_EQ(profile->totals.lcl_peer, 30U);
  EXPECT_EQ(profile->totals.nomap, 0U);
  ASSERT_EQ(profile->lines.size(), 1U);
  EXPECT_EQ(profile->lines[0].address, 0x700000U);
  EXPECT_EQ(profile->estimated_loads, 30U * 1024U);
  EXPECT_EQ(profile->source.first_time, 100U);
  EXPECT_EQ(profile->source.last_time, 159U);
}

TEST(SpeIngest, SpeDataObeyTheFilters) {
  test::PerfDataBuilder data;
  addSpeContention(data);
  IngestOptions options;
  options.tids = {101};
  EXPECT_EQ(read(data, options)->samples, 30U);
}

TEST(SpeIngest, WhatSpeLostIsTold) {
  test::PerfDataBuilder data;
  addSpeContention(data);
  const test::SampleId id{.time = 200, .cpu = 0};
  test::addPiece(data, 0, 16, perf::TracePiece::kTruncated | perf::TracePiece::kCollision, id);
  test::addPiece(data, 16, 16, perf::TracePiece::kOverwrite | perf::TracePiece::kCollision, id);
  const std::vector<std::byte> garbage(3, std::byte{0xff});
  data.auxtrace({.queue = 1, .cpu = 1}, garbage);
  const auto profile = read(data);
  ASSERT_TRUE(profile);
  const std::string notes = notesOf(*profile);
  EXPECT_THAT(notes, HasSubstr("1 buffers of Arm SPE were full"));
  EXPECT_THAT(notes, HasSubstr("2 buffers of Arm SPE lack samples"));
  EXPECT_THAT(notes, HasSubstr("made of snapshots of Arm SPE"));
  EXPECT_THAT(notes, HasSubstr("3 places in the Arm SPE data are damaged"));
  EXPECT_THAT(notes, Not(HasSubstr("do not tell their thread")));
}

TEST(SpeIngest, SpeThreadsAndTimesThatAreGuessedAreTold) {
  test::PerfDataBuilder data;
  data.addEvent(test::armSpe());
  test::addSpeInfo(data);
  test::SpePackets packets;
  packets.record({.data = 0x700000, .timestamp = 1}).record({.data = 0x700000, .timestamp = 2});
  data.auxtrace({.tid = 100}, packets.bytes());
  const auto profile = read(data);
  ASSERT_TRUE(profile);
  const std::string notes = notesOf(*profile);
  EXPECT_THAT(notes, HasSubstr("2 samples of Arm SPE do not tell their thread"));
  EXPECT_THAT(notes, HasSubstr("does not tell how the clock of Arm SPE runs"));
}

} // namespace speIngestTest
} // namespace fsfind::ingest
