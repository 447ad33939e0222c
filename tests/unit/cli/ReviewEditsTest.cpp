#include "cli/report/review/ReviewEdits.h"
#include "tests/support/TemporaryFolder.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace reviewEditsTest {

using report::asOneEdit;
using report::compatibleEdits;
using report::SourceText;
using report::utf16Column;

Edit insertion(std::uint32_t line, std::uint32_t column, const std::string &text) {
  return {"a.h", line, column, line, column, text};
}

Finding with(std::vector<Edit> edits) {
  Finding finding;
  finding.advice.emplace_back().edits = std::move(edits);
  return finding;
}

TEST(ReviewEdits, MergeWhatIsTheSame) {
  const Edit edit = insertion(3, 3, "alignas(64) ");
  const auto edits = compatibleEdits({with({edit}), with({edit, insertion(9, 3, "x")})});
  EXPECT_EQ(edits[0], std::vector<Edit>{edit});
  EXPECT_EQ(edits[1], std::vector<Edit>{insertion(9, 3, "x")});
}

TEST(ReviewEdits, LeaveOutWhatMeetsAnEarlierOne) {
  const auto edits =
      compatibleEdits({with({insertion(3, 3, "alignas(64) ")}),
                       with({insertion(3, 3, "alignas(128) "), insertion(5, 3, "x")}),
                       with({{"a.h", 3, 1, 3, 9, "long b"}})});
  EXPECT_EQ(edits[0].size(), 1U);
  EXPECT_TRUE(edits[1].empty()) << "half an advice is none";
  EXPECT_TRUE(edits[2].empty());
}

TEST(ReviewEdits, BecomeOneWithWhatStandsBetween) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.h", "long a;\nlong b;\nlong c;\n");
  Edit first = insertion(2, 1, "X "), second = insertion(3, 1, "Y ");
  first.file = second.file = file;
  const report::SourceTexts texts;
  EXPECT_EQ(asOneEdit({second, first, first}, texts), (Edit{file, 2, 1, 3, 1, "X long b;\nY "}));
  second.file = folder.pathOf("b.h");
  EXPECT_EQ(asOneEdit({first, second}, texts), std::nullopt);
  second = {file, 9, 1, 9, 1, "Y "};
  EXPECT_EQ(asOneEdit({first, second}, texts), std::nullopt) << "the file has no ninth line";
}

TEST(ReviewEdits, ShowWholeLines) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.h", "long a;\n  long b;\nlong c;");
  const report::SourceTexts texts;
  const auto lines = report::changedLines({file, 2, 3, 3, 5, "short d, "}, texts);
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->before, "  long b;\nlong c;");
  EXPECT_EQ(lines->after, "  short d,  c;");
}

TEST(SourceText, KnowsLinesWhateverEndsThem) {
  const SourceText text("one\r\ntwo\n\nlast");
  EXPECT_EQ(text.line(1), "one");
  EXPECT_EQ(text.line(4), "last");
  EXPECT_EQ(text.line(5), "");
  EXPECT_EQ(text.offset(2, 1), 5U);
  EXPECT_EQ(text.offset(4, 5), 14U) << "the end of the last line";
  EXPECT_EQ(text.offset(4, 6), std::nullopt);
  EXPECT_EQ(text.offset(1, 0), std::nullopt);
  EXPECT_EQ(text.offset(5, 1), std::nullopt);
}

TEST(SourceText, IsOfRegularFilesOnly) {
  const report::SourceTexts texts;
  EXPECT_EQ(texts.of("/dev/zero"), nullptr);
  EXPECT_EQ(texts.of("/nowhere/a.h"), nullptr);
  EXPECT_EQ(texts.utf16Column({"/nowhere/a.h", 1, 7}), 7U);
}

TEST(SourceText, CountsUtf16CodeUnits) {
  const std::string line = "é🙂\xff long";
  EXPECT_EQ(utf16Column(line, 1), 1U);
  EXPECT_EQ(utf16Column(line, 3), 2U);
  EXPECT_EQ(utf16Column(line, 7), 4U);
  EXPECT_EQ(utf16Column(line, 8), 5U) << "a byte that is no UTF-8 counts as one";
  EXPECT_EQ(utf16Column(line, 0), 0U);
  EXPECT_EQ(utf16Column(line, 99), 99U);
}

} // namespace reviewEditsTest
} // namespace fsfind
