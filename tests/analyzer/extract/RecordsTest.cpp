#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

#include <utility>

namespace fsfind::test {
namespace recordsTest {

std::vector<std::string> layoutOf(const Facts &facts, const std::string &name) {
  std::vector<std::string> lines;
  const FactRecord *record = recordOf(facts, name);
  if (!record)
    return {"no such record"};
  for (const FactMember &member : record->members)
    lines.push_back(std::to_string(member.offset) + " " + member.name + " " +
                    std::to_string(member.size));
  return lines;
}

TEST(Records, LieAsTheTargetLaysThemOut) {
  const char *source = "struct s { char a; long b; char c[3]; } s;";
  EXPECT_THAT(layoutOf(factsOf(source, "test.c"), "s"),
              testing::ElementsAre("0 a 1", "8 b 8", "16 c 3"));
  EXPECT_THAT(layoutOf(factsOf(source, "test.c", {"-m32"}), "s"),
              testing::ElementsAre("0 a 1", "4 b 4", "8 c 3"));
}

TEST(Records, TellWhetherAMemberIsPrivate) {
  const Facts facts = factsOf("class Open { public: long a; };\nclass Closed : Open { long b; };\n"
                              "Open open; Closed closed;");
  ASSERT_NE(recordOf(facts, "Closed"), nullptr);
  EXPECT_TRUE(recordOf(facts, "Closed")->has_private);
  EXPECT_FALSE(recordOf(facts, "Open")->has_private);
}

TEST(Records, MembersMadeByMacrosAreWhereTheMacroIsUsed) {
  const Facts facts =
      factsOf("#define COUNTER(x) unsigned long x##_count\nstruct s {\n  COUNTER(rx);\n  "
              "COUNTER(tx);\n} s;",
              "test.c");
  const FactRecord *record = recordOf(facts, "s");
  ASSERT_NE(record, nullptr);
  ASSERT_EQ(record->members.size(), 2U);
  EXPECT_EQ(record->members[1].name, "tx_count");
  EXPECT_EQ(record->members[1].place.line, 4U);
}

TEST(Records, AlignmentsThatHoldAndThatDoNot) {
  const Facts facts = factsOf(R"(
    #define __cacheline_aligned
    #define CACHE_LINE_SIZE 64
    struct lost { long n; } __cacheline_aligned;
    struct alignas(CACHE_LINE_SIZE) kept { long n; };
    struct plain { long n; };
    struct members { long a; alignas(64) long b; char pad_[56]; };)");
  EXPECT_EQ(recordOf(facts, "lost")->lost_alignment, "__cacheline_aligned");
  EXPECT_EQ(recordOf(facts, "kept")->declared_align, 64U);
  EXPECT_EQ(recordOf(facts, "kept")->lost_alignment, "");
  EXPECT_EQ(recordOf(facts, "plain")->lost_alignment, "");
  EXPECT_EQ(recordOf(facts, "members")->members[1].declared_align, 64U);
  EXPECT_TRUE(recordOf(facts, "members")->members[2].padding);
  EXPECT_THAT(facts.cacheline_constants, testing::ElementsAre("CACHE_LINE_SIZE"));
}

TEST(Records, ConstantsThatAreLeftOutAreNotThere) {
  const Facts facts = factsOf("#if 0\nconstexpr int kCacheLine = 64;\n"
                              "struct alignas(kCacheLine) first { long n; };\n#endif\n"
                              "struct second { long n; };\n");
  EXPECT_EQ(recordOf(facts, "second")->constant.name, "");
}

TEST(Records, VariablesThatCanBeAligned) {
  const Facts facts = factsOf(R"(
#define CACHE_LINE_SIZE 64
alignas(CACHE_LINE_SIZE) static long first;
static long one;
long two, three;
#define COUNTER(x) long x
COUNTER(four);
extern long five;
extern "C" { long six; }
struct pair { static long seven; long a; } eight;
long pair::seven;
void f() { static long nine; long ten; (void)ten; nine++; }
)");
  const auto begin = [&](const std::string &name) {
    const FactPlace at = variableOf(facts, name)->declaration;
    return std::pair(at.line, at.column);
  };
  const std::pair<std::uint32_t, std::uint32_t> nowhere(0, 0);
  EXPECT_EQ(begin("one"), std::pair(4U, 1U));
  EXPECT_EQ(variableOf(facts, "one")->constant, (FactConstant{"CACHE_LINE_SIZE", 64}));
  for (const std::string name : {"four", "six"})
    EXPECT_EQ(begin(name), nowhere) << name;
  EXPECT_EQ(begin("two"), std::pair(5U, 1U));
  EXPECT_EQ(begin("three"), std::pair(5U, 11U)) << "the name, for the declaration is shared";
  EXPECT_EQ(begin("eight"), std::pair(10U, 1U));
  EXPECT_EQ(begin("pair::seven"), std::pair(11U, 1U));
  EXPECT_EQ(begin("nine"), std::pair(12U, 12U));
}

TEST(Records, KindsOfTypes) {
  const Facts facts = factsOf(R"(
    namespace std { template <class T> struct atomic { T v; }; struct mutex { long v[5]; };
                    template <class T> struct vector { T *v; }; }
    typedef struct { volatile int cnt; } rte_atomic32_t;
    struct s { std::atomic<int> a; std::mutex m; std::vector<int> v; rte_atomic32_t r; int *p; int n[4]; } x;)");
  const FactRecord *record = recordOf(facts, "s");
  ASSERT_NE(record, nullptr);
  std::vector<TypeClass> kinds;
  for (const FactMember &member : record->members)
    kinds.push_back(facts.type(member.type).kind);
  EXPECT_THAT(kinds, testing::ElementsAre(TypeClass::Atomic, TypeClass::Lock, TypeClass::Container,
                                          TypeClass::Atomic, TypeClass::Pointer, TypeClass::Array));
}

TEST(Variables, KeepTheOrderOfTheirDefinitions) {
  const Facts facts =
      factsOf("static int a; int b = 3; extern int c; int d; _Thread_local int t;", "test.c");
  EXPECT_LT(variableOf(facts, "a")->order, variableOf(facts, "b")->order);
  EXPECT_LT(variableOf(facts, "b")->order, variableOf(facts, "d")->order);
  EXPECT_TRUE(variableOf(facts, "b")->initialised);
  EXPECT_FALSE(variableOf(facts, "d")->initialised);
  EXPECT_EQ(variableOf(facts, "t")->storage, Storage::ThreadLocal);
  EXPECT_EQ(variableOf(facts, "c"), nullptr);
}

TEST(Facts, AreStillGatheredFromBrokenSource) {
  const Facts facts = factsOf(
      "int g; struct missing m; void f(void) { g++; undeclared(4); } void h(void) { g = 2; }",
      "test.c");
  EXPECT_THAT(accessesOf(facts, "h"), testing::ElementsAre("write g"));
  EXPECT_GT(facts.units.at(0).errors, 0U);
}

TEST(Records, AlignmentsOfVariablesBehindTheirRecordAreNotLost) {
  const Facts facts = factsOf(R"(
    struct of_variable { long n; } counter __attribute__((aligned(64)));
    struct packed_first { long n; } __attribute__((unused)) __cacheline_aligned;)");
  EXPECT_EQ(recordOf(facts, "of_variable")->lost_alignment, "");
  EXPECT_EQ(recordOf(facts, "packed_first")->lost_alignment, "__cacheline_aligned");
}

TEST(Records, NamesOfBasesTemplatesAndCommentsLoseNoAlignment) {
  const Facts facts = factsOf(R"(
    template <class T> struct cache_aligned_allocator {};
    struct Base {};
    template <class T, class A = cache_aligned_allocator<T>> struct Vector { T *data; };
    template struct Vector<int>;
    template <class T> struct cache_aligned : Base { T value; };
    // had cache_aligned once
    struct Plain { int n; };
    struct Derived : cache_aligned<int> { int m; };)");
  for (const char *name : {"Plain", "Derived"})
    EXPECT_EQ(recordOf(facts, name)->lost_alignment, "") << name;
  for (const FactRecord &record : facts.records)
    EXPECT_EQ(record.lost_alignment.find("allocator"), std::string::npos) << record.name;
}

TEST(Records, ArraysKeepTheWordsOfTheirBounds) {
  const Facts facts = factsOf(R"(
    #define MAX_THREADS 16
    enum { N_QUEUES = 4 };
    namespace std { template <class T, unsigned long N> struct array { T all[N]; }; }
    typedef long Row[MAX_THREADS];
    struct S { long a[MAX_THREADS]; long b[16]; long c[N_QUEUES][2 * MAX_THREADS]; Row d;
               std::array<long, MAX_THREADS> e; };
    long g[MAX_THREADS];
    long twice[2 * MAX_THREADS];
    long number[2 * 0x10u];)");
  const FactRecord *record = recordOf(facts, "S");
  ASSERT_TRUE(record);
  const auto extent = [&](std::size_t member) {
    return facts.type(record->members.at(member).type).extent;
  };
  EXPECT_EQ(extent(0), "MAX_THREADS");
  EXPECT_EQ(extent(1), "");
  EXPECT_EQ(extent(2), "N_QUEUES");
  EXPECT_EQ(facts.type(*facts.type(record->members.at(2).type).element).extent, "2 * MAX_THREADS");
  EXPECT_EQ(extent(3), "MAX_THREADS");
  EXPECT_EQ(extent(4), "MAX_THREADS");
  EXPECT_EQ(facts.type(variableOf(facts, "g")->type).extent, "MAX_THREADS");
  EXPECT_EQ(facts.type(variableOf(facts, "twice")->type).extent, "2 * MAX_THREADS");
  EXPECT_EQ(facts.type(variableOf(facts, "number")->type).extent, "");
}

} // namespace recordsTest
} // namespace fsfind::test
