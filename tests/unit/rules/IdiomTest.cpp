#include "rules/remedy/idiom/Idiom.h"

#include "tests/support/TemporaryFolder.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <random>

namespace fsfind {
namespace idiomTest {

using testing::ContainsRegex;
using testing::Eq;
using testing::HasSubstr;
using testing::IsNull;
using testing::NotNull;

constexpr std::uint32_t kLine = 64;
constexpr std::array kFiles = {"a.c", "a.cpp", "a.rs", "a.go"};

const Idiom &idiom(std::string_view file) {
  return *idiomOf(file);
}

LayoutPart part(const std::string &name, std::uint64_t offset, std::uint64_t size,
                const std::string &writer = "") {
  LayoutPart one;
  one.name = name;
  one.offset = offset;
  one.size = one.align = size;
  one.contended = !writer.empty();
  if (!writer.empty())
    one.writers = {writer};
  return one;
}

const LayoutParts kQueue = {part("capacity", 0, 4), part("head", 8, 8, "thread 1"),
                            part("tail", 16, 8, "thread 2")};
const std::vector<std::string> kTypes = {"int", "long", "long"};

TEST(Idiom, IsChosenByTheFilesEnding) {
  EXPECT_EQ(idiom("/src/a.c").language(), "C");
  EXPECT_EQ(idiom("b.h").language(), "C++");
  EXPECT_EQ(idiom("src.c/x.cc").language(), "C++");
  EXPECT_EQ(idiom("lib.rs").language(), "Rust");
  EXPECT_EQ(idiom("main.go").language(), "Go");
  EXPECT_THAT(idiomOf("kernel.f90"), IsNull());
  EXPECT_THAT(idiomOf("Makefile"), IsNull());
  EXPECT_THAT(idiomOf(""), IsNull());
}

TEST(Idiom, NamesAreCutOutsideOfTemplateArguments) {
  EXPECT_EQ(unqualified("(anonymous namespace)::Own<std::atomic<long> >"),
            "Own<std::atomic<long> >");
  EXPECT_EQ(unqualified("sync/atomic.Int64"), "Int64");
  EXPECT_EQ(unqualified("plain"), "plain");
  EXPECT_EQ(definedName("a::Own<std::atomic<long> >"), "Own");
}

TEST(Idiom, CAndCplusplusAlignTheMemberThatBeginsALine) {
  const auto c = idiom("q.c").separated(kQueue, kTypes, kLine);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->text, "_Alignas(64) long tail;\n");
  EXPECT_EQ(c->arrangement.size, 128U);
  EXPECT_EQ(idiom("q.cpp").separated(kQueue, kTypes, kLine)->text, "alignas(64) long tail;\n");
}

TEST(Idiom, RustWrapsWhatIsToLieApart) {
  const auto rust = idiom("q.rs").separated(
      kQueue, {"i32", "core::sync::atomic::AtomicI64", "core::sync::atomic::AtomicI64"}, kLine);
  ASSERT_TRUE(rust);
  EXPECT_EQ(rust->text, "#[repr(align(64))]\n"
                        "struct CachePadded<T>(T); // or crossbeam_utils'\n"
                        "head: CachePadded<AtomicI64>,\n"
                        "tail: CachePadded<AtomicI64>,\n");
  EXPECT_EQ(rust->arrangement.size, 192U); // two lines, and a third begun by what is left
}

TEST(Idiom, RustTellsNoArgumentsOfTheInstanceThatWasRecorded) {
  const auto rust = idiom("q.rs").separated(
      kQueue,
      {"i32", "std::collections::HashMap<alloc::sync::Arc<u64, alloc::alloc::Global>, u8>",
       "core::sync::atomic::Atomic<usize>"},
      kLine);
  ASSERT_TRUE(rust);
  EXPECT_THAT(rust->text, HasSubstr("CachePadded<HashMap<...>>,"));
  EXPECT_THAT(rust->text, HasSubstr("CachePadded<Atomic<usize>>,"));
}

TEST(Idiom, NamesOfPartsAreNoNamesOfTheCompilers) {
  const std::string text = idiom("q.cpp").counterInParts({"std::atomic<long>", "done_"}, kLine);
  EXPECT_THAT(text, HasSubstr("done_parts[CPUS]"));
  EXPECT_THAT(text, testing::Not(HasSubstr("__")));
}

TEST(Idiom, GoPadsByAWholeLineForNothingAlignsTheRecord) {
  const auto go = idiom("q.go").separated(kQueue, {"int32", "int64", "sync/atomic.Int64"}, kLine);
  ASSERT_TRUE(go);
  EXPECT_EQ(go->text, "head int64\n_ [64]byte\ntail atomic.Int64\n");
  EXPECT_EQ(go->arrangement.size, 88U);
}

TEST(Idiom, NothingIsSeparatedThatOneThreadWrites) {
  LayoutParts one = kQueue;
  one[2].writers = one[1].writers;
  for (const char *file : kFiles)
    EXPECT_FALSE(idiom(file).separated(one, kTypes, kLine)) << file;
}

/// Whether bytes of two parts can be on one line, wherever a record of this alignment begins.
bool canMeet(const LayoutParts &parts, const Placed &a, const Placed &b, std::uint64_t align) {
  for (std::uint64_t begin = 0; begin < kLine; begin += align)
    if ((begin + a.offset + parts[a.part].size - 1) / kLine >= (begin + b.offset) / kLine)
      return true;
  return false;
}

TEST(Idiom, EveryMemberIsKeptAndNoTwoWritersMeet) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    LayoutParts parts;
    std::uint64_t end = 0;
    for (std::size_t i = 0, count = 2 + random() % 6; i < count; ++i) {
      const std::uint64_t size = std::uint64_t{1} << (random() % 4);
      end = (end + size - 1) / size * size;
      const char *writers[] = {"", "a", "b"};
      parts.push_back(part("m" + std::to_string(i), end, size, writers[random() % 3]));
      end += size;
    }
    const std::vector<std::string> types(parts.size(), "T");
    for (const char *file : kFiles) {
      const auto separated = idiom(file).separated(parts, types, kLine);
      EXPECT_THAT(separated.has_value(), Eq(haveDifferentWriters(parts)));
      if (!separated)
        continue;
      std::uint64_t align = 8; // what every allocation keeps, and the least that Go does
      std::size_t kept = 0;
      for (const Placed &placed : separated->arrangement.members) {
        kept += separated->parts[placed.part].name != "_";
        if (placed.aligned)
          align = kLine;
        align = std::max(align, separated->parts[placed.part].align);
      }
      EXPECT_EQ(kept, parts.size()) << file;
      for (const Placed &a : separated->arrangement.members)
        for (const Placed &b : separated->arrangement.members) {
          const LayoutPart &one = separated->parts[a.part], &other = separated->parts[b.part];
          if (one.contended && other.contended && a.offset < b.offset &&
              one.writers != other.writers) {
            EXPECT_FALSE(canMeet(separated->parts, a, b, align)) << file << " round " << round;
          }
        }
    }
  }
}

