// Declarations of several members or variables, and where each could stand alone.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace sharedDeclarationsTest {

FactMember secondOf(const std::string &members) {
  const Facts facts = factsOf("struct S {\n  " + members + "\n}; struct S s;", "test.c");
  const FactRecord *record = recordOf(facts, "S");
  if (!record || record->members.size() < 2) {
    ADD_FAILURE() << members;
    return {};
  }
  return record->members[1];
}

TEST(SharedDeclarations, OfPlainMembers) {
  const FactMember second = secondOf("volatile long a, b[4], c;");
  EXPECT_EQ(second.shared.begin.column, 3U);
  EXPECT_EQ(second.shared.comma.column, 18U);
  EXPECT_EQ(second.declaration.column, 20U);
  EXPECT_EQ(second.shared.specifiers, "volatile long ");
  EXPECT_EQ(second.shared.separator, ";\n  ");
  EXPECT_TRUE(second.lines.empty()) << "they cannot be moved one by one";
  EXPECT_EQ(secondOf("_Atomic(long) a,b;").shared.specifiers, "_Atomic(long) ");
  EXPECT_EQ(secondOf("int x; /* two */ long a, b;").shared.begin.known(), true);
}

TEST(SharedDeclarations, ThatAreNotSimple) {
  for (const char *members :
       {"long *a, b;", "long a, *b;", "struct { int x; } a, b;", "long a /* one */, /* two */ b;",
        "long (a), b;", "int a : 3, b : 4;"}) {
    const FactMember second = secondOf(members);
    EXPECT_FALSE(second.shared.begin.known()) << members;
    EXPECT_FALSE(second.declaration.known()) << members;
  }
  EXPECT_FALSE(secondOf("long a; long b;").shared.begin.known());
}

TEST(SharedDeclarations, OfVariables) {
  const Facts facts =
      factsOf("static long hits = 1, misses;\nlong all(void) { return hits + misses; }", "test.c");
  const FactVariable *first = variableOf(facts, "hits"), *second = variableOf(facts, "misses");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->declaration.column, 1U);
  EXPECT_FALSE(first->shared.comma.known());
  EXPECT_EQ(second->shared.begin, first->declaration);
  EXPECT_EQ(second->shared.comma.column, 21U);
  EXPECT_EQ(second->shared.specifiers, "static long ");
}

TEST(SharedDeclarations, LocalsOfWhichThreadsUseOne) {
  const Facts facts = factsOf(R"(
    void start(void (*)(void *), void *);
    int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
    void *run(void *sum) { ++*(long *)sum; return 0; }
    void f(void) {
      long sum = 0, own = 1;
      long alone = 0;
      unsigned long t;
      pthread_create(&t, 0, run, &sum);
      own += alone;
    })",
                              "test.c");
  const FactVariable *sum = variableOf(facts, "sum"), *own = variableOf(facts, "own");
  ASSERT_TRUE(sum && own);
  EXPECT_TRUE(sum->captured);
  EXPECT_TRUE(sum->declaration.known());
  EXPECT_NE(sum->order, 0U);
  EXPECT_EQ(own->shared.begin, sum->declaration);
  const FactVariable *alone = variableOf(facts, "alone");
  EXPECT_TRUE(!alone || !alone->declaration.known());
}

TEST(SharedDeclarations, NotInTheHeadOfALoop) {
  const Facts facts = factsOf(R"(
    int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
    void *run(void *sum) { ++*(long *)sum; return 0; }
    void f(void) {
      unsigned long t;
      for (long sum = 0, n = 0; n < 2; n++)
        pthread_create(&t, 0, run, &sum);
    })",
                              "test.c");
  const FactVariable *sum = variableOf(facts, "sum");
  ASSERT_TRUE(sum);
  EXPECT_FALSE(sum->declaration.known());
}

} // namespace sharedDeclarationsTest
} // namespace fsfind::test
