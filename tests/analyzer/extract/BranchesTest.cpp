#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

/// How often branches let accesses run, and for whom.
namespace fsfind::test {
namespace branchesTest {

using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

TEST(Branches, WhatIsMarkedUnlikelyIsSeldom) {
  const Facts facts = factsOf(R"(
    #define unlikely(x) __builtin_expect(!!(x), 0)
    #define likely(x) __builtin_expect(!!(x), 1)
    int a, b, c, d, e, g;
    void f(int x, int y) {
      if (unlikely(x)) a++; else b++;
      if (likely(x)) c++; else d++;
      if (y && unlikely(x)) e++;
      if (likely(y)) return;
      g++;
    })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "f"),
              IsSupersetOf({"rmw a seldom", "rmw b", "rmw c", "rmw d seldom", "rmw e seldom",
                            "rmw g seldom"}));
}

TEST(Branches, HandlersThrowsAndEndsAreSeldom) {
  const Facts facts = factsOf(R"(
    [[noreturn]] void die(); void work();
    int a, b, c, d, e, failures;
    void f(int x) {
      try { work(); a++; } catch (...) { b++; }
      if (x == 1) { c++; throw 1; }
      if (x == 2) { d++; die(); }
      if (x == 3) [[unlikely]] e++;
      if (x == 4) failures++;
    })");
  EXPECT_THAT(accessesOf(facts, "f"),
              IsSupersetOf({"rmw a", "rmw b seldom", "rmw c seldom", "rmw d seldom", "rmw e seldom",
                            "rmw failures seldom"}));
}

TEST(Branches, GotoAnErrorsEndIsSeldom) {
  const Facts facts = factsOf(R"(
    int a, b, c;
    int f(int x, int error) {
      if (x == 1) { a++; goto out_err; }
      if (x == 2) { b++; goto again; }
    again:
      if (error) c++;
      return 0;
    out_err:
      return -1;
    })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "f"), IsSupersetOf({"rmw a seldom", "rmw b", "rmw c seldom"}));
}

TEST(Branches, MaximaAndFlagsThatAreSetOnceAreLatched) {
  const Facts facts = factsOf(R"(
    int most, done, least; void *made; void *make(void);
    _Atomic int peak;
    void f(int v) {
      if (v > most) most = v;
      if (!done) done = 1;
      if (made == 0) made = make();
      if (v >= least) return;
      least = v;
    }
    void g(int v) {
      int old = __c11_atomic_load(&peak, 0);
      while (v > old && !__c11_atomic_compare_exchange_weak(&peak, &old, v, 0, 0)) {}
    })",
                              "test.c");
  EXPECT_THAT(
      accessesOf(facts, "f"),
      IsSupersetOf({"write most until it has the value", "write done until it has the value",
                    "write made until it has the value", "write least until it has the value"}));
  EXPECT_THAT(accessesOf(facts, "g"), Contains("rmw atomic peak until it has the value"));
}

TEST(Branches, AMaximumBehindAnOperatorIsLatched) {
  const Facts facts = factsOf(R"(
    struct numbers { int *at; int &operator[](int i) { return at[i]; } };
    void f(numbers &most, int i, int v) {
      if (v > most[i]) most[i] = v;
    })");
  EXPECT_THAT(accessesOf(facts, "f"), Contains(HasSubstr("until it has the value")));
}

TEST(Branches, WhatThrowsByItsNameIsSeldom) {
  const Facts facts = factsOf(R"(
    int a, b;
    void throw_exception(int);
    void tell(int);
    void f(int v) {
      if (v) { a++; throw_exception(v); }
      if (v) { b++; tell(v); }
    })");
  EXPECT_THAT(accessesOf(facts, "f"), IsSupersetOf({"rmw a seldom", "rmw b"}));
}

TEST(Branches, QueuesIndicesAreNotLatched) {
  const Facts facts = factsOf(R"(
    struct ring { unsigned head, tail, mask; int slots[16]; };
    int pop(struct ring *r, int *out) {
      if (r->head != r->tail) {
        *out = r->slots[r->tail];
        r->tail = (r->tail + 1) & r->mask;
        return 1;
      }
      return 0;
    }
    int push(struct ring *r, int v) {
      unsigned next = (r->head + 1) & r->mask;
      if (next == r->tail) return 0;
      r->slots[r->head] = v;
      r->head = next;
      return 1;
    })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "pop"), Contains("write Param0->.tail"));
  EXPECT_THAT(accessesOf(facts, "push"), Contains("write Param0->.head"));
}

TEST(Branches, ACompareAndSwapThatGoesOnFromTheOldValueIsNotLatched) {
  for (const std::string loop :
       {"while (old < limit && !CAS(old + 1)) {}", "while (old && !CAS(old - 1)) {}",
        "long next = old + 1; while (next > old && !CAS(next)) {}"}) {
    const Facts facts = factsOf("_Atomic(long) head;\n"
                                "#define CAS(v) __c11_atomic_compare_exchange_weak(&head, &old, v, "
                                "0, 0)\n"
                                "void f(long limit) { long old = __c11_atomic_load(&head, 0); " +
                                    loop + " }",
                                "test.c");
    EXPECT_THAT(accessesOf(facts, "f"), Contains("rmw atomic head")) << loop;
  }
}

TEST(Branches, ATestOfTheThreadsNumberLeavesOne) {
  const Facts facts = factsOf(R"(
    int omp_get_thread_num(void); extern int sums[8]; int a, b, c;
    void f(int n) {
      #pragma omp parallel
      {
        int tid = omp_get_thread_num();
        if (tid == 0) a++;
        if (n == 0) b++;
        #pragma omp master
        c++;
        sums[tid]++;
      }
    })",
                              "test.c", {"-fopenmp"});
  const auto region = accessesOf(facts, "f's parallel region");
  EXPECT_THAT(region, IsSupersetOf({"rmw a by one thread", "rmw b", "rmw c by one thread"}));
  EXPECT_THAT(region, Not(Contains("rmw sums[ThreadId] by one thread")));
}

} // namespace branchesTest
} // namespace fsfind::test
