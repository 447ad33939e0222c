// What facts tell of arrays whose elements could be wrapped in records: the edits, and what forbids
// them.
#include "tests/analyzer/extract/WrappedText.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace fsfind::test {
namespace slotsTest {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const char *const kC = R"(
typedef __SIZE_TYPE__ size_t;
typedef union { char raw[40]; long align; } lock_t;
void *memset(void *, int, size_t); void free(void *);
long read_from(long *); void sort(long *, int);
)";

struct Case {
  std::string source, expected;
};

TEST(Slots, ArraysInC) {
  const std::vector<Case> cases = {
      {"static long a[8]; void f(int i) { a[i]++; }",
       "static struct a_slot a[8]; void f(int i) { a[i].value++; }"},
      {"volatile long a[2] = {1, 2 + 3}; long f(int i) { return a[i] + a[0]; }",
       "struct a_slot a[2] = {{1}, {2 + 3}}; long f(int i) { return a[i].value + a[0].value; }"},
      {"long a[4][6]; void f(int i, int k) { a[i][k] = sizeof a / sizeof a[0]; }",
       "struct a_slot a[4]; void f(int i, int k) { a[i].value[k] = sizeof a / sizeof a[0]; }"},
      {"char *a[4]; void f(int i) { memset(a, 0, sizeof a); if (a[i]) a[i]++; }",
       "struct a_slot a[4]; void f(int i) { memset(a, 0, sizeof a); if (a[i].value) a[i].value++; "
       "}"},
      {"void f(int i) { int a[4] = {0}, *p = &i; (void)p; a[i]++; }",
       "refused: its declaration is not written plainly, or declares others too"},
      {"extern long a[8];\nlong a[8]; void f(int i) { a[i]++; }",
       "extern struct a_slot a[8];\nstruct a_slot a[8]; void f(int i) { a[i].value++; }"},
      {"extern long a[8];\nlong a[8];", "extern struct a_slot a[8];\nstruct a_slot a[8];"},
      {"#define GET(x) (x)\nstatic long a[8]; long f(int i) { return GET(a[i]); }",
       "#define GET(x) (x)\nstatic struct a_slot a[8]; long f(int i) { return GET(a[i].value); }"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrapped(kC, one.source, "a"), one.expected);
}

/// The source with the edits of all arrays, or why one has none.
std::string wrappedTogether(const std::string &source, const std::string &file = "test.c") {
  const std::string all = "//begin\n" + source;
  const Facts facts = factsOf(all, file, {});
  std::set<FactEdit> edits;
  for (const FactSlots &one : facts.slots) {
    if (!one.obstacle.empty())
      return "refused: " + one.obstacle;
    EXPECT_EQ(one.together, facts.slots.size()) << source;
    EXPECT_EQ(one.head, facts.slots[0].head) << source;
    edits.insert(one.edits.begin(), one.edits.end());
  }
  return edited(all, {edits.begin(), edits.end()});
}

TEST(Slots, ArraysOfOneDeclarationAreWrappedTogether) {
  const std::vector<Case> cases = {
      {"static long a[8], b[4] = {1}, c[2];\nvoid f(int i) { a[i]++; b[0] += c[1]; }",
       "static struct a_slot a[8], b[4] = {{1}}, c[2];\n"
       "void f(int i) { a[i].value++; b[0].value += c[1].value; }"},
      {"struct s { long a[8], b[8]; };\nvoid f(struct s *s, int i) { s->b[i] = s->a[i]; }",
       "struct s { struct s_a_slot a[8], b[8]; };\n"
       "void f(struct s *s, int i) { s->b[i].value = s->a[i].value; }"},
      {"extern long a[8], b[8];\nlong a[8], b[8]; void f(int i) { a[i] = b[i]; }",
       "extern struct a_slot a[8], b[8];\n"
       "struct a_slot a[8], b[8]; void f(int i) { a[i].value = b[i].value; }"},
      {"void f(int i) { long a[4] = {0}, b[4] = {0}; a[i]++; b[0]++; }",
       "void f(int i) { struct a_slot a[4] = {{0}}, b[4] = {{0}}; a[i].value++; b[0].value++; }"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrappedTogether(one.source), one.expected);
}

TEST(Slots, NotTogetherWithOtherThings) {
  for (const char *source : {"static long a[8], b; void f(int i) { a[i] = b; }",
                             "static long b, a[8]; void f(int i) { a[i] = b; }",
                             "static long a[8], *b[8]; void f(int i) { a[i] = *b[i]; }",
                             "static long a[8], b[8][2]; void f(int i) { a[i] = b[i][0]; }",
                             "static long *a[8], *b[8]; void f(int i) { a[i] = b[i]; }"})
    EXPECT_THAT(wrappedTogether(source), HasSubstr("declares others too")) << source;
  EXPECT_THAT(wrappedTogether("extern long a[8]; extern long b[8];\n"
                              "long a[8], b[8]; void f(int i) { a[i] = b[i]; }"),
              HasSubstr("declared in several ways"));
}

TEST(Slots, UsesThatForbidIt) {
  const std::vector<Case> cases = {
      {"a[i] = read_from((long *)a);", "as a whole, or a pointer"},
      {"a[i] = *(a + i);", "pointers to its elements are calculated"},
      {"a[i] = *a;", "first element is used through a pointer"},
      {"void *p = a; a[i] = p != 0;", "as a whole, or a pointer"},
      {"a[i] = i[a];", "index[array]"},
      {"a[i] = sizeof a;", "its size is part of other expressions"},
      {"memset(a, 1, sizeof a); a[i]++;", "passed to 'memset'"},
      {"memset(a, 0, 8 * sizeof(long)); a[i]++;", "passed to 'memset'"},
      {"a[i]++;\n#ifdef OTHER\na[0] = 1;\n#endif\n", "other configurations compile"},
  };
  for (const Case &one : cases)
    EXPECT_THAT(wrapped(kC, "static long a[8];\nvoid f(int i) { " + one.source + " }", "a"),
                HasSubstr(one.expected))
        << one.source;
  const std::string checked =
      "static long a[8];\nvoid f(int i) { CHECK(\"all\", a[i] >= 0); a[i]++; }";
  EXPECT_THAT(wrapped(kC, "#define CHECK(name, test) ((void)0)\n" + checked, "a"),
              HasSubstr("a macro leaves out"));
  EXPECT_THAT(wrapped(kC, "#define CHECK(name, test) (void)(test)\n" + checked, "a"),
              HasSubstr("a[i].value >= 0"));
  EXPECT_THAT(
      wrapped(kC, "#define ADD(i) a[i]++\nstatic long a[8];\nvoid f(int i) { a[i] = 0; ADD(i); }",
              "a"),
      HasSubstr("a macro writes code that uses it"));
}

TEST(Slots, DeclarationsThatForbidIt) {
  const std::vector<Case> cases = {
      {"static long a[8], b; void f(int i) { a[i] = b; }", "declares others too"},
      {"static long a[8] = {[2] = 1}; void f(int i) { a[i]++; }", "initial value"},
      {"static long a[2][2] = {1, 2}; void f(int i) { a[i][0]++; }", "initial value"},
      {"static long a[8] __attribute__((section(\"x\"))); void f(int i) { a[i]++; }", "attributes"},
      {"static _Thread_local long a[8]; void f(int i) { a[i]++; }", "each thread has its own"},
      {"int a_slot; static long a[8]; void f(int i) { a[i]++; }", "not free"},
  };
  for (const Case &one : cases)
    EXPECT_THAT(wrapped(kC, one.source, "a"), HasSubstr(one.expected)) << one.source;
}

TEST(Slots, MembersInC) {
  EXPECT_EQ(
      wrapped(kC, "struct s { int n; long a[8]; };\nvoid f(struct s *s) { s->a[s->n]++; }", "s_a"),
      "struct s { int n; struct s_a_slot a[8]; };\nvoid f(struct s *s) { s->a[s->n].value++; "
      "}");
  EXPECT_EQ(wrapped(kC,
                    "struct s { int n; long a[8]; }; struct s s = {1, {2}};\n"
                    "void f(int i) { s.a[i]++; }",
                    "s_a"),
            "struct s { int n; struct s_a_slot a[8]; }; struct s s = {1, {{2}}};\n"
            "void f(int i) { s.a[i].value++; }");
  EXPECT_EQ(wrapped(kC,
                    "struct s { int n; long a[4][6]; };\n"
                    "void f(int i) { struct s s = {.a = {{0}, {1, 2}}}; s.a[i][1]++; }",
                    "s_a"),
            "struct s { int n; struct s_a_slot a[4]; };\n"
            "void f(int i) { struct s s = {.a = {{{0}}, {{1, 2}}}}; s.a[i].value[1]++; }");
  for (const char *use : {"long a[8]; }; struct s s = {1, 2, 3}; void f(int i) { s.a[i]++; }",
                          "long a[2][2]; }; struct s s = {1, {1, 2, 3}};\n"
                          "void f(int i) { s.a[i][0]++; }"})
    EXPECT_THAT(wrapped(kC, std::string("struct s { int n; ") + use, "s_a"), HasSubstr("refused: "))
        << use;
  EXPECT_THAT(wrapped(kC,
                      "struct s { int n; long a[8]; };\nvoid f(struct s *s) { s->a[s->n]++; }\n"
                      "long g(void) { return __builtin_offsetof(struct s, a); }",
                      "s_a"),
              HasSubstr("offsetof"));
}

TEST(Slots, PointersToAllocations) {
  const std::string library = std::string(kC) + "#include <stdlib.h>\n";
  EXPECT_EQ(wrapped(library,
                    "static long *a;\n"
                    "void f(int n) { a = calloc(n, sizeof *a); if (a) a[n - 1] = 1; free(a); }",
                    "a"),
            "static struct a_slot *a;\n"
            "void f(int n) { a = calloc(n, sizeof *a); if (a) a[n - 1].value = 1; free(a); }");
  EXPECT_EQ(wrapped(library,
                    "void f(int n) { long *a = (long *)malloc(n * sizeof(long)); a[n - 1] = 1; }",
                    "a"),
            "void f(int n) { struct a_slot *a = (struct a_slot *)malloc(n * sizeof(struct "
            "a_slot)); a[n - 1].value = 1; }");
  EXPECT_THAT(wrapped(library, "void f(int n) { long *a = malloc(n * 8); a[n - 1] = 1; }", "a"),
              HasSubstr("not written by its type"));
  EXPECT_THAT(
      wrapped(library, "long *g(void); void f(int n) { long *a = g(); a[n - 1] = 1; }", "a"),
      HasSubstr("not allocated in a way"));
  for (const char *size : {"sizeof a / sizeof a[0]", "sizeof a / sizeof *a", "sizeof a"})
    EXPECT_THAT(wrapped(library,
                        std::string("int f(int n) { long *a = malloc(n * sizeof *a); a[n - 1] = 1; "
                                    "return ") +
                            size + "; }",
                        "a"),
                HasSubstr("size is part of other expressions"))
        << size;
}

TEST(Slots, PointersToRows) {
  const std::string library = std::string(kC) + "#include <stdlib.h>\n";
  EXPECT_EQ(wrapped(library,
                    "static long (*a)[6];\n"
                    "void f(int n) { a = malloc(n * sizeof *a); a[n - 1][0] = 1; free(a); }",
                    "a"),
            "static struct a_slot *a;\n"
            "void f(int n) { a = malloc(n * sizeof *a); a[n - 1].value[0] = 1; free(a); }");
  EXPECT_EQ(
      wrapped(library,
              "void f(int n) {\n"
              "  int(*a)[3][2] = (int (*)[3][2])calloc(n, sizeof(int[3][2])); a[n][2][1]++; }",
              "a"),
      "void f(int n) {\n"
      "  struct a_slot *a = (struct a_slot *)calloc(n, sizeof(struct a_slot)); "
      "a[n].value[2][1]++; }");
  EXPECT_THAT(
      wrapped(library, "void f(int n) { long (*a)[6] = malloc(n * 48); a[n][0] = 1; }", "a"),
      HasSubstr("not written by its type"));
  EXPECT_THAT(wrapped(library,
                      "void g(long (*)[6]); void f(int n) {\n"
                      "  long (*a)[6] = malloc(n * sizeof *a); a[n][0] = 1; g(a); }",
                      "a"),
              HasSubstr("passed to 'g'"));
  EXPECT_EQ(wrapped("", "void f(int n) { long (*a)[6] = new long[n][6](); a[n][0] = 1; }", "A",
                    "test.cpp", {"-std=c++17"}),
            "void f(int n) { ASlot *a = new ASlot[n](); a[n].value[0] = 1; }");
}

const char *const kCpp = R"(
#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>
)";

std::string wrappedCpp(const std::string &source) {
  return wrapped(kCpp, source, "A", "test.cpp", {"-std=c++17"});
}

TEST(Slots, ContainersInCpp) {
  const std::vector<Case> cases = {
      {"static std::atomic<int> a_[4]; void f(int i) { a_[i]++; a_[i].fetch_add(1); }",
       "static ASlot a_[4]; void f(int i) { a_[i].value++; a_[i].value.fetch_add(1); }"},
      {"void f(int n) { std::vector<long> a(n); a[n - 1] = a.size(); a.at(n) += a.back(); }",
       "void f(int n) { std::vector<ASlot> a(n); a[n - 1].value = a.size(); a.at(n).value += "
       "a.back().value; }"},
      {"void f(int n) { std::vector<long> a(n, 5); a[n - 1]++; }",
       "void f(int n) { std::vector<ASlot> a(n, ASlot{5}); a[n - 1].value++; }"},
      {"std::array<std::mutex, 4> a; void f(int i) { std::lock_guard<std::mutex> held(a[i]); }",
       "std::array<ASlot, 4> a; void f(int i) { std::lock_guard<std::mutex> held(a[i].value); }"},
      {"long f(int n) { std::vector<long> a(n); long all = a[n - 1]; for (const long &one : a) all "
       "+= one; return all; }",
       "long f(int n) { std::vector<ASlot> a(n); long all = a[n - 1].value; for (const auto &one : "
       "a) all += one.value; return all; }"},
      {"struct S { std::vector<long> a; S(int n) : a(n) {} void add(int i) { a[i]++; } };",
       "struct S { std::vector<ASlot> a; S(int n) : a(n) {} void add(int i) { a[i].value++; } };"},
      {"void f(int n) { auto p = 0; std::unique_ptr<long[]> a(new long[n]()); a[n - 1] = p; }",
       "void f(int n) { auto p = 0; std::unique_ptr<ASlot[]> a(new ASlot[n]()); a[n - 1].value = "
       "p; }"},
      {"void f(int n) { std::unique_ptr<long[]> a = std::make_unique<long[]>(n); a[n - 1]++; }",
       "void f(int n) { std::unique_ptr<ASlot[]> a = std::make_unique<ASlot[]>(n); a[n - "
       "1].value++; }"},
      {"void f(int n) { long *a = new long[n]; [&](int i) { a[i]++; }(1); delete[] a; }",
       "void f(int n) { ASlot *a = new ASlot[n]; [&](int i) { a[i].value++; }(1); delete[] a; }"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrappedCpp(one.source), one.expected);
}

TEST(Slots, ContainersBehindAliases) {
  const std::string use = " void f(int i) { a[i]++; }";
  const std::string used = " void f(int i) { a[i].value++; }";
  const std::vector<Case> cases = {
      {"using Row = std::vector<long>; static Row a;" + use,
       "using Row = std::vector<long>; static std::vector<ASlot> a;" + used},
      {"typedef std::deque<std::atomic<int>> Row;\nRow a;" + use,
       "typedef std::deque<std::atomic<int>> Row;\nstd::deque<ASlot> a;" + used},
      {"using Row = std::array<long, 4>; Row a;" + use,
       "using Row = std::array<long, 4>; std::array<ASlot, 4> a;" + used},
      {"using Row = std::vector<long>; using Other = Row; Other a;" + use,
       "refused: its declaration is not written plainly, or declares others too"},
      {"using Num = long; using Row = std::vector<Num>; namespace n { Row a;" + use + " }",
       "using Num = long; using Row = std::vector<Num>; namespace n { std::vector<ASlot> a;" +
           used + " }"},
      {"using Num = long; using Row = std::vector<Num>; namespace n { using Num = short; Row a;" +
           use + " }",
       "refused: its declaration is not written plainly, or declares others too"},
      {"using Num = long; using Row = std::vector<Num>; void f(int i) { using Num = short; Row "
       "a(4); "
       "Num n = 1; a[i] += n; }",
       "refused: its declaration is not written plainly, or declares others too"},
      {"struct S { using Row = std::vector<long>; }; S::Row a;" + use,
       "refused: its declaration is not written plainly, or declares others too"},
      {"#define LONGS std::vector<long>\nusing Row = LONGS; Row a;" + use,
       "refused: its declaration is not written plainly, or declares others too"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrappedCpp(one.source), one.expected);
}

TEST(Slots, ContainersThatAreUsedAsAWhole) {
  for (const char *use :
       {"a.data();", "std::vector<long> c(a);", "a = b;", "a = {1, 2};", "a.swap(b);",
        "a.insert(a.begin(), 1);", "a.erase(a.begin());", "std::memcpy(&a[0], &b[0], 8 * n);",
        "std::memset(a.data(), 0, n);", "a.push_back(big);", "a.assign(b.begin(), b.end());",
        "reinterpret_cast<int *>(&a[0])[1] = n;", "std::sort(a.data(), a.data() + n);",
        "for (short one : a) (void)one;"})
    EXPECT_THAT(wrappedCpp(std::string("#include <algorithm>\n#include <cstring>\n"
                                       "void f(int n, std::vector<long> b, unsigned long big) {\n"
                                       "  std::vector<long> a(n); a[n - 1]++; (void)big; ") +
                           use + " }"),
                HasSubstr("refused: "))
        << use;
}

TEST(Slots, PointersToElements) {
  const auto facts = [](const std::string &use) {
    return factsOf(std::string(kC) + "static long a[8]; static lock_t b[8]; void g(long *);\n" +
                   "void f(int i) { long *p = 0; (void)p; a[i]++; " + use + " }");
  };
  for (const char *use : {"a[i] = a[i] + 1;", "__atomic_fetch_add(&a[i], 1, 5);", "(void)a[i];"})
    EXPECT_FALSE(slotsIn(facts(use), "A")->addressed) << use;
  EXPECT_FALSE(slotsIn(facts("p = &a[i];"), "A")->addressed);
  for (const char *use : {"p = &a[i]; g(p);", "g(&a[i]);"}) {
    EXPECT_TRUE(slotsIn(facts(use), "A")->addressed) << use;
    EXPECT_THAT(facts(use).indexed, IsEmpty());
  }
  for (const char *use : {"p[i] = 1;", "p++;", "p += i;"})
    EXPECT_THAT(facts(use).indexed, testing::ElementsAre("long")) << use;
}

TEST(Slots, OnlyOfWhichMoreThanTheFirstIsUsed) {
  EXPECT_THAT(factsOf("static long a[8]; long f() { return a[0]; }").slots, IsEmpty());
  EXPECT_THAT(factsOf("static long a[8]; long f() { return a[0] + a[1]; }").slots, SizeIs(1));
}

TEST(Slots, RecordsOfTheAuthorAreAlignedInstead) {
  const Facts facts =
      factsOf("struct S { long n; }; static S a[8]; long f(int i) { return a[i].n; }");
  EXPECT_THAT(facts.slots, IsEmpty());
}

} // namespace slotsTest
} // namespace fsfind::test
