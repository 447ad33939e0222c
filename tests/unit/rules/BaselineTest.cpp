// Baselines silence exactly what they were written of.
#include "rules/compare/Baseline.h"

#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace fsfind {
namespace baselineTest {

using testing::HasSubstr;

Finding findingOf(const std::string &record, const std::string &member) {
  Finding finding;
  finding.rule = "fsfind-adjacent-thread-fields";
  finding.verdict = Verdict::Latent;
  finding.record = RecordInfo{record, {"a.h", 1, 1}, 16, 0};
  finding.members = {{member, {}, 0, 8, {}, {}, 0}};
  return finding;
}

std::vector<Finding> randomFindings(std::mt19937 &random) {
  std::vector<Finding> findings;
  for (auto i = random() % 12; i > 0; --i) {
    findings.push_back(
        findingOf("R" + std::to_string(random() % 4), "m" + std::to_string(random() % 3)));
    findings.back().location = {"a.h", static_cast<std::uint32_t>(random() % 50), 1};
  }
  return findings;
}

Baseline baselineOf(const std::vector<Finding> &findings) {
  const auto baseline = parseBaseline(baselineText(findings), "b.json");
  EXPECT_TRUE(baseline);
  return baseline.value_or(Baseline{});
}

std::string problemOf(const std::string &text) {
  const auto baseline = parseBaseline(text, "b.json");
  return baseline ? "" : baseline.error().message();
}

TEST(Baseline, SilencesExactlyWhatItWasWrittenOf) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    const std::vector<Finding> findings = randomFindings(random), others = randomFindings(random);
    const UnknownFindings none = withoutKnown(findings, baselineOf(findings));
    EXPECT_TRUE(none.findings.empty());
    EXPECT_EQ(none.known, findings.size());
    EXPECT_TRUE(none.stale.empty());
    std::vector<std::string> known = fingerprints(findings), expected;
    for (const std::string &print : fingerprints(others))
      if (std::find(known.begin(), known.end(), print) == known.end())
        expected.push_back(print);
    const UnknownFindings some = withoutKnown(others, baselineOf(findings));
    EXPECT_EQ(some.findings.size(), expected.size());
    EXPECT_EQ(some.known + some.findings.size(), others.size());
    EXPECT_EQ(some.stale.size(), findings.size() - some.known);
  }
}

/// One program, of which some members are sampled seldom.
std::vector<Finding> recordingOf(unsigned seed) {
  std::mt19937 random(seed);
  test::ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "Queue", 0x4000, 64);
  const TargetIndex hits = builder.global("hits", "long", 0x5000, 8);
  const TargetIndex misses = builder.global("misses", "long", 0x5008, 8);
  const auto few = [&] { return random() % 8; };
  builder.line(0x4000);
  builder.load(11, builder.member(queue, "a", 0), 60 + few(), 50 + few());
  builder.store(12, builder.member(queue, "d", 24), 60 + few());
  for (const auto &[name, offset] : {std::pair("b", 8), std::pair("c", 16), std::pair("e", 32)})
    if (const auto samples = few(); samples != 0)
      builder.store(11, builder.member(queue, name, static_cast<std::uint64_t>(offset)), samples);
  builder.line(0x5000);
  builder.load(11, hits, 30 + few(), 20 + few());
  builder.store(11, hits, 20).store(12, misses, 30 + few());
  builder.load(12, misses, 30 + few(), 20 + few());
  const Profile profile = builder.build();
  return judge(profile, {}).findings;
}

TEST(Baseline, KnowsAProgramInItsOtherRecordings) {
  const std::vector<Finding> first = recordingOf(1);
  ASSERT_EQ(first.size(), 2U);
  std::set<std::set<std::string>> members;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const std::vector<Finding> later = recordingOf(seed);
    EXPECT_THAT(fingerprints(later), testing::UnorderedElementsAreArray(fingerprints(first)));
    const UnknownFindings left = withoutKnown(later, baselineOf(first));
    EXPECT_TRUE(left.findings.empty()) << seed;
    EXPECT_TRUE(left.stale.empty()) << seed;
    for (const Finding &finding : later)
      members.insert(identityOf(finding).members);
  }
  EXPECT_GT(members.size(), 2U) << "all were sampled alike, which shows nothing";
}

TEST(Baseline, OfARecordingDoesNotKnowOtherMembers) {
  Finding known = findingOf("Queue", "head"), other = findingOf("Queue", "size");
  known.verdict = other.verdict = Verdict::Measured;
  known.object.name = other.object.name = "queue";
  EXPECT_EQ(withoutKnown({other}, baselineOf({known})).findings.size(), 1U);
  other.members.push_back(known.members[0]);
  EXPECT_TRUE(withoutKnown({other}, baselineOf({known})).findings.empty());
}

TEST(Baseline, AnEmptyOneSilencesNothing) {
  EXPECT_EQ(withoutKnown({findingOf("Q", "head")}, baselineOf({})).findings.size(), 1U);
}

TEST(Baseline, OutlivesLinesAndRanksAnew) {
  Finding moved = findingOf("Q", "head"), other = findingOf("R", "head");
  moved.record->declared = moved.location = {"elsewhere/a.h", 99, 1};
  other.rank = 2;
  const UnknownFindings left = withoutKnown({moved, other}, baselineOf({findingOf("Q", "head")}));
  ASSERT_EQ(left.findings.size(), 1U);
  EXPECT_EQ(left.findings[0].record->name, "R");
  EXPECT_EQ(left.findings[0].rank, 1U);
}

TEST(Baseline, IsSortedWithALineAnEntry) {
  const std::vector<Finding> findings = {findingOf("A", "m"), findingOf("B", "m"),
                                         findingOf("C", "m")};
  std::vector<Finding> turned(findings.rbegin(), findings.rend());
  const std::string text = baselineText(findings);
  EXPECT_EQ(text, baselineText(turned));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
  EXPECT_THAT(text, HasSubstr("\"rule\":\"fsfind-adjacent-thread-fields\",\"subject\":\"B\""));
}

TEST(Baseline, RefusesWhatIsNone) {
  EXPECT_THAT(problemOf(""), HasSubstr("b.json: is not whole JSON"));
  EXPECT_THAT(problemOf("<<<<<<< HEAD"), HasSubstr("is not whole JSON"));
  EXPECT_THAT(problemOf("{\"schema\":1,\"findings\":[]}"), HasSubstr("is not a baseline"));
  EXPECT_THAT(problemOf("{\"schema\":1,\"known\":[]}"), HasSubstr("is not in schema 2"));
  EXPECT_THAT(problemOf("{\"schema\":2,\"known\":{}}"), HasSubstr("known is not an array"));
  EXPECT_THAT(problemOf("{\"schema\":2,\"known\":[{}]}"),
              HasSubstr("known[0].fingerprint is missing"));
}

} // namespace baselineTest
} // namespace fsfind
