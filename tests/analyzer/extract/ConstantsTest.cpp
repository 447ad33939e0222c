// Where an alignment can be written, and by which constant of the project's.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace constantsTest {

FactConstant constantIn(const std::string &source, const std::string &record = "Queue") {
  const Facts facts = factsOf(source);
  const FactRecord *found = recordOf(facts, record);
  EXPECT_TRUE(found) << source;
  return found ? found->constant : FactConstant();
}

const std::string kQueue = "\nstruct Queue { long head, tail; };\n";
const std::string kLine = "constexpr unsigned kCacheLineSize = 64;\n";
const std::string kAligned = "struct alignas(kCacheLineSize) X { long a; };\n";

TEST(Constants, AreLookedUp) {
  EXPECT_EQ(constantIn(kLine + kAligned + kQueue), (FactConstant{"kCacheLineSize", 64}));
  EXPECT_EQ(constantIn("namespace { " + kLine + "}\n" + kAligned + kQueue),
            (FactConstant{"kCacheLineSize", 64}));
  EXPECT_EQ(constantIn("namespace lib { " + kLine + kAligned + "}\n// kCacheLineSize\n" + kQueue),
            (FactConstant{"lib::kCacheLineSize", 64}));
  EXPECT_EQ(constantIn("namespace lib {\n" + kLine + kAligned + kQueue + "}", "lib::Queue"),
            (FactConstant{"kCacheLineSize", 64}));
  EXPECT_EQ(
      constantIn("namespace lib { " + kLine + "}\nusing namespace lib;\n" + kAligned + kQueue),
      (FactConstant{"kCacheLineSize", 64}));
  EXPECT_EQ(constantIn("namespace lib { " + kLine + "}\nusing lib::kCacheLineSize;\n" + kAligned +
                       kQueue),
            (FactConstant{"kCacheLineSize", 64}));
}

// `Pool` within Pool is a class of its own to clang, which has no definition.
TEST(Constants, AreLookedUpInTheirOwnClass) {
  const Facts facts = factsOf("struct Pool { static constexpr unsigned kCacheLineSize = 64;\n"
                              "static inline long hits; };");
  ASSERT_TRUE(variableOf(facts, "Pool::hits"));
  EXPECT_EQ(variableOf(facts, "Pool::hits")->constant, (FactConstant{"kCacheLineSize", 64}));
}

TEST(Constants, HaveToBeVisible) {
  const std::string of_class = "static constexpr unsigned kCacheLineSize = 64;\n"
                               "alignas(kCacheLineSize) long x;\n};\n";
  for (const std::string &before :
       {"class Pool {\n" + of_class, "namespace a { class Pool {\n" + of_class + "}",
        std::string("// should be alignas(CACHE_LINE_SIZE)\n"),
        "namespace lib { " + kLine +
            "struct alignas(kCacheLineSize) X { long a; }; }\n"
            "namespace other { constexpr unsigned kCacheLineSize = 32; }\n"
            "using namespace lib; using namespace other; namespace lib {}",
        "void f() { " + kLine + kAligned + "}\n"}) {
    const FactConstant found = constantIn(before + kQueue);
    EXPECT_TRUE(found.name.empty() || found.name == "lib::kCacheLineSize") << before << found.name;
  }
  EXPECT_EQ(constantIn("struct Y { alignas(64) long a; };\n" + kQueue + kLine).name, "");
  EXPECT_EQ(constantIn(kLine + kAligned + "struct Queue { long kCacheLineSize, tail; };").name, "");
  EXPECT_EQ(constantIn("struct Pool { static constexpr unsigned kCacheLineSize = 64;\n"
                       "struct alignas(kCacheLineSize) Queue { long head, tail; }; };",
                       "Pool::Queue"),
            (FactConstant{"kCacheLineSize", 64}));
  EXPECT_EQ(
      constantIn("struct Pool { struct Queue; static constexpr unsigned kCacheLineSize = 64;\n"
                 "alignas(kCacheLineSize) long x; };\n"
                 "struct Pool::Queue { long head, tail; };",
                 "Pool::Queue")
          .name,
      "");
}

TEST(Constants, MacrosAreThoseThatAlignmentsUsed) {
  const std::string used = "struct alignas(CACHE_LINE) X { long a; };";
  EXPECT_EQ(constantIn("#define CACHE_LINE (2 * 64)\n" + used + kQueue),
            (FactConstant{"CACHE_LINE", 128}));
  EXPECT_EQ(constantIn("#define CACHE_LINE 64\n" + used + "\n#undef CACHE_LINE" + kQueue).name, "");
  EXPECT_EQ(
      constantIn("#define CACHE_LINE 64\nstruct alignas(CACHE_LINE * 2) X { long a; };" + kQueue)
          .name,
      "");
  EXPECT_EQ(
      constantIn("#define CACHE_LINE_OF(n) 64\nstruct alignas(CACHE_LINE_OF(1)) X { long a; };" +
                 kQueue)
          .name,
      "");
  EXPECT_EQ(constantIn("#define __cacheline_aligned __attribute__((aligned(64)))\n"
                       "struct __cacheline_aligned X { long a; };" +
                       kQueue)
                .name,
            "");
}

