// What facts tell of moving a record's members.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace memberOrderTest {

using testing::ElementsAre;

std::vector<std::string> linesIn(const Facts &facts, const std::string &record) {
  std::vector<std::string> lines;
  const FactRecord *found = recordOf(facts, record);
  for (const FactMember &member : found ? found->members : std::vector<FactMember>())
    lines.push_back(member.lines);
  return lines;
}

std::vector<std::string> linesOf(const std::string &body, const std::string &file = "test.cpp") {
  return linesIn(factsOf(body, file), "S");
}

/// The names of the ordered members of S.
std::string orderedIn(const std::string &source) {
  const Facts facts = factsOf(source);
  const FactRecord *record = recordOf(facts, "S");
  std::string names;
  for (const FactMember &member : record ? record->members : std::vector<FactMember>())
    names += member.ordered ? member.name : "";
  return names;
}

FactOrderUses usesIn(const std::string &source, const std::string &file = "test.c",
                     std::vector<std::string> arguments = {}) {
  const Facts facts = factsOf(source, file, std::move(arguments));
  const FactRecord *record = recordOf(facts, "S");
  EXPECT_TRUE(record) << source;
  return record ? record->order_uses : FactOrderUses();
}

TEST(MemberLines, AreWholeOnesWithTheirComments) {
  EXPECT_THAT(linesOf("struct S { // all of it\n"
                      "  long a;\n"
                      "  // of b\n"
                      "  // and more\n"
                      "  long b; // behind b\n"
                      "          // as well\n"
                      "  ///< and this\n"
                      "\n"
                      "  // of a part\n"
                      "\n"
                      "  /* of c */\n"
                      "  long\n"
                      "      c = 3 + 4;\n"
                      "};\n"),
              ElementsAre("  long a;\n",
                          "  // of b\n  // and more\n  long b; // behind b\n          // as well\n"
                          "  ///< and this\n",
                          "  /* of c */\n  long\n      c = 3 + 4;\n"));
}

constexpr const char *kUnnamed = "struct S {\n"
                                 "  long a;\n"
                                 "  /* two views */\n"
                                 "  union {\n"
                                 "    long word;\n"
                                 "    struct { int low, high; }; // halves\n"
                                 "  };\n"
                                 "  struct { int b; }; // beside\n"
                                 "} s;\n";

TEST(MemberLines, OfAnUnnamedRecordAreAllOfIt) {
  for (const char *file : {"test.c", "test.cpp"})
    EXPECT_THAT(linesOf(kUnnamed, file),
                ElementsAre("  long a;\n",
                            "  /* two views */\n  union {\n    long word;\n"
                            "    struct { int low, high; }; // halves\n  };\n",
                            "  struct { int b; }; // beside\n"));
}

TEST(MemberLines, OfAnUnnamedRecordThatDeclaresTypesStay) {
  EXPECT_THAT(linesOf("struct S {\n  struct {\n    enum { LESS, MORE } kind;\n  };\n"
                      "  char room[MORE];\n} s;\n",
                      "test.c"),
              ElementsAre("", ""));
}

TEST(MemberOrder, UnnamedRecordsAreInItAsWholes) {
  const Facts c = factsOf(kUnnamed, "test.c"), cplusplus = factsOf(kUnnamed);
  EXPECT_EQ(recordOf(c, "S")->members[1].declaration.line, 4U) << "takes an alignment in C";
  EXPECT_FALSE(recordOf(cplusplus, "S")->members[1].declaration.known());
  EXPECT_FALSE(recordOf(c, "S")->order_uses.access);
  EXPECT_FALSE(recordOf(cplusplus, "S")->order_uses.access);
  const auto part = cplusplus.type(recordOf(cplusplus, "S")->members[1].type).record;
  ASSERT_TRUE(part);
  EXPECT_EQ(cplusplus.record(*part).members[0].declaration.line, 5U);
  EXPECT_FALSE(cplusplus.record(*part).alignable) << "a union's members cannot be parted";
  const auto second = cplusplus.type(recordOf(cplusplus, "S")->members[2].type).record;
  ASSERT_TRUE(second);
  EXPECT_TRUE(cplusplus.record(*second).alignable);
  const Facts given = factsOf("struct S {\n  long a;\n  union { long word; int low; };\n"
                              "  S() : a(1), word(a) {}\n};\nS s;\n");
  EXPECT_TRUE(recordOf(given, "S")->members[0].ordered);
  EXPECT_TRUE(recordOf(given, "S")->members[1].ordered);
}

