// What `fsfind fix` makes of the edits of findings.
#include "cli/check/Files.h"
#include "cli/commands/PatchText.h"
#include "cli/fix/Patch.h"
#include "cli/fix/UnifiedDiff.h"
#include "rules/model/ContentHash.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace fsfind::fix {
namespace fixPatchTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class FixPatchTest : public testing::Test {
protected:
  std::string write(const std::string &name, const std::string &text) const {
    const std::string path = folder.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static std::string read(const std::string &path) { return check::readFile(path).value_or(""); }
  static Edit insertion(const std::string &file, std::uint32_t line, std::uint32_t column,
                        const std::string &text) {
    return {file, line, column, line, column, text};
  }
  static Finding finding(std::vector<Edit> edits) {
    Finding one;
    one.advice.emplace_back().edits = std::move(edits);
    return one;
  }
  /// Of files that are as they were read.
  static Patch patchOf(const std::vector<Finding> &findings) {
    check::Contents contents;
    for (const Finding &one : findings)
      for (const Edit &edit : one.edits())
        contents[edit.file] = contentHash(read(edit.file));
    return fix::patchOf(findings, contents);
  }

  test::TemporaryFolder folder;
};

TEST_F(FixPatchTest, InsertsFromTheEndOfALineAndOnceOnly) {
  const std::string path = write("a.h", "long a, b;\nlong c;\n");
  const Finding one = finding({insertion(path, 1, 9, "X "), insertion(path, 1, 1, "Y ")});
  const Patch patch = patchOf({one, finding({insertion(path, 1, 1, "Y ")})});
  EXPECT_THAT(patch.ended, SizeIs(2));
  ASSERT_TRUE(apply(patch));
  EXPECT_EQ(read(path), "Y long a, X b;\nlong c;\n");
}

TEST_F(FixPatchTest, TakesAllEditsOfAFindingOrNone) {
  const std::string path = write("a.h", "long a;\nlong b;\n");
  const Finding first = finding({insertion(path, 1, 1, "X ")});
  const Finding other = finding({insertion(path, 2, 1, "Y "), insertion(path, 1, 1, "Z ")});
  const Patch patch = patchOf({first, other, finding({})});
  EXPECT_THAT(patch.ended, SizeIs(1));
  EXPECT_THAT(patch.remaining, SizeIs(2));
  EXPECT_THAT(patch.refused, ElementsAre(HasSubstr("another finding's edit")));
  ASSERT_TRUE(apply(patch));
  EXPECT_EQ(read(path), "X long a;\nlong b;\n");
}

/// Who reads the file, or goes through what was taken, for each edit takes minutes.
TEST_F(FixPatchTest, TakesManyEditsOfOneFile) {
  constexpr std::uint32_t kMany = 20000;
  std::string text;
  for (std::uint32_t i = 0; i <= 2 * kMany; ++i)
    text += "long a, b;\n";
  const std::string path = write("a.h", text);
  std::vector<Finding> findings;
  for (std::uint32_t i = 0; i < kMany; ++i) // of two lines, of which the second begins the next
    findings.push_back(
        finding({{path, i + 1, 1, i + 2, 5, "int"}, insertion(path, kMany + i + 2, 1, "X ")}));
  const Patch patch = fix::patchOf(findings, {{path, contentHash(text)}});
  EXPECT_THAT(patch.ended, SizeIs(kMany / 2));
  EXPECT_THAT(patch.collided, SizeIs(kMany / 2));
  ASSERT_THAT(patch.files, SizeIs(1));
  EXPECT_THAT(patch.files.front().edits, SizeIs(kMany));
}

/// As where two numbers get a local each before the same loop.
TEST_F(FixPatchTest, TakesLinesThatSeveralFindingsInsertAtOnePlace) {
  const std::string path = write("a.c", "loop;\nend;\n");
  const Patch patch = patchOf({finding({insertion(path, 1, 1, "long b;\n")}),
                               finding({insertion(path, 1, 1, "long a;\n")}),
                               finding({insertion(path, 1, 1, "static ")})});
  EXPECT_THAT(patch.ended, SizeIs(2));
  ASSERT_TRUE(apply(patch));
  EXPECT_EQ(read(path), "long a;\nlong b;\nloop;\nend;\n");
}

TEST_F(FixPatchTest, RefusesPlacesThatAreNotThere) {
  const std::string path = write("a.h", "long a;\n");
  for (const Edit &edit : {insertion(path, 2, 1, "X"), insertion(path, 1, 9, "X"),
                           insertion(path + "none", 1, 1, "X"), Edit{path, 1, 5, 1, 2, "X"}}) {
    const Patch patch = patchOf({finding({edit})});
    EXPECT_THAT(patch.refused, SizeIs(1));
    EXPECT_THAT(patch.files, IsEmpty());
  }
}

TEST_F(FixPatchTest, LeavesFilesAloneThatChangedMeanwhile) {
  const std::string path = write("a.h", "long a;\n"), other = write("b.h", "long b;\n");
  const std::vector<Finding> findings = {
      finding({insertion(path, 1, 1, "X "), insertion(other, 1, 1, "X ")})};
  for (const check::Contents &contents :
       {check::Contents{{path, contentHash("long a;\n")}, {other, contentHash("int b;\n")}},
        check::Contents{{path, contentHash("long a;\n")}, {other, 0}}, check::Contents{}})
    EXPECT_THAT(fix::patchOf(findings, contents).refused,
                ElementsAre(HasSubstr("has changed since it was read")));
  const Patch patch = patchOf(findings);
  write("b.h", "int b;\n");
  const auto applied = apply(patch);
  ASSERT_FALSE(applied);
  EXPECT_THAT(applied.error().message(), HasSubstr("b.h: has changed since it was read"));
  EXPECT_EQ(read(path), "long a;\n");
}

TEST_F(FixPatchTest, LooksAgainBeforeItWritesEachFile) {
  const std::string path = write("a.h", "long a;\n"), other = write("b.h", "long b;\n");
  Patch patch = patchOf({finding({insertion(path, 1, 1, "X "), insertion(other, 1, 1, "X ")})});
  // When its turn comes, it has the text that the first one gave it.
  patch.files.push_back(patch.files.front());
  const auto applied = apply(patch);
  ASSERT_FALSE(applied);
  EXPECT_THAT(applied.error().message(), HasSubstr("a.h: has changed since it was read"));
  EXPECT_EQ(read(path), "long a;\n");
  EXPECT_EQ(read(other), "long b;\n");
}

TEST_F(FixPatchTest, TakesAFileOnceByWhateverPathsItIsNamed) {
  const std::string path = write("a.h", "long a;\nlong b;\n"), link = folder.path() + "/b.h";
  std::filesystem::create_symlink("a.h", link);
  const Finding first = finding({insertion(path, 1, 1, "X ")});
  const Finding second = finding({insertion(link, 2, 1, "Y "), insertion(link, 1, 1, "X ")});
  const Patch patch = patchOf({first, second});
  EXPECT_THAT(patch.refused, IsEmpty());
  EXPECT_THAT(patch.files, SizeIs(1));
  ASSERT_TRUE(apply(patch));
  EXPECT_EQ(read(path), "X long a;\nY long b;\n");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  const Finding other = finding({insertion(link, 1, 1, "Z ")});
  EXPECT_THAT(patchOf({first, other}).refused, ElementsAre(HasSubstr("another finding's edit")));
}

TEST_F(FixPatchTest, DoesNotPartHardLinks) {
  const std::string path = write("a.h", "long a;\n");
  std::filesystem::create_hard_link(path, folder.path() + "/b.h");
  EXPECT_THAT(patchOf({finding({insertion(path, 1, 1, "X ")})}).refused,
              ElementsAre(HasSubstr("a.h: has several hard links")));
}

TEST_F(FixPatchTest, KeepsModeAndUntouchedBytes) {
  const std::string path = write("a.h", "\xef\xbb\xbf// \xe9\r\nlong a;\r\nlong b;");
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  ASSERT_TRUE(apply(patchOf({finding({insertion(path, 3, 1, "X ")})})));
  EXPECT_EQ(read(path), "\xef\xbb\xbf// \xe9\r\nlong a;\r\nX long b;");
  EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms(0640));
}

