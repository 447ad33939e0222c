// Which calls of malloc and calloc a tool may turn into calls that align.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace allocatorCallsTest {

const std::string kLibrary = "# 1 \"stdlib.h\" 3\n"
                             "void *malloc(__SIZE_TYPE__); void *realloc(void *, __SIZE_TYPE__);\n"
                             "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
                             "void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
                             "void *memset(void *, int, __SIZE_TYPE__);\n"
                             "# 1 \"test.c\"\n"
                             "struct S { long a, b; }; struct H { struct S s[2]; };\n";

struct Call {
  FactAllocatorCall call;
  bool storage = false; ///< of `struct S`
};

Call callIn(const std::string &source, const std::vector<std::string> &arguments = {},
            const std::string &library = kLibrary) {
  const Facts facts = factsOf(library + source, "test.c", arguments);
  const FactFunction *function = functionOf(facts, "f");
  const FactRecord *record = recordOf(facts, "S");
  if (!function || function->allocations.size() != 1 || !record) {
    ADD_FAILURE() << source;
    return {};
  }
  return {function->allocations[0].call, record->objects.storage};
}

TEST(AllocatorCalls, SizesThatFollowTheRecords) {
  for (const char *size : {"sizeof(struct S)", "n * sizeof *s", "(n + 1) * sizeof(struct S)",
                           "sizeof(struct S) + 2 * sizeof *s"}) {
    const Call one =
        callIn("void f(int n) { struct S *s = malloc(" + std::string(size) + "); s->a = n; }");
    EXPECT_TRUE(one.call.name.known() && one.call.follows && one.call.whole) << size;
    EXPECT_FALSE(one.storage) << size;
    EXPECT_EQ(one.call.aligning, "aligned_alloc");
  }
  const Call one = callIn("void f(int n) { struct S *s = malloc(sizeof *s + n); s->a = n; }");
  EXPECT_TRUE(one.call.name.known());
  EXPECT_FALSE(one.call.whole);
}

TEST(AllocatorCalls, SizesThatALocalHolds) {
  const Call whole = callIn("void f(int n) { unsigned long size = n * sizeof(struct S);"
                            " struct S *s = malloc(size); s->a = n; }");
  EXPECT_TRUE(whole.call.name.known() && whole.call.whole);
  EXPECT_FALSE(whole.storage);
  const Call changed = callIn("void f(int n) { unsigned long size = n * sizeof(struct S);"
                              " size += 8; struct S *s = malloc(size); s->a = n; }");
  EXPECT_FALSE(changed.call.follows);
}

TEST(AllocatorCalls, SizesOfSomethingElse) {
  for (const char *size : {"100", "n", "sizeof(struct H)", "n - sizeof *s", "sizeof s",
                           "sizeof *s / 2", "sizeof *s << 2"}) {
    const Call one = callIn("void f(unsigned long n) { struct S *s = malloc(" + std::string(size) +
                            "); s->a = n; }");
    EXPECT_TRUE(one.call.name.known()) << size;
    EXPECT_FALSE(one.call.follows) << size;
    EXPECT_TRUE(one.storage) << size;
  }
}

TEST(AllocatorCalls, PlacesOfTheCall) {
  const FactAllocatorCall call =
      callIn(
          "void f(int n) {\n  struct S *s = (struct S *)malloc(n * sizeof *s);\n  s->a = n;\n}\n")
          .call;
  EXPECT_EQ(call.name.column, 29U);
  EXPECT_EQ(call.name_end.column, 35U);
  EXPECT_EQ(call.arguments.column, 36U);
  EXPECT_EQ(call.end.column, 49U);
  EXPECT_EQ(call.above.column, 1U);
  EXPECT_FALSE(call.include.known());
}

TEST(AllocatorCalls, CallocNeedsRoomForAFunction) {
  const FactAllocatorCall call =
      callIn("int other(void) { return 1; }\n\n/* Makes\n * one. */\nvoid\nf(int n) {\n"
             "  struct S *s = calloc(n, sizeof *s);\n  s->a = n;\n}\n")
          .call;
  EXPECT_TRUE(call.name.known());
  EXPECT_EQ(call.name.line - call.above.line, 4U);
  EXPECT_EQ(call.above.column, 1U);
  EXPECT_FALSE(call.include.known());
}

TEST(AllocatorCalls, LeftAsTheyAre) {
  EXPECT_FALSE(
      callIn("void f(struct S *s) { s = realloc(s, 2 * sizeof *s); s->a = 1; }").call.name.known());
  EXPECT_FALSE(callIn("#define MAKE(n) malloc(n)\n"
                      "void f(void) { struct S *s = MAKE(sizeof *s); s->a = 1; }")
                   .call.name.known());
  EXPECT_FALSE(callIn("void f(void) { struct S *s = malloc(sizeof *s); s->a = 1; }", {"-std=c99"})
                   .call.name.known());
  std::string without = kLibrary;
  without.erase(without.find("void *aligned_alloc"),
                without.find("void *memset") - without.find("void *aligned_alloc"));
  EXPECT_FALSE(callIn("void f(void) { struct S *s = malloc(sizeof *s); s->a = 1; }", {}, without)
                   .call.name.known());
}

TEST(AllocatorCalls, AWrapperIsNamed) {
  const Facts facts =
      factsOf(kLibrary + "void *xmalloc(unsigned long n);\n"
                         "void f(void) { struct S *s = xmalloc(sizeof *s); s->a = 1; }",
              "test.c");
  const FactFunction *function = functionOf(facts, "f");
  ASSERT_TRUE(function && function->allocations.size() == 1);
  ASSERT_TRUE(function->allocations[0].wrapper);
  EXPECT_EQ(facts.function(*function->allocations[0].wrapper).name, "xmalloc");
  EXPECT_TRUE(recordOf(facts, "S")->objects.storage);
}

} // namespace allocatorCallsTest
} // namespace fsfind::test