TEST(MemberLines, TellTheFirst) {
  const Facts facts = factsOf("\nstruct S {\n  long a;\n  /// Of b.\n  long b;\n};\n");
  EXPECT_EQ(recordOf(facts, "S")->members[0].first_line, 3U);
  EXPECT_EQ(recordOf(facts, "S")->members[1].first_line, 4U);
}

TEST(MemberLines, HaveWhatStandsBeforeTheType) {
  EXPECT_THAT(linesOf("#define PLAIN\n#define GUARDED(x)\n"
                      "struct S {\n"
                      "  PLAIN long a GUARDED(lock);\n"
                      "  PLAIN\n"
                      "  [[maybe_unused]] long b;\n"
                      "  void run();\n"
                      "  void go() {} // runs\n"
                      "  long c;\n"
                      "};\n"),
              ElementsAre("  PLAIN long a GUARDED(lock);\n",
                          "  PLAIN\n  [[maybe_unused]] long b;\n", "  long c;\n"));
}

TEST(MemberLines, AreNotSharedWithOthers) {
  EXPECT_THAT(linesOf("struct S { long a;\n"
                      "  long b; long c;\n"
                      "  int d, e;\n"
                      "  long f; /* one\n"
                      "  more */ long g;\n"
                      "  long h; };\n"),
              ElementsAre("", "", "", "", "", "", "", ""));
}

TEST(MemberLines, StayBehindWhatTheyMayNeed) {
  EXPECT_THAT(linesOf("struct S {\n"
                      "  struct Node { long n; };\n"
                      "  Node a;\n"
                      "  static constexpr int kMany = 3;\n"
                      "  long b[kMany];\n"
                      "};\n"),
              ElementsAre("  Node a;\n", ""));
  EXPECT_THAT(linesOf("struct S {\n"
                      "  long a;\n"
                      "  struct { long x; } b;\n"
                      "  long c;\n"
                      "  struct T { long x; } d;\n"
                      "  struct T e;\n"
                      "};\n",
                      "test.c"),
              ElementsAre("  long a;\n", "  struct { long x; } b;\n", "  long c;\n", "", ""));
}

TEST(MemberLines, KnowDirectives) {
  EXPECT_TRUE(
      usesIn("struct S {\n  long a;\n#ifdef MORE\n  long b;\n#endif\n  long c;\n};\n").directives);
  EXPECT_FALSE(usesIn("struct S {\n  long a; // #1\n  long c;\n};\n#if 0\n#endif\n").directives);
}

TEST(MemberLines, OfTemplatesAreTheAuthors) {
  EXPECT_THAT(linesIn(factsOf("template <class T> struct S {\n  T a;\n  long b;\n};\nS<long> s;\n"),
                      "S<long>"),
              ElementsAre("  T a;\n", "  long b;\n"));
}

TEST(MemberOrder, MattersToConstructors) {
  EXPECT_EQ(orderedIn("struct S { S() : a(1), c(2) {} long a; long b; long c; };"), "ac");
  EXPECT_EQ(orderedIn("struct S { S(); long a; long b; }; S::S() : b(a) {}"), "ab");
  EXPECT_EQ(orderedIn("struct S { template <class T> S(T t) : b(t) {} long a; long b; };"), "b");
  EXPECT_EQ(orderedIn("struct S { S() {} long a = 1; long b = 2 * 8; };"), "");
  EXPECT_EQ(orderedIn("struct S { long a; long b = a + 1; long c; };"), "ab");
  EXPECT_EQ(orderedIn("long next(); struct S { long a; long b = next(); };"), "b");
  EXPECT_EQ(orderedIn("struct S { long a; long b = get(); long get(); };"), "ab");
}

TEST(MemberOrder, MattersToObjects) {
  EXPECT_EQ(orderedIn("struct T { ~T(); }; struct S { long a; T b; T c[2]; };"), "bc");
  EXPECT_EQ(orderedIn("struct T { T(); long x; }; struct S { long a; T b; };"), "b");
  EXPECT_EQ(orderedIn("struct T { constexpr T() {} long x = 0; }; struct S { T a{}; T b; };"), "");
}