TEST_F(FixPatchTest, ShowsHunksWithTheirContext) {
  std::string text;
  for (int i = 1; i <= 20; ++i)
    text += std::to_string(i) + (i < 20 ? "\n" : "");
  FileChange file{"", text, {insertion("", 2, 1, "X\n"), insertion("", 20, 1, "Y")}};
  EXPECT_EQ(unifiedDiff(file, "s/n"), "--- a/s/n\n+++ b/s/n\n"
                                      "@@ -1,4 +1,5 @@\n 1\n+X\n 2\n 3\n 4\n"
                                      "@@ -17,4 +18,4 @@\n 17\n 18\n 19\n-20\n"
                                      "\\ No newline at end of file\n+Y20\n"
                                      "\\ No newline at end of file\n");
  file.edits = {insertion("", 9, 1, "X"), insertion("", 10, 1, "Y")};
  EXPECT_THAT(unifiedDiff(file, "n"), HasSubstr(" 8\n-9\n-10\n+X9\n+Y10\n 11\n"));
  file.edits = {{"", 2, 1, 4, 1, ""}, insertion("", 10, 3, "!")};
  EXPECT_EQ(unifiedDiff(file, "n"),
            "--- a/n\n+++ b/n\n"
            "@@ -1,13 +1,11 @@\n 1\n-2\n-3\n 4\n 5\n 6\n 7\n 8\n 9\n-10\n+10!\n 11\n 12\n 13\n");
}

