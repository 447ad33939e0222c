#include "rules/model/NoLint.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace noLintTest {

using testing::ElementsAre;
using testing::IsEmpty;

/// Lines of `text` that are silent for the rule.
std::vector<std::uint32_t> silentLines(std::string_view text, std::string_view rule = "fsfind-a") {
  const NoLint comments(text);
  std::vector<std::uint32_t> lines;
  for (std::uint32_t line = 1; line <= 9; ++line)
    if (comments.silences(line, rule))
      lines.push_back(line);
  return lines;
}

TEST(NoLint, SilencesItsLineOrTheNext) {
  EXPECT_THAT(silentLines("a;\nb; // NOLINT\nc;\n"), ElementsAre(2));
  EXPECT_THAT(silentLines("a;\n// NOLINTNEXTLINE\nc;\n"), ElementsAre(3));
  EXPECT_THAT(silentLines("a; /* NOLINT: both threads are one */"), ElementsAre(1));
}

TEST(NoLint, KeepsToTheRulesInParentheses) {
  EXPECT_THAT(silentLines("a; // NOLINT(fsfind-a)"), ElementsAre(1));
  EXPECT_THAT(silentLines("a; // NOLINT(bugprone-x, fsfind-*): why"), ElementsAre(1));
  EXPECT_THAT(silentLines("a; // NOLINT(fsfind-b)"), IsEmpty());
  EXPECT_THAT(silentLines("a; // NOLINT()"), IsEmpty());
  EXPECT_THAT(silentLines("a; // NOLINT(fsfind-b) NOLINT(fsfind-a)"), ElementsAre(1));
  EXPECT_THAT(silentLines("a; // NOLINT(fsfind-b\n"), ElementsAre(1)) << "a list that does not end";
}

TEST(NoLint, TakesTheWordAlone) {
  EXPECT_THAT(silentLines("a; // NOLINTS\n// NOLINTNEXTLINES\nb;"), IsEmpty());
  EXPECT_THAT(silentLines("a; // NOLINT."), ElementsAre(1));
}

TEST(NoLint, SilencesBlocksThatEnd) {
  EXPECT_THAT(silentLines("// NOLINTBEGIN\na;\n// NOLINTEND\nb;"), ElementsAre(1, 2, 3));
  EXPECT_THAT(silentLines("// NOLINTBEGIN\na;\nb;"), IsEmpty());
  EXPECT_THAT(silentLines("a;\n// NOLINTEND\nb;"), IsEmpty());
  EXPECT_THAT(silentLines("// NOLINTBEGIN(fsfind-a)\na;\n// NOLINTEND\nb;"), IsEmpty());
}

TEST(NoLint, NestsBlocks) {
  const char *text = "// NOLINTBEGIN(fsfind-a)\n// NOLINTBEGIN(fsfind-b)\na;\n"
                     "// NOLINTEND(fsfind-b)\nb;\n// NOLINTEND(fsfind-a)\n";
  EXPECT_THAT(silentLines(text, "fsfind-a"), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(silentLines(text, "fsfind-b"), ElementsAre(2, 3, 4));
}

TEST(NoLint, LooksForNoWordInParentheses) {
  EXPECT_THAT(silentLines("// NOLINT(fsfind-b NOLINTNEXTLINE(fsfind-a)\nb;"), IsEmpty());
  EXPECT_THAT(silentLines("// NOLINT(fsfind-b) NOLINTNEXTLINE(fsfind-a)\nb;"), ElementsAre(2));
}

TEST(NoLint, ReadsManyWordsOfALineInMemoryOfItsSize) {
  std::string open = "// ", lists = "// ", ends = "// ";
  for (int i = 0; i < 300'000; ++i) {
    open += "NOLINTBEGIN(";
    lists += "NOLINT(a";
    ends += "NOLINTBEGIN(a)NOLINTEND(a)";
  }
  EXPECT_THAT(silentLines(open + "\nb;"), IsEmpty());
  EXPECT_THAT(silentLines(lists + ")\nb;"), IsEmpty());
  EXPECT_THAT(silentLines(lists + "\nb;"), ElementsAre(1));
  const NoLint comments(ends + "NOLINT(fsfind-a)");
  for (int i = 0; i < 300'000; ++i)
    ASSERT_TRUE(comments.silences(1, "fsfind-a"));
}

TEST(NoLint, LooksAtTheFindingAndItsMembers) {
  const NoLint comments("a;\nb; // NOLINT\nc;\n");
  const auto at = [&](const std::string &file) { return file == "s.h" ? &comments : nullptr; };
  Finding finding;
  finding.rule = "fsfind-a";
  finding.location = {"s.h", 3, 1};
  EXPECT_FALSE(isSilenced(finding, at));
  finding.members.resize(1);
  finding.members[0].declared = {"other.h", 2, 1};
  EXPECT_FALSE(isSilenced(finding, at));
  finding.members[0].declared = {"s.h", 2, 1};
  EXPECT_TRUE(isSilenced(finding, at));
}

} // namespace noLintTest
} // namespace fsfind