TEST(MemberOrder, MattersToDeclarationsAndComparison) {
  EXPECT_EQ(orderedIn("struct S { long a; long b; char c[sizeof(b)]; long d; };"), "bc");
  EXPECT_EQ(orderedIn("struct S { long a; decltype(a) b; long c /* a */; };"), "ab");
  const Facts facts = factsOf(
      "namespace std { struct strong_ordering { int n; static const strong_ordering less, equal, "
      "greater; };"
      "inline constexpr strong_ordering strong_ordering::less{-1}, strong_ordering::equal{0},"
      "strong_ordering::greater{1}; }"
      "struct S { long a; long b; std::strong_ordering operator<=>(const S &) const = default; };",
      "test.cpp", {"-std=c++20"});
  ASSERT_TRUE(recordOf(facts, "S"));
  EXPECT_TRUE(recordOf(facts, "S")->members[1].ordered);
}

TEST(MemberOrder, KnowsAccess) {
  EXPECT_TRUE(usesIn("class S { public: long a; private: long b; };", "test.cpp").access);
  EXPECT_FALSE(
      usesIn("class S { long a; public: void f(); private: long b; };", "test.cpp").access);
}

TEST(OrderUses, AreInitialValuesByPosition) {
  const std::string s = "struct S { long a; long b; };\n";
  EXPECT_TRUE(usesIn(s + "struct S x = {1, 2};").positions);
  EXPECT_TRUE(usesIn(s + "struct S x[2] = {{.a = 1}, {1}};").positions);
  EXPECT_TRUE(usesIn(s + "struct T { struct S s; } x = {1, 2};").positions);
  EXPECT_TRUE(usesIn(s + "void g(struct S); void f(void) { g((struct S){1}); }").positions);
  EXPECT_FALSE(usesIn(s + "struct S x = {.b = 1, .a = 2}, y = {0}; struct S z[3];").positions);
}

TEST(OrderUses, AreInitialValuesOfCplusplus) {
  const std::string s = "struct S { long a; long b = 1; };\n";
  for (const char *use :
       {"S x{1, 2};", "S x = {1};", "void f() { S x{.a = 1}; }", "void g(S); void f() { g({2}); }",
        "struct T { S s{1}; };", "struct T { S s; T() : s{1} {} };", "S f() { return {1, 2}; }",
        "void f(S s = {3}); void g() { f(); }", "void f(S &s) { auto &[a, b] = s; }",
        "void f(S (&all)[2]) { for (auto [a, b] : all) ; }", "auto *x = new S{1};", "S x(1, 2);",
        "namespace std { template <class T> struct vector { void push_back(T &&); }; }"
        "void f(std::vector<S> &v) { v.push_back({1, 2}); }",
        "namespace std { template <class T> struct atomic { void store(T); }; }"
        "void f(std::atomic<S> &a) { a.store({1}); }",
        "void f(S *s) { *s = {1, 2}; }", "auto f = [] { return S{1}; };",
        "void f(S s[]) { for (int i = 0; i < 2; i++) { if (i) s[i] = {i}; } }",
        "template <class T> void f(T t) { S s{t}; }"})
    EXPECT_TRUE(usesIn(s + use, "test.cpp", {"-std=c++20"}).positions) << use;
  for (const char *use : {"S x{}; S y; S z[2]{};", "auto *x = new S(); void f(S s = {});"})
    EXPECT_FALSE(usesIn(s + use, "test.cpp", {"-std=c++20"}).positions) << use;
}

TEST(OrderUses, AreOffsetsAndAssertions) {
  const std::string s = "struct S { long a; long b; };\n";
  EXPECT_TRUE(
      usesIn(s + "unsigned long f(void) { return __builtin_offsetof(struct S, b); }").offsets);
  EXPECT_TRUE(usesIn(s + "unsigned long at = __builtin_offsetof(struct S, b);").offsets);
  for (const char *use :
       {"_Static_assert(sizeof(struct S) == 16, \"\");",
        "void f(void) { _Static_assert(__builtin_offsetof(struct S, b) == 8, \"\"); }"})
    EXPECT_FALSE(recordOf(factsOf(s + "/* */" + use, "test.c"), "S")->alignable) << use;
}

TEST(OrderUses, AreNotMadeByFindingARecordByItsMember) {
  const std::string s = "struct link { struct link *next; }; struct T { long t; };\n"
                        "struct S { long a; struct link link; };\n";
  const auto found = [&s](const std::string &type, const std::string &offset) {
    return usesIn(s + "struct " + type + " *f(struct link *l) { return (struct " + type +
                  " *)((char *)l - " + offset + "); }");
  };
  EXPECT_EQ(found("S", "__builtin_offsetof(struct S, link)"), FactOrderUses());
  EXPECT_TRUE(found("S", "8").bytes) << "counts on the layout";
  EXPECT_TRUE(found("T", "__builtin_offsetof(struct S, link)").offsets) << "of another record";
}