TEST_F(FixPatchTest, QuotesNamesAsGitDoes) {
  const FileChange file{"", "1\n", {insertion("", 1, 1, "X")}};
  const auto head = [&](const std::string &name) {
    return unifiedDiff(file, name).substr(0, unifiedDiff(file, name).find("\n@@"));
  };
  EXPECT_EQ(head("f\xc3\xbcr/n.c"), "--- a/f\xc3\xbcr/n.c\n+++ b/f\xc3\xbcr/n.c");
  EXPECT_EQ(head("of b.c"), "--- \"a/of b.c\"\n+++ \"b/of b.c\"");
  EXPECT_EQ(head("n\n--- a/v.c\t\033[1m\"\\"), "--- \"a/n\\012--- a/v.c\\011\\033[1m\\042\\134\"\n"
                                               "+++ \"b/n\\012--- a/v.c\\011\\033[1m\\042\\134\"");
}

TEST_F(FixPatchTest, ATerminalShowsTabsAndNoEscapeSequences) {
  Patch patch;
  patch.files = {{"/p/n", "\tlong a;\r\n\t/* \033[1m */\n", {insertion("/p/n", 1, 2, "X ")}}};
  cli::Traits traits;
  traits.terminal = true;
  EXPECT_THAT(cli::shownDiff(patch, "/p", traits),
              HasSubstr("\n-\tlong a;\n+\tX long a;\n \t/* ?[1m */\n"));
  EXPECT_THAT(cli::shownDiff(patch, "/p", cli::Traits()), HasSubstr("\n-\tlong a;\r\n"));
}

TEST(TextEdits, CountsPlacesAsAReaderOfTheDiffDoes) {
  const auto edit = [](std::uint32_t line, std::uint32_t column, std::uint32_t end_line,
                       std::uint32_t end_column) {
    return Edit{"a.c", line, column, end_line, end_column, "x"};
  };
  EXPECT_EQ(fix::placesEdited({}), 0U);
  EXPECT_EQ(fix::placesEdited({edit(3, 1, 3, 1), edit(3, 5, 3, 9), edit(3, 12, 3, 12)}), 1U)
      << "one line of the diff";
  EXPECT_EQ(fix::placesEdited({edit(3, 1, 5, 4), edit(5, 9, 5, 9), edit(6, 1, 6, 1)}), 2U);
  EXPECT_EQ(fix::placesEdited({edit(3, 1, 4, 1), edit(4, 1, 4, 1)}), 2U)
      << "a line taken out ends before the next";
}

TEST_F(FixPatchTest, MovesLines) {
  FileChange file{"", "1\n2\n3\n", {{"", 1, 1, 2, 1, ""}, insertion("", 3, 1, "1\n")}};
  EXPECT_EQ(file.after(), "2\n1\n3\n");
  EXPECT_THAT(unifiedDiff(file, "n"), HasSubstr("@@ -1,3 +1,3 @@\n-1\n 2\n+1\n 3\n"));
}

} // namespace fixPatchTest
} // namespace fsfind::fix