TEST(Idiom, ElementsTakeWholeLines) {
  const ElementText number = {"long", 8, false},
                    record = {"app::Slot<int>", 24, true, {"int", "used"}};
  EXPECT_EQ(idiom("a.c").paddedElement(number, kLine),
            "struct slot { _Alignas(64) long value; };\n");
  EXPECT_EQ(idiom("a.c").paddedElement({"slot", 24, true, {"int", "used"}}, kLine),
            "struct slot { _Alignas(64) int used; ... };\n");
  EXPECT_EQ(idiom("a.cc").paddedElement(number, kLine),
            "struct alignas(64) Slot { long value; };\n");
  EXPECT_EQ(idiom("a.cc").paddedElement(record, kLine), "struct alignas(64) Slot { ... };\n");
  EXPECT_EQ(idiom("a.rs").paddedElement(record, kLine),
            "#[repr(align(64))]\nstruct Slot { ... }\n");
  EXPECT_EQ(idiom("a.go").paddedElement({"main.slot", 24, true}, kLine),
            "type slot struct {\n...\n_ [40]byte\n}\n");
  EXPECT_EQ(idiom("a.c").paddedElement({"slot", 24, true}, kLine),
            "struct slot { ... } __attribute__((aligned(64)));\n");
  EXPECT_EQ(idiom("a.go").paddedElement({"main.slot", 128, true}, kLine), "")
      << "there is nothing to add";
}

TEST(Idiom, SaysEveryRemedyInEveryLanguage) {
  for (const char *file : kFiles) {
    const Idiom &one = idiom(file);
    ASSERT_THAT(&one, NotNull());
    EXPECT_THAT(one.variablesApart({{"long", "a"}, {"", "b"}}, kLine), HasSubstr("a")) << file;
    EXPECT_THAT(one.objectApart({"T", 24, true}, kLine), ContainsRegex("64|40")) << file;
  }
}

/// What an author fills in: `...` as members, and as a type.
std::string filledIn(std::string example) {
  for (const auto &[gap, text] : {std::pair<std::string, std::string>{"{ ... }", "{ int own; }"},
                                  {"; ... }", "; int rest; }"},
                                  {") ... ", ") int "}})
    for (std::size_t at = example.find(gap); at != std::string::npos; at = example.find(gap))
      example.replace(at, gap.size(), text);
  return example;
}

/// Examples of declarations, each compiled as a file of its own kind.
TEST(Idiom, ExamplesOfCAndCplusplusCompile) {
  const std::pair<std::string, std::string> languages[] = {{"a.c", "gcc -std=c11 -x c"},
                                                           {"a.cpp", "g++ -std=c++17 -x c++"}};
  if (std::system("gcc --version > /dev/null 2>&1 && g++ --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "gcc and g++ are not installed";
  const std::vector<TypedName> variables = {
      {"long", "a"}, {"long[8]", "b"}, {"", "c"}, {"void (*)(int)", "d"}};
  for (const auto &[file, compiler] : languages) {
    const Idiom &one = idiom(file);
    const std::string pieces[] = {
        one.variablesApart(variables, kLine),
        one.paddedElement({"long", 8, false}, kLine),
        one.paddedElement({"long[4]", 32, false}, kLine),
        one.paddedElement({"slot", 24, true}, kLine),
        one.paddedElement({"slot", 24, true, {"long[2]", "used"}}, kLine),
        "struct Queue {\n" + one.separated(kQueue, kTypes, kLine)->text + "};\n",
    };
    for (const std::string &piece : pieces) {
      const test::TemporaryFolder folder;
      const std::string source = folder.path() + "/example";
      std::ofstream(source) << filledIn(piece);
      EXPECT_EQ(std::system((compiler + " -fsyntax-only -Werror " + source).c_str()), 0)
          << file << ":\n"
          << filledIn(piece);
    }
  }
}

} // namespace idiomTest
} // namespace fsfind