TEST(OrderUses, AreCastsAndBytes) {
  const std::string s = "struct S { long a; long b; }; struct T { long t; };\n"
                        "void g(const void *, unsigned long); void *h(unsigned long);\n";
  EXPECT_TRUE(usesIn(s + "struct T *f(struct S *s) { return (struct T *)s; }").casts);
  EXPECT_TRUE(usesIn(s + "struct S *f(long *n) { return (struct S *)n; }").casts);
  EXPECT_TRUE(usesIn(s + "char *f(struct S *s) { return (char *)s; }").bytes);
  EXPECT_TRUE(usesIn(s + "void f(struct S *s) { g(s, sizeof(*s)); }").bytes);
  EXPECT_TRUE(usesIn(s + "struct S all[4]; void f(void) { g(all, 4 * sizeof(struct S)); }").bytes);
  const std::string send = "# 1 \"sys.h\" 3\nlong send(int, const void *, __SIZE_TYPE__, int);\n"
                           "void *keep(unsigned, void *);\n# 1 \"test.c\"\n";
  EXPECT_TRUE(usesIn(s + send + "void f(struct S *s) { send(1, s, 16, 0); }").bytes);
  EXPECT_FALSE(usesIn(s + send + "void f(struct S *s) { keep(1, s); }").bytes);
  const std::string unmap = "# 1 \"sys.h\" 3\nint munmap(void *, __SIZE_TYPE__);\n"
                            "int msync(void *, __SIZE_TYPE__, int);\n# 1 \"test.c\"\n";
  EXPECT_FALSE(usesIn(s + unmap + "void f(struct S *s) { munmap(s, 4096); }").bytes);
  EXPECT_TRUE(usesIn(s + unmap + "void f(struct S *s) { msync(s, 4096, 1); }").bytes);
  const std::string set = "# 1 \"sys.h\" 3\nvoid *memset(void *, int, __SIZE_TYPE__);\n"
                          "# 1 \"test.c\"\n";
  EXPECT_TRUE(usesIn(s + set + "void f(struct S *s) { memset(s, 0, 16); }").bytes);
  EXPECT_FALSE(usesIn(s + set + "void f(struct S *s) { memset(s, 0, 4 * sizeof *s); }").bytes);
  const std::string copy = "# 1 \"sys.h\" 3\nvoid *memcpy(void *, const void *, __SIZE_TYPE__);\n"
                           "# 1 \"test.c\"\nstruct S many[4]; char raw[64]; struct T tee[8];\n";
  for (const std::string call :
       {"memcpy(to, many, sizeof to)", "memcpy(&to[1], &many[2], sizeof(struct S))",
        "__builtin_memmove(to, many + 1, 3 * sizeof *many)"})
    EXPECT_FALSE(usesIn(s + copy + "void f(void) { struct S to[4]; " + call + "; }").bytes) << call;
  for (const std::string call : {"memcpy(raw, many, sizeof many)", "memcpy(many, raw, sizeof many)",
                                 "memcpy(tee, many, sizeof many)", "memcpy(to, many, sizeof tee)",
                                 "memcpy(to, many, 64)", "g(many, sizeof many)"})
    EXPECT_TRUE(usesIn(s + copy + "void f(void) { struct S to[4]; " + call + "; }").bytes) << call;
  const std::string grow = "# 1 \"sys.h\" 3\nvoid *realloc(void *, __SIZE_TYPE__);\n"
                           "# 1 \"test.c\"\nvoid *grow(void *, __SIZE_TYPE__);\n";
  for (const std::string name : {"realloc", "grow"}) {
    const std::string call = name + "(s, 4 * sizeof *s)";
    EXPECT_FALSE(usesIn(s + grow + "struct S *f(struct S *s) { return " + call + "; }").bytes);
    EXPECT_TRUE(usesIn(s + grow + "void *f(struct S *s) { return " + call + "; }").bytes);
  }
  EXPECT_TRUE(usesIn(s + grow + "struct S *f(struct S *s) { return realloc(s, 64); }").bytes);
  const FactOrderUses none = usesIn(
      s + "struct S *f(void *p) { (void)(void *)(struct S *)p; return h(sizeof(struct S)); }");
  EXPECT_EQ(none, FactOrderUses());
}

} // namespace memberOrderTest
} // namespace fsfind::test
