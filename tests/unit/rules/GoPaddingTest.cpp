// Padding in Go, as the package pads its other records.
#include "tests/support/WrittenText.h"

#include <gmock/gmock.h>

namespace fsfind::written {
namespace goPaddingTest {

using namespace test;
using testing::HasSubstr;

const std::string kRing = "type ring struct {\n\thead int\n\ttail int\n}\n";
const std::string kCpu = "import \"golang.org/x/sys/cpu\"\n";

/// What is written between the fields of `kRing` in the file, with others of the package.
std::string between(const std::string &file, const std::vector<std::string> &others = {},
                    const Machine &machine = {kLine, "x86_64"}) {
  const Finding one = apart("main.ring", {"head", "tail"});
  std::vector<SourceText> texts = {{"/p/ring.go", "package main\n" + file + kRing}};
  for (const std::string &other : others)
    texts.push_back({"/p/" + std::to_string(texts.size()) + ".go", "package main\n" + other});
  const WrittenEdits result = editsOf(one, one.advice.front(), texts, Language::Go, machine);
  return result.edits.empty() ? result.obstacle : result.edits.front().text;
}

std::string atEnd(const std::string &file) {
  return edited(finding("main.lane", {"a", "b"}),
                "package main\n" + file + "type lane struct {\n\ta int\n\tb int\n}\n",
                Language::Go);
}

TEST(GoPadding, UsesThePadOfALibraryThatThePackagePadsWith) {
  const std::string used = "type other struct {\n\ta int\n\t_ cpu.CacheLinePad\n\tb int\n}\n";
  EXPECT_EQ(between(kCpu + used), "\t_    cpu.CacheLinePad\n");
  EXPECT_EQ(between(kCpu, {kCpu + used}), "\t_    cpu.CacheLinePad\n");
  EXPECT_EQ(between("import \"internal/cpu\"\n" + used), "\t_    cpu.CacheLinePad\n");
  EXPECT_EQ(between("import c \"golang.org/x/sys/cpu\"\ntype other struct { _ c.CacheLinePad }\n"),
            "\t_    c.CacheLinePad\n");
  EXPECT_EQ(between("import \"internal/cpu\"\ntype o struct { _ [cpu.CacheLinePadSize]byte }\n"),
            "\t_    [cpu.CacheLinePadSize]byte\n");
}

TEST(GoPadding, WritesTheNumberWhereThePadCannotBeNamed) {
  const std::string used = "type other struct {\n\ta int\n\t_ cpu.CacheLinePad\n\tb int\n}\n";
  const std::string number = "\t_    [64]byte\n";
  EXPECT_EQ(between(""), number);
  EXPECT_EQ(between(kCpu + "var x = cpu.X86.HasAVX2\n"), number) << "not used as padding";
  EXPECT_EQ(between("", {kCpu + used}), number) << "not imported where the record is";
  EXPECT_EQ(between("import c \"golang.org/x/sys/cpu\"\n", {kCpu + used}), number);
  EXPECT_EQ(between("import \"example.org/cpu\"\n" + used), number) << "of unknown size";
  EXPECT_EQ(between("import _ \"golang.org/x/sys/cpu\"\n" + used), number);
}

TEST(GoPadding, UsesAPadOnlyWhereItPartsByItsSize) {
  const std::string used = kCpu + "type other struct { _ cpu.CacheLinePad }\n";
  EXPECT_EQ(between(used, {}, {kLine, "aarch64"}), "\t_    cpu.CacheLinePad\n");
  EXPECT_EQ(between(used, {}, {128, "aarch64"}), "\t_    [128]byte\n") << "was 64 once";
  EXPECT_EQ(between(used, {}, {kLine, "armv7l"}), "\t_    [64]byte\n") << "is 32";
  EXPECT_EQ(between(used, {}, {kLine, ""}), "\t_    [64]byte\n");
  EXPECT_EQ(between("const line = 64\ntype o struct { _ [line]byte }\n", {}, {128, "x86_64"}),
            "\t_    [128]byte\n");
}

TEST(GoPadding, UsesTheConstantOfTheLinesSize) {
  const std::string number = "\t_    [64]byte\n", constant = "\t_    [line]byte\n";
  EXPECT_EQ(between("const line = 64\ntype o struct { a int; _ [line]byte }\n"), constant);
  EXPECT_EQ(between("const (\n\tx = 3\n\tline uintptr = 64\n)\n",
                    {"type o struct {\n\ta int\n\tpad [line - 8]byte\n}\n"}),
            constant);
  EXPECT_EQ(between("const line = 64\n"), number) << "nothing shows what it is";
  EXPECT_EQ(between("const line = 64\ntype o struct { key [line]byte }\n"), number);
  EXPECT_EQ(between("const line = 16\ntype o struct { _ [line]byte }\n"), number);
  EXPECT_EQ(between("const line = 1 << 6\ntype o struct { _ [line]byte }\n"), number);
  EXPECT_EQ(
      between("type o struct { _ [line]byte }\n", {"const line = 64\n", "const line = 128\n"}),
      number)
      << "a build chooses one";
  EXPECT_EQ(between("func f() {\n\tconst line = 64\n\ttype o struct { _ [line]byte }\n}\n"),
            number);
}

TEST(GoPadding, UsesATypeOfThePackage) {
  const std::string use = "type other struct { a int; _ pad; b int }\n";
  EXPECT_EQ(between("type pad [64]byte\n" + use), "\t_    pad\n");
  EXPECT_EQ(between(use, {"const n = 128\ntype pad struct {\n\t_ [n]byte\n}\n"}), "\t_    pad\n");
  EXPECT_EQ(between("type pad struct{ _ [64]byte }\n" + use), "\t_    pad\n");
  EXPECT_EQ(between("type pad struct{ _ [64]byte; a int }\n" + use), "\t_    [64]byte\n");
  EXPECT_EQ(between("type pad struct{}\n" + use), "\t_    [64]byte\n");
  EXPECT_EQ(between(use), "\t_    [64]byte\n");
}

TEST(GoPadding, RecordsOfFunctionsArePaddedByANumber) {
  const Finding one = apart("main.ring", {"head", "tail"});
  EXPECT_THAT(edited(one,
                     "package main\nconst line = 64\ntype o struct { _ [line]byte }\n"
                     "func f(line int) {\n" +
                         kRing + "}\n",
                     Language::Go),
              HasSubstr("[64]byte"));
}

TEST(GoPadding, LargerPadsMakeALargerRecord) {
  const Finding one = apart("main.ring", {"head", "tail"});
  const WrittenEdits result = edits(
      one, "package main\ntype o struct { a int; _ [128]byte; b int }\n" + kRing, Language::Go);
  ASSERT_EQ(result.edits.size(), 1U);
  EXPECT_EQ(result.edits.front().text, "\t_    [128]byte\n");
  Advice advice = one.advice.front();
  enter(result, advice);
  EXPECT_EQ(advice.size_after, one.advice.front().size_after + 64);
  ASSERT_EQ(advice.after.size(), 3U);
  EXPECT_EQ(advice.after[1].size, 128U);
  EXPECT_EQ(advice.after[2].offset, one.advice.front().after[2].offset + 64);
}

TEST(GoPadding, EndsARecordAsItsFileEndsOthers) {
  EXPECT_THAT(atEnd("const line = 64\ntype o struct {\n\tn int\n\t_ [line - 8]byte\n}\n"),
              HasSubstr("\tb int\n\t_ [line - 16]byte\n}"));
  EXPECT_THAT(atEnd("const line = 128\ntype o struct {\n\tn int\n\tpad [line-8]byte\n}\n"),
              HasSubstr("\t_ [line - 16]byte\n}"));
  EXPECT_THAT(atEnd("const line = 64\ntype o struct {\n\tn int\n\t_ [line]byte\n}\n"),
              HasSubstr("\t_ [48]byte\n}"));
}

TEST(GoPadding, ReadsThroughUnsafeThatOnlyPads) {
  const std::string sized = "import \"unsafe\"\nconst line = 64\ntype t struct { n int }\n"
                            "type o struct {\n\tt\n\t_ [line - unsafe.Sizeof(t{})%line]byte\n}\n";
  EXPECT_EQ(between(sized), "\t_    [line]byte\n");
  EXPECT_THAT(between(sized + "var n = unsafe.Sizeof(ring{})\n"), HasSubstr("imports 'unsafe'"));
  EXPECT_THAT(between(sized + "type u struct {\n\tt\n\t_ [line - unsafe.Sizeof(t{})]byte\n}\n"),
              HasSubstr("imports 'unsafe'"));
  EXPECT_THAT(between(sized + "var p = unsafe.Pointer(nil)\n"), HasSubstr("imports 'unsafe'"));
  EXPECT_THAT(between("import _ \"unsafe\"\n"), HasSubstr("imports 'unsafe'"));
  EXPECT_EQ(between("import (\n\t\"unsafe\"\n\t\"golang.org/x/sys/cpu\"\n)\n"
                    "const line = unsafe.Sizeof(cpu.CacheLinePad{})\n"
                    "type o struct { n int; _ [line - 8]byte }\n"),
            "\t_    [line]byte\n");
}

TEST(GoPadding, KeepsTheColumnsOfGofmt) {
  const auto lane = [](const std::string &fields) {
    return edited(finding("main.lane", {"a", "longer"}),
                  "package main\ntype lane struct {\n" + fields + "}\n", Language::Go);
  };
  EXPECT_THAT(lane("\ta      int\n\tlonger int\n"), HasSubstr("\n\t_      [48]byte\n"));
  EXPECT_THAT(lane("\ta, longer int\n"), HasSubstr("\n\t_         [48]byte\n"));
  EXPECT_THAT(lane("\ta int\n\t*longer\n"), HasSubstr("\n\t_ [48]byte\n"));
  EXPECT_THAT(lane("\ta      int\n\tlonger struct {\n\t}\n"), HasSubstr("\n\t_ [48]byte\n"));
  const Finding one = apart("main.ring", {"base", "tail"});
  EXPECT_THAT(
      edited(one, "package main\ntype ring struct {\n\tbase\n\ttail int\n}\n", Language::Go),
      HasSubstr("\tbase\n\t_    [64]byte\n\ttail int\n"));
  EXPECT_THAT(
      edited(one, "package main\ntype ring struct {\n\tbase\n\n\ttail int\n}\n", Language::Go),
      HasSubstr("\tbase\n\t_ [64]byte\n\n\ttail int\n"));
}

TEST(GoPadding, TextsThatEndTooEarlyAreRead) {
  const std::string whole = "package main\nimport \"golang.org/x/sys/cpu\"\nconst (\n\tl = 64\n)\n"
                            "type p struct { _ [l]byte }\ntype lane struct {\n\ta int\n\t_ "
                            "cpu.CacheLinePad\n\tb [l - 8]byte `x`\n}\nconst n";
  for (std::size_t size = 0; size <= whole.size(); ++size)
    (void)edits(apart("main.lane", {"a", "_", "b"}), whole.substr(0, size), Language::Go);
  for (const std::string end : {"type q", "const", "const (", "type r struct {", "type s ["})
    (void)between(end + "\n");
}

} // namespace goPaddingTest
} // namespace fsfind::written