std::pair<unsigned, unsigned> at(FactPlace place) {
  return {place.line, place.column};
}

constexpr const char *kGnu = "__attribute__((aligned(64)))";

/// The macro's own text if it is used for a record before `Queue`, and the file defines it so.
std::string macroIn(const std::string &definition, const std::string &use = "LINE_ALIGNED") {
  const FactConstant found = constantIn("#define LINE_ALIGNED " + definition + "\nstruct X { " +
                                        use + " long a; };" + kQueue);
  EXPECT_EQ(found.value, found.attribute.empty() ? 0 : 64) << definition;
  return found.attribute;
}

TEST(AlignmentMacros, AreAnAlignmentAndNothingElse) {
  for (const char *form : {kGnu, "__attribute__ (( __aligned__ ( 64 ) )) // a line", "alignas(64)",
                           "[[gnu::aligned(64)]]", "__attribute__(( \\\n aligned(32 * 2)))"})
    EXPECT_EQ(macroIn(form), "LINE_ALIGNED") << form;
  for (const char *form :
       {"__attribute__((aligned(64), unused))", "__attribute__((aligned(64))) static_part",
        "alignas(64) alignas(32)", "64"})
    EXPECT_EQ(macroIn("alignas(64)\n#define static_part unsigned\n#undef LINE_ALIGNED\n"
                      "#define LINE_ALIGNED " +
                          std::string(form),
                      form == std::string("64") ? "alignas(LINE_ALIGNED)" : "LINE_ALIGNED"),
              "")
        << form;
}

TEST(AlignmentMacros, MayBeMadeOfOthers) {
  EXPECT_EQ(macroIn("ALIGNED(64)\n#define ALIGNED(n) __attribute__((aligned(n)))"), "LINE_ALIGNED");
  EXPECT_EQ(macroIn("alignas(64)\n#define ALIGNED(n) alignas(n)\n#define LINE 64", "ALIGNED(LINE)"),
            "ALIGNED(LINE)");
}

TEST(AlignmentMacros, AreUsedBefore) {
  EXPECT_EQ(constantIn(std::string("#define LINE_ALIGNED ") + kGnu + kQueue +
                       "struct LINE_ALIGNED X { long a; };")
                .attribute,
            "");
}

TEST(AlignmentMacros, PartCachelines) {
  EXPECT_EQ(
      macroIn("__attribute__((aligned(64)))\n#define SIMD_ALIGNED __attribute__((aligned(16)))",
              "LINE_ALIGNED long before; SIMD_ALIGNED"),
      "LINE_ALIGNED");
  EXPECT_EQ(macroIn("__attribute__((aligned(32)))"), "");
}

TEST(LineSize, IsTheTargets) {
  const auto line_size = [](const char *target) {
    return factsOf("int x;", "test.c", {std::string("--target=") + target}).units.at(0).line_size;
  };
  EXPECT_EQ(line_size("x86_64-linux-gnu"), 64);
  EXPECT_EQ(line_size("arm64-apple-macos14"), 128);
}

TEST(Alignable, BeforeTheQualifiedName) {
  const Facts facts = factsOf("struct Outer { struct Slot; };\n"
                              "struct Outer::Slot { long hits; };\n"
                              "namespace ns { template <class T> struct Lane; }\n"
                              "template <class T> struct ns::Lane<T *> { long hits; };\n"
                              "ns::Lane<int *> lanes[8];\n");
  EXPECT_EQ(at(recordOf(facts, "Outer::Slot")->head), std::pair(2U, 8U));
  EXPECT_EQ(at(recordOf(facts, "ns::Lane<int *>")->head), std::pair(4U, 27U));
}

TEST(Alignable, NoSpecialisationOfAVariable) {
  const Facts facts =
      factsOf("template <int I> long counter = 0; template <> long counter<1> = 0;");
  EXPECT_FALSE(variableOf(facts, "counter<1>")->declaration.known());
}

TEST(Alignable, BehindTheTemplatesHead) {
  const Facts facts = factsOf("template <class T> struct Stat { static long n; };\n"
                              "template <> long Stat<int>::n = 0;\n");
  EXPECT_EQ(at(variableOf(facts, "Stat<int>::n")->declaration), std::pair(2U, 13U));
}

TEST(Alignable, WithoutAName) {
  const Facts facts = factsOf("static struct { long a; long b; } s;\n"
                              "typedef struct { long a; long b; } named;\n"
                              "long f(named *n) { return s.a + n->a; }",
                              "test.c");
  for (const FactRecord &record : facts.records) {
    EXPECT_TRUE(record.alignable) << record.name;
    EXPECT_TRUE(record.members.at(1).declaration.known()) << record.name;
    EXPECT_TRUE(record.head.known()) << record.name << ": its brace, for an attribute";
  }
}

} // namespace constantsTest
} // namespace fsfind::test
