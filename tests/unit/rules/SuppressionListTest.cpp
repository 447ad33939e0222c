// Which findings a line of the list leaves out, and what is said of lines that are wrong.
#include "rules/compare/SuppressionList.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind {
namespace suppressionListTest {

using testing::HasSubstr;

Finding queueFinding() {
  Finding finding;
  finding.rule = "fsfind-adjacent-thread-fields";
  finding.location = {"/project/src/queue.h", 12, 7};
  finding.record = RecordInfo{"ring::Queue", {"/project/src/queue.h", 4, 7}, 16, 0};
  finding.object.name = "jobs";
  finding.members = {{"head", {"/project/include/base.h", 3, 1}, 0, 8, {}, {}, 0}};
  return finding;
}

bool silences(const std::string &line) {
  const auto list = parseSuppressions(line, "s");
  EXPECT_TRUE(list) << line;
  return list && withoutSuppressed({queueFinding()}, *list).suppressed == 1;
}

TEST(Suppressions, RulePathAndNameMustFit) {
  EXPECT_TRUE(silences("* * *"));
  EXPECT_TRUE(silences("fsfind-adjacent-* src/queue.h ring::Queue # measured: cold"));
  EXPECT_FALSE(silences("fsfind-contended-* src/queue.h ring::Queue"));
  EXPECT_FALSE(silences("* src/other.h ring::Queue"));
  EXPECT_FALSE(silences("* src/queue.h Queue"));
}

TEST(Suppressions, PathsMayBeginAtAnyFolder) {
  EXPECT_TRUE(silences("* queue.h *"));
  EXPECT_TRUE(silences("* /project/src/* *"));
  EXPECT_TRUE(silences("* include/base.h *")) << "where a member is declared";
  EXPECT_FALSE(silences("* eue.h *"));
}

TEST(Suppressions, NamesAreOfRecordVariableOrMember) {
  for (const char *name :
       {"jobs", "*::Queue", "head", "ring::Queue.head", "ring::Queue::head", "jobs.head"})
    EXPECT_TRUE(silences(std::string("* * ") + name)) << name;
  EXPECT_FALSE(silences("* * tail"));
}

TEST(Suppressions, AMemberThatIsAnArrayHasItsEarlierSpellingToo) {
  Finding finding = queueFinding();
  finding.object.name = "Lanes.lanes";
  for (const char *name : {"Lanes.lanes", "Lanes::lanes", "*::lanes"})
    EXPECT_EQ(withoutSuppressed({finding}, *parseSuppressions(std::string("* * ") + name, "s"))
                  .suppressed,
              1U)
        << name;
}

TEST(Suppressions, OnlyStarsAndQuestionMarksStandForOtherText) {
  Finding finding = queueFinding();
  finding.members[0].path = "values[1]";
  const auto list = [](const std::string &name) {
    return parseSuppressions("* * " + name, "s").value_or(std::vector<Suppression>{});
  };
  for (const char *name : {"values[1]", "values[?]", "va*s[*]", "*[1]", "jobs.values[1]"})
    EXPECT_EQ(withoutSuppressed({finding}, list(name)).suppressed, 1U) << name;
  for (const char *name : {"values[2]", "values1", "values\\[1]", "values[1]?", "value", "va*t*s"})
    EXPECT_EQ(withoutSuppressed({finding}, list(name)).suppressed, 0U) << name;
}

TEST(Suppressions, WhatFitsNothingIsTold) {
  const auto list = parseSuppressions("# why\n\n* * jobs\n* * none # gone\r\n", "s");
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 2U);
  const WantedFindings wanted = withoutSuppressed({queueFinding()}, *list);
  ASSERT_EQ(wanted.unused.size(), 1U);
  EXPECT_EQ(wanted.unused[0].line, 4U);
  EXPECT_EQ(wanted.unused[0].text, "* * none");
  EXPECT_EQ(withoutSuppressed({queueFinding()}, {}).findings.size(), 1U);
}

TEST(Suppressions, AWrongLineIsNamed) {
  EXPECT_THAT(parseSuppressions("* * *\n* queue.h # why\n", "s").error().message(),
              HasSubstr("s:2: has 2 words, not three"));
  EXPECT_FALSE(parseSuppressions("a b c d", "s"));
}

} // namespace suppressionListTest
} // namespace fsfind
