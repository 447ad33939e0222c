#include "rules/measured/findings/Judge.h"
#include "rules/measured/usage/Significance.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace judgeSignificanceTest {

using test::ProfileBuilder;
using testing::IsEmpty;
using testing::SizeIs;

/// Two threads on one line, `hitm` of the second one's loads contended; no store evidence.
void contendedLine(ProfileBuilder &builder, std::uint64_t address, std::uint64_t hitm) {
  builder.line(address).storeAt(1, 0, 4).loadAt(2, 0, 20 + hitm, hitm).storeAt(2, 8, 2);
}

/// The rest of a program: loads and stores that nobody contends for.
void quietSamples(Profile &profile, std::uint64_t loads, std::uint64_t stores) {
  profile.totals.load += loads;
  profile.totals.store += stores;
  profile.estimated_loads += loads;
  profile.estimated_stores += stores;
}

Profile contendedProfile(std::uint64_t hitm, std::uint64_t quiet) {
  ProfileBuilder builder;
  contendedLine(builder, 0x4000, hitm);
  Profile profile = builder.build();
  quietSamples(profile, quiet / 2, quiet / 2);
  return profile;
}

TEST(JudgeSignificance, FewSamplesAreLeftOutAndCounted) {
  const Profile few = contendedProfile(kMinContendedSamples - 1, 0);
  const Report report = judge(few, {});
  EXPECT_THAT(report.lines, IsEmpty());
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.below_floor, 1U);
  EXPECT_EQ(report.findings_left_out, 1U);
  EXPECT_THAT(report.contended, SizeIs(1)) << "seen, though not shown";
  const Profile enough = contendedProfile(kMinContendedSamples, 0);
  EXPECT_THAT(judge(enough, {}).lines, SizeIs(1));
  EXPECT_THAT(judge(enough, {}).findings, SizeIs(1));
  EXPECT_EQ(judge(enough, {}).below_floor, 0U);
}

TEST(JudgeSignificance, ASmallPartOfTheWorkIsLeftOut) {
  EXPECT_THAT(judge(contendedProfile(100, 2400000), {}).findings, SizeIs(1));
  const Report report = judge(contendedProfile(100, 2600000), {});
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.below_floor, 1U);
}

TEST(JudgeSignificance, SamplesWeighAsMuchAsTheirPeriod) {
  Profile profile = contendedProfile(100, 2600000);
  profile.estimated_stores /= 10; // each store sample stands for a tenth of what it was
  EXPECT_THAT(judge(profile, {}).findings, SizeIs(1));
  profile.estimated_loads /= 20; // and each load for less
  EXPECT_THAT(judge(profile, {}).findings, IsEmpty());
}

TEST(JudgeSignificance, ShowAllShowsEverything) {
  const Profile profile = contendedProfile(1, 1000000);
  const Report report = judge(profile, {.show_all = true});
  EXPECT_THAT(report.lines, SizeIs(1));
  EXPECT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.below_floor + report.findings_left_out, 0U);
}

TEST(JudgeSignificance, LinesOfAFindingStayHoweverLittleEachHas) {
  ProfileBuilder builder;
  for (std::uint32_t i = 0; i < 100; ++i)
    contendedLine(builder, 0x10000 + 64ULL * i, 2);
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].cost.hitm, 200U);
  EXPECT_THAT(report.lines, SizeIs(100));
}

/// A finding of many lines, and others with less in all: on one line each, two of which have more
/// than each of the many.
TEST(JudgeSignificance, NothingHotterThanWhatIsShownIsLeftOut) {
  ProfileBuilder builder;
  for (std::uint32_t i = 0; i < 100; ++i)
    contendedLine(builder, 0x10000 + 64ULL * i, 9);
  const std::pair<std::uint64_t, std::uint64_t> others[] = {
      {0x90000, 144}, {0x80000, 10}, {0x70000, 8}};
  for (const auto &[address, hitm] : others) {
    const TargetIndex one = builder.global(std::to_string(address), "long", address, 8);
    builder.line(address).store(1, one, 4).load(2, one, 20 + hitm, hitm).store(2, one, 2);
  }
  Profile profile = builder.build();
  quietSamples(profile, 3000000, 3000000);
  const Report report = judge(profile, {});
  ASSERT_THAT(report.findings, SizeIs(3));
  EXPECT_EQ(report.findings[1].cost.hitm, 144U);
  EXPECT_EQ(report.findings[2].cost.hitm, 10U);
  ASSERT_THAT(report.lines, SizeIs(102));
  EXPECT_EQ(report.lines[0].line->address, 0x90000U);
  EXPECT_EQ(report.lines[1].line->address, 0x80000U);
  EXPECT_EQ(report.below_floor, 1U);
}

TEST(JudgeSignificance, StoresAloneNeedMore) {
  ProfileBuilder builder;
  builder.line(0x4000).storeAt(1, 0, 50).storeAt(2, 8, 50);
  Profile profile = builder.build();
  quietSamples(profile, 0, 90000);
  EXPECT_THAT(judge(profile, {}).findings, SizeIs(1));
  quietSamples(profile, 0, 20000);
  EXPECT_THAT(judge(profile, {}).lines, IsEmpty());
  EXPECT_EQ(judge(profile, {}).below_floor, 1U);
}

/// Threads that only store seldom meet a load, but one stray HITM must not hide them.
TEST(JudgeSignificance, StoreEvidenceCountsBesideFewHitm) {
  ProfileBuilder builder;
  builder.line(0x4000).storeAt(1, 0, 500).storeAt(2, 8, 500).loadAt(2, 8, 1, 1);
  const Report report = judge(builder.build(), {});
  EXPECT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.below_floor, 0U);
}

} // namespace judgeSignificanceTest
} // namespace fsfind
