// Recordings by a clock, from the samples to the findings.

#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/perf/Abi.h"
#include "rules/measured/findings/Judge.h"
#include "rules/model/SampleCount.h"
#include "tests/support/PerfDataBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace fsfind::ingest {
namespace clockIngestTest {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr const char *kFolder = FSFIND_SOURCE_DIR "/fixtures/clock/";

Profile profileOf(const std::string &name, IngestOptions options = {}) {
  auto profile = ingest(kFolder + name, options);
  EXPECT_TRUE(profile) << profile.error().message();
  return std::move(*profile);
}

TEST(ClockIngest, NamesMembersThatThreadsContendFor) {
  const Profile profile = profileOf("meters.data");
  const Report report = judge(profile, {});
  ASSERT_FALSE(report.findings.empty());
  const Finding &first = report.findings.front();
  EXPECT_EQ(first.sharing, Sharing::False);
  std::vector<std::string> members, written;
  for (const FindingMember &member : first.members) {
    members.push_back(member.path);
    if (!member.writers.empty())
      written.push_back(member.path);
  }
  EXPECT_THAT(members, UnorderedElementsAre("taken", "limit"));
  EXPECT_THAT(written, UnorderedElementsAre("taken"));
  ASSERT_TRUE(first.cost.share);
  EXPECT_EQ(first.cost.base, CostBase::ClockTime);
}

TEST(ClockIngest, TellsTheSamplesOfTheClock) {
  const Profile profile = profileOf("meters.data");
  ASSERT_TRUE(profile.source.by_clock);
  const ByClock &clock = *profile.source.by_clock;
  EXPECT_EQ(profile.samples, clock.samples);
  EXPECT_GT(clock.decoded, clock.samples / 2);
  EXPECT_LE(clock.decoded, clock.samples);
  EXPECT_GT(clock.together, 0);
  EXPECT_LE(clock.together, 1);
  EXPECT_FALSE(profile.obstacle);
}

TEST(ClockIngest, CountsEachSampleOnce) {
  const Profile profile = profileOf("tickets.data");
  const Report report = judge(profile, {});
  std::uint64_t accesses = 0, on_lines = 0;
  for (const Line &line : profile.lines) {
    on_lines += line.samples;
    for (const Access &access : line.accesses)
      accesses += access.count;
  }
  EXPECT_GT(accesses, profile.samples) << "most samples tell of several accesses";
  EXPECT_LE(on_lines, profile.samples);
  EXPECT_LE(report.contended_samples, profile.samples);
  EXPECT_GT(report.contended_samples, 0U);
  for (const Finding &finding : report.findings)
    EXPECT_LE(finding.cost.hitm, profile.samples);
}

TEST(ClockIngest, GivesALockTheTimeThatItsLoopWaits) {
  const Profile profile = profileOf("tickets.data");
  const Report report = judge(profile, {});
  ASSERT_FALSE(report.findings.empty());
  const Finding &lock = report.findings.front();
  EXPECT_EQ(lock.object.type, "ticket");
  EXPECT_EQ(lock.sharing, Sharing::True);
  ASSERT_TRUE(lock.cost.share);
  std::uint64_t samples = 0, waiting = 0;
  for (const Line &line : profile.lines)
    for (const Access &access : line.accesses) {
      samples += samplesOf(profile.source, access);
      waiting += access.spins;
    }
  // One of two threads waits while the other has the lock.
  EXPECT_GT(lock.cost.share->value, 0.4);
  EXPECT_LE(lock.cost.share->low, lock.cost.share->value);
  EXPECT_GE(lock.cost.share->high, lock.cost.share->value);
  EXPECT_GT(waiting, samples / 2) << "in the loop, nearly all of them";
  ASSERT_TRUE(lock.cost.spin_share);
  EXPECT_GT(*lock.cost.spin_share, 0.5);
}

TEST(ClockIngest, FindsNothingWhereEachHasALineOfItsOwn) {
  const Profile profile = profileOf("meters_padded.data");
  EXPECT_TRUE(profile.source.by_clock);
  EXPECT_FALSE(profile.obstacle) << "that nothing contends is an answer";
  EXPECT_THAT(judge(profile, {}).findings, IsEmpty());
}

TEST(ClockIngest, NeedsNoNames) {
  IngestOptions options;
  options.resolve_names = false;
  const Profile profile = profileOf("meters.data", options);
  EXPECT_FALSE(profile.lines.empty()) << "code is decoded all the same";
}

TEST(ClockIngest, SaysWhereNoCodeCouldBeDecoded) {
  test::EventSpec clock;
  clock.type = 1;                   // PERF_TYPE_SOFTWARE
  clock.config = clock.config1 = 0; // PERF_COUNT_SW_CPU_CLOCK
  clock.sample_type = perf::kSampleIp | perf::kSampleTid | perf::kSampleTime | perf::kSampleCpu |
                      perf::kSamplePeriod | perf::kSampleRegsUser;
  clock.sample_regs_user = 0xff01ff;
  clock.flags = test::kFlagSampleIdAll;
  test::PerfDataBuilder data;
  const auto event = data.addEvent(clock);
  test::Sample sample;
  sample.event = event;
  sample.ip = 0x401000;
  sample.pid = sample.tid = 7;
  sample.time = 1000;
  sample.misc = static_cast<std::uint16_t>(perf::CpuMode::User);
  sample.regs_user_abi = 2;
  sample.regs_user.assign(17, 0x1234);
  data.sample(sample);
  const auto bytes = data.bytes();
  const auto recording = perf::Recording::fromBytes(bytes, "composed");
  ASSERT_TRUE(recording);
  const auto profile = ingest(**recording, "composed", {});
  ASSERT_TRUE(profile);
  ASSERT_TRUE(profile->source.by_clock);
  EXPECT_EQ(profile->source.by_clock->samples, 1U);
  EXPECT_TRUE(profile->obstacle);
}

} // namespace clockIngestTest
} // namespace fsfind::ingest
