#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <limits>

namespace fsfind {
namespace judgeRankingTest {

using test::ProfileBuilder;
using testing::ElementsAre;

/// A line whose counters are given and whose accesses do not matter.
void bare(ProfileBuilder &builder, std::uint64_t address, std::uint64_t lcl, std::uint64_t rmt) {
  builder.line(address).loadAt(1, 0, lcl + rmt, 0);
  builder.last().lcl_hitm = lcl;
  builder.last().rmt_hitm = rmt;
  builder.last().contended = lcl + rmt;
}

std::vector<std::uint64_t> addresses(const Report &report) {
  std::vector<std::uint64_t> result;
  for (const RankedLine &ranked : report.lines)
    result.push_back(ranked.line->address);
  return result;
}

Profile threeLines() {
  ProfileBuilder builder;
  bare(builder, 0x1000, 10, 90);
  bare(builder, 0x2000, 50, 0);
  bare(builder, 0x3000, 100, 100);
  return builder.build();
}

TEST(JudgeRanking, OrdersByTheDisplayModesCounter) {
  const Profile profile = threeLines();
  EXPECT_THAT(addresses(judge(profile, {})), ElementsAre(0x3000, 0x1000, 0x2000));
  EXPECT_THAT(addresses(judge(profile, {.display = DisplayMode::Local})),
              ElementsAre(0x3000, 0x2000, 0x1000));
  EXPECT_THAT(addresses(judge(profile, {.display = DisplayMode::Remote})),
              ElementsAre(0x3000, 0x1000))
      << "a line without the mode's counter is below perf's cut-off";
}

TEST(JudgeRanking, PeerModeRanksByPeerLoads) {
  ProfileBuilder builder;
  builder.line(0x1000).loadAt(1, 0, 50);
  builder.last().lcl_peer = builder.last().contended = 20;
  builder.line(0x2000).loadAt(1, 0, 50);
  builder.last().rmt_peer = builder.last().contended = 50;
  const Profile profile = builder.build();
  const Report report = judge(profile, {.display = DisplayMode::Peer});
  EXPECT_THAT(addresses(report), ElementsAre(0x2000, 0x1000));
  EXPECT_DOUBLE_EQ(report.lines[0].hitm_share, 5.0 / 7.0);
  EXPECT_TRUE(judge(profile, {}).lines.empty()) << "no HITM at all: nothing passes the cut-off";
}

TEST(JudgeRanking, TiesKeepTheProfilesOrder) {
  ProfileBuilder builder;
  for (const std::uint64_t address : {0x5000U, 0x1000U, 0x4000U})
    bare(builder, address, 17, 0);
  bare(builder, 0x9000, 18, 0);
  const Profile profile = builder.build();
  EXPECT_THAT(addresses(judge(profile, {})), ElementsAre(0x9000, 0x5000, 0x1000, 0x4000));
}

TEST(JudgeRanking, CutsOffBelowOneThousandthAsPerfDoes) {
  ProfileBuilder builder;
  bare(builder, 0x1000, 9989, 0);
  bare(builder, 0x2000, 10, 0); // 10 / 10008 = 0.0009992
  bare(builder, 0x3000, 9, 0);
  const Profile below = builder.build();
  EXPECT_THAT(addresses(judge(below, {})), ElementsAre(0x1000));
  EXPECT_EQ(judge(below, {}).below_cutoff, 2U);
  EXPECT_THAT(addresses(judge(below, {.show_all = true})), ElementsAre(0x1000, 0x2000, 0x3000));

  ProfileBuilder exact;
  bare(exact, 0x1000, 99900, 0);
  bare(exact, 0x2000, 100, 0); // exactly 0.001
  const Profile at = exact.build();
  EXPECT_THAT(addresses(judge(at, {})), ElementsAre(0x1000, 0x2000));
}

TEST(JudgeRanking, LimitsLinesAndCountsTheHidden) {
  const Profile profile = threeLines();
  const Report report = judge(profile, {.max_lines = 2});
  EXPECT_THAT(addresses(report), ElementsAre(0x3000, 0x1000));
  EXPECT_EQ(report.hidden_lines, 1U);
  EXPECT_EQ(report.lines[1].rank, 2U);
  EXPECT_DOUBLE_EQ(report.lines[0].hitm_share, 20.0 / 35.0);
}

TEST(JudgeRanking, SortsByCostStoresAndSamples) {
  ProfileBuilder builder;
  builder.line(0x1000).loadAt(1, 0, 30, 10).storeAt(2, 0, 100);
  builder.line(0x2000).loadAt(1, 0, 900, 10).storeAt(2, 0, 1);
  builder.line(0x3000).loadAt(1, 0, 60, 60).storeAt(2, 0, 2);
  const Profile profile = builder.build();
  EXPECT_THAT(addresses(judge(profile, {.sort = SortKey::Stores})),
              ElementsAre(0x1000, 0x3000, 0x2000));
  EXPECT_THAT(addresses(judge(profile, {.sort = SortKey::Samples})),
              ElementsAre(0x2000, 0x1000, 0x3000));
  EXPECT_THAT(addresses(judge(profile, {.sort = SortKey::Cost})),
              ElementsAre(0x3000, 0x2000, 0x1000));
}

TEST(JudgeRanking, ByHitmStoreEvidenceComesAfterSharedLines) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 0, 500).storeAt(2, 8, 500);
  builder.line(0x2000).loadAt(1, 0, 20, 10).storeAt(2, 8, 2);
  builder.line(0x3000).storeAt(1, 0, 500); // one thread: nothing
  const Profile profile = builder.build();
  EXPECT_THAT(addresses(judge(profile, {.sort = SortKey::Stores})), ElementsAre(0x1000, 0x2000));
  EXPECT_THAT(addresses(judge(profile, {.sort = SortKey::Samples})), ElementsAre(0x1000, 0x2000));
  const Report report = judge(profile, {});
  ASSERT_THAT(addresses(report), ElementsAre(0x2000, 0x1000));
  EXPECT_FALSE(report.lines[0].store_evidence_only);
  EXPECT_TRUE(report.lines[1].store_evidence_only);
  EXPECT_EQ(report.lines[1].sharing, Sharing::False);
  EXPECT_EQ(report.lines[1].hitm_share, 0);
  EXPECT_EQ(report.lines[1].writers, 2U);
  EXPECT_EQ(report.lines[1].readers, 0U);
}

