#include "cli/report/html/PageReport.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace pageReportTest {

/// Lines with four accesses each, the first two contended.
Profile profileOf(std::size_t lines) {
  test::ProfileBuilder builder;
  for (std::size_t i = 0; i < lines; ++i)
    builder.line(0x4000 + 64 * i)
        .storeAt(11, 0, 90)
        .loadAt(12, 8, 60, 50)
        .loadAt(13, 16, 70, 40)
        .storeAt(14, 24, 80);
  return builder.build();
}

TEST(PageReport, KeepsAReportThatIsSmall) {
  const Profile profile = profileOf(3);
  const Report whole = judge(profile, {});
  const report::PageReport page(whole, {});
  ASSERT_EQ(page.report().lines.size(), 3U);
  EXPECT_EQ(page.report().lines[0].line, whole.lines[0].line);
  EXPECT_EQ(page.linesLeftOut() + page.findingsLeftOut() + page.accesses().size(), 0U);
}

TEST(PageReport, KeepsTheAccessesOfALineThatTellMost) {
  const Profile profile = profileOf(1);
  const Report whole = judge(profile, {});
  const report::PageReport page(whole, {.accesses_of_line = 3});
  const std::vector<Access> &kept = page.report().lines[0].line->accesses;
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[0].offset, 0U) << "in the order of the line";
  EXPECT_EQ(kept[1].offset, 8U);
  EXPECT_EQ(kept[2].offset, 16U);
  EXPECT_EQ(page.accesses().at(1), 4U);
  EXPECT_EQ(whole.lines[0].line->accesses.size(), 4U);
}

TEST(PageReport, GivesTheFirstLinesTheirAccesses) {
  const Profile profile = profileOf(4);
  const Report whole = judge(profile, {});
  const report::PageReport page(whole, {.lines = 3, .findings = 0, .accesses = 6});
  ASSERT_EQ(page.report().lines.size(), 3U);
  EXPECT_EQ(page.report().lines[0].line->accesses.size(), 4U);
  EXPECT_EQ(page.report().lines[1].line->accesses.size(), 2U);
  EXPECT_EQ(page.report().lines[2].line->accesses.size(), 0U);
  EXPECT_EQ(page.linesLeftOut(), 1U);
  EXPECT_EQ(page.findingsLeftOut(), whole.findings.size());
  EXPECT_EQ(page.accesses().size(), 2U);
}

} // namespace pageReportTest
} // namespace fsfind
