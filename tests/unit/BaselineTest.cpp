// Baselines silence exactly what they were written of.
#include "rules/findings/Baseline.h"

#include "rules/model/Fingerprint.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <sstream>

namespace fsfind {
namespace {

using testing::HasSubstr;

Finding findingOf(const std::string &record, const std::string &member) {
  Finding finding;
  finding.rule = "fsfind-adjacent-thread-fields";
  finding.record = RecordInfo{record, {}, 16, 0};
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

TEST(Baseline, AnEmptyOneSilencesNothing) {
  EXPECT_EQ(withoutKnown({findingOf("Q", "head")}, baselineOf({})).findings.size(), 1U);
}

TEST(Baseline, OutlivesLinesAndRanksAnew) {
  Finding moved = findingOf("Q", "head"), other = findingOf("R", "head");
  moved.location = {"elsewhere.h", 99, 1};
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
  EXPECT_THAT(problemOf("{\"schema\":2,\"known\":[]}"), HasSubstr("is not in schema 1"));
  EXPECT_THAT(problemOf("{\"schema\":1,\"known\":{}}"), HasSubstr("known is no array"));
  EXPECT_THAT(problemOf("{\"schema\":1,\"known\":[{}]}"),
              HasSubstr("known[0].fingerprint is missing"));
}

} // namespace
} // namespace fsfind
