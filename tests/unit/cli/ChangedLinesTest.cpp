// Which lines a diff of git changes, and which findings lie on them.
#include "cli/check/ChangedLines.h"

#include <gmock/gmock.h>

namespace fsfind::check {
namespace changedLinesTest {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::string header(const std::string &path) {
  return "diff --git a b\nindex 1..2 100644\n--- x\n+++ " + path + "\n";
}

TEST(ChangedLines, AreThoseOfTheNewText) {
  const ChangedLines changed = changedLines(
      header("src/a.c") + "@@ -3 +4,2 @@ f()\n-x\n+y\n+z\n@@ -9,2 +11 @@\n-a\n-b\n+c\n", "/p");
  EXPECT_THAT(changed,
              ElementsAre(Pair("/p/src/a.c", ElementsAre(LineRange{4, 5}, LineRange{11, 11}))));
}

TEST(ChangedLines, OfRemovedLinesAreThoseAround) {
  EXPECT_THAT(changedLines(header("a.c") + "@@ -3,2 +2,0 @@\n-x\n-y\n", "/p"),
              ElementsAre(Pair("/p/a.c", ElementsAre(LineRange{2, 3}))));
}

TEST(ChangedLines, TextThatLooksLikeAHeaderIsNone) {
  EXPECT_THAT(changedLines(header("a.c") + "@@ -1 +1,2 @@\n+++ b.c\n+@@ -1 +50 @@\n", "/p"),
              ElementsAre(Pair("/p/a.c", ElementsAre(LineRange{1, 2}))));
}

TEST(ChangedLines, DeletedFilesAreLeftOut) {
  EXPECT_THAT(changedLines(header("/dev/null") + "@@ -1 +0,0 @@\n-x\n", "/p"), IsEmpty());
}

TEST(ChangedLines, NamesAreUnquoted) {
  EXPECT_THAT(changedLines(header("\"a\\\"b\\303\\251\\t.c\"") + "@@ -1 +1 @@\n", "/p"),
              ElementsAre(Pair("/p/a\"b\xc3\xa9\t.c", ElementsAre(LineRange{1, 1}))));
  EXPECT_THAT(changedLines(header("a b.c\t") + "@@ -1 +1 @@\n", "/p"),
              ElementsAre(Pair("/p/a b.c", testing::SizeIs(1))));
}

TEST(ChangedLines, HostileNumbersAreLeftOut) {
  for (const std::string hunk :
       {"@@ -1 +99999999999 @@\n", "@@ -1 +4294967295,9 @@\n", "@@ -1 @@\n", "@@ -1 +x,y @@\n"})
    EXPECT_THAT(changedLines(header("a.c") + hunk, "/p"), IsEmpty()) << hunk;
}

TEST(ChangedLines, TouchAFindingByAnyOfItsPlaces) {
  const std::vector<LineRange> lines = {{4, 5}};
  const auto changed = [&](const std::string &file) { return file == "a.c" ? &lines : nullptr; };
  Finding finding;
  finding.location = {"a.c", 3, 1};
  EXPECT_FALSE(touches(finding, changed));
  finding.related.push_back({{"a.c", 5, 1}, "writer"});
  EXPECT_TRUE(touches(finding, changed));
  finding.related.clear();
  finding.members.emplace_back().declared = {"a.c", 4, 1};
  EXPECT_TRUE(touches(finding, changed));
  finding.members.front().declared.file = "b.c";
  EXPECT_FALSE(touches(finding, changed));
}

} // namespace changedLinesTest
} // namespace fsfind::check