TEST(JudgeRanking, CountsNamedSamplesOnContendedLinesOnly) {
  ProfileBuilder builder;
  const TargetIndex hits = builder.global("hits", "long", 0x1000, 8);
  builder.line(0x1000).load(1, hits, 30, 30).storeAt(2, 8, 10);
  builder.line(0x2000).loadAt(1, 0, 77);
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  EXPECT_EQ(report.contended_samples, 40U);
  EXPECT_EQ(report.named_samples, 30U);
}

TEST(JudgeRanking, EmptyAndExtremeProfiles) {
  EXPECT_TRUE(judge(Profile{}, {}).lines.empty());
  ProfileBuilder builder;
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  builder.line(most - 63).loadAt(1, 0, most, 9).storeAt(2, 63, most).loadAt(3, 4000000000U, 1);
  Profile profile = builder.build();
  profile.cost = 1;
  const Report report = judge(profile, {});
  ASSERT_EQ(report.lines.size(), 1U);
  EXPECT_LE(report.lines[0].hitm_share, 1);
  EXPECT_LE(report.lines[0].latency_share, 1);
  profile.source.line_size = 0;
  EXPECT_EQ(judge(profile, {}).lines.size(), 1U);
}

TEST(JudgeRanking, ArmShowsPeersByDefault) {
  Source source;
  EXPECT_EQ(defaultDisplayMode(source), DisplayMode::Total);
  source.arch = "aarch64";
  EXPECT_EQ(defaultDisplayMode(source), DisplayMode::Peer);
}

} // namespace judgeRankingTest
} // namespace fsfind
