// What operations do to what they change, and whether they do it to one object.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace accumulationsTest {

using testing::ElementsAre;

struct Case {
  const char *what;
  const char *source;
  Accumulation how;
};

std::vector<Accumulation> changesOf(const Facts &facts, const std::string &function) {
  std::vector<Accumulation> all;
  for (const FactAccess &access : functionOf(facts, function)->accesses)
    if (access.op == Op::ReadModifyWrite)
      all.push_back(access.accumulates);
  return all;
}

constexpr Case kInC[] = {
    {"++", "n++;", Accumulation::Sum},
    {"+=", "n += 2;", Accumulation::Sum},
    {"-=", "n -= 2;", Accumulation::Sum},
    {"|=", "n |= 2;", Accumulation::Or},
    {"&=", "n &= 2;", Accumulation::And},
    {"^=", "n ^= 2;", Accumulation::Xor},
    {"*=", "n *= 2;", Accumulation::None},
    {"a result cast away", "(void)++n;", Accumulation::Sum},
    {"one arm of a choice", "k ? (void)n++ : (void)0;", Accumulation::Sum},
    {"left of a comma", "k = (n++, 1);", Accumulation::Sum},
    {"a loop's step", "for (;; n++) ;", Accumulation::Sum},
    {"a case's statement", "switch (k) { case 1: n++; }", Accumulation::Sum},
    {"a block with an unused value", "({ n++; });", Accumulation::Sum},
    {"an atomic operation", "__atomic_fetch_add(&n, 1, __ATOMIC_RELAXED);", Accumulation::Sum},
    {"the other order of words", "__sync_add_and_fetch(&n, 1);", Accumulation::Sum},
    {"an or", "__sync_fetch_and_or(&n, 1);", Accumulation::Or},
    {"an and", "__sync_fetch_and_and(&n, 1);", Accumulation::And},
    {"C's own atomics", "c++;", Accumulation::Sum},
    {"a ticket", "k = n++;", Accumulation::None},
    {"a test of the result", "if (--n == 0) k = 1;", Accumulation::None},
    {"a returned result", "return __sync_fetch_and_add(&n, 1);", Accumulation::None},
    {"a block with a used value", "k = ({ n++; });", Accumulation::None},
    {"an exchange", "__atomic_exchange_n(&n, 1, __ATOMIC_RELAXED);", Accumulation::None},
    {"a swap on condition", "__sync_bool_compare_and_swap(&n, 1, 2);", Accumulation::None},
    {"a release of other data", "__atomic_fetch_add(&n, 1, __ATOMIC_RELEASE);", Accumulation::None},
    {"nand", "__sync_fetch_and_nand(&n, 1);", Accumulation::None},
    {"a step through an array", "p++;", Accumulation::None},
};

TEST(Accumulations, AreOperationsWhoseResultsNobodyUses) {
  for (const Case &one : kInC) {
    const Facts facts = factsOf(std::string("long n; long *p; _Atomic long c; long f(int k) {") +
                                    one.source + " return 0; }",
                                "test.c");
    EXPECT_THAT(changesOf(facts, "f"), ElementsAre(one.how)) << one.what;
  }
}

constexpr const char *kAtomic = R"(
namespace std {
enum class memory_order : int { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_release = memory_order::release;
template <class T> struct atomic {
  T value;
  T fetch_add(T, memory_order = memory_order::seq_cst);
  T fetch_or(T, memory_order = memory_order::seq_cst);
  T exchange(T, memory_order = memory_order::seq_cst);
  bool compare_exchange_weak(T &, T, memory_order = memory_order::seq_cst);
  T operator++();
  T operator++(int);
  T operator|=(T);
};
}
std::atomic<long> n;
)";

constexpr Case kInCplusplus[] = {
    {"fetch_add", "n.fetch_add(1);", Accumulation::Sum},
    {"relaxed", "n.fetch_add(1, std::memory_order_relaxed);", Accumulation::Sum},
    {"fetch_or", "n.fetch_or(1);", Accumulation::Or},
    {"++", "n++;", Accumulation::Sum},
    {"|=", "n |= 4;", Accumulation::Or},
    {"a ticket", "long mine = n++; (void)mine;", Accumulation::None},
    {"a test", "if (n.fetch_add(1) == 3) return;", Accumulation::None},
    {"release", "n.fetch_add(1, std::memory_order_release);", Accumulation::None},
    {"exchange", "n.exchange(1);", Accumulation::None},
    {"compare and swap", "long e = 0; n.compare_exchange_weak(e, 1);", Accumulation::None},
};

TEST(Accumulations, OfAtomicsHaveAnOrderThatTellsOthersNothing) {
  for (const Case &one : kInCplusplus) {
    const Facts facts = factsOf(std::string(kAtomic) + "void f() {" + one.source + "}");
    EXPECT_THAT(changesOf(facts, "f"), ElementsAre(one.how)) << one.what;
  }
}

struct Object {
  const char *what;
  const char *source;
  bool same;
};

constexpr Object kObjects[] = {
    {"a variable", "for (int i = 0; i < k; i++) n++;", true},
    {"a member", "for (int i = 0; i < k; i++) s->count++;", true},
    {"the element of a number that stays", "for (int i = 0; i < k; i++) bins[k]++;", true},
    {"the inner of two loops", "for (int t = 0; t < k; t++) for (int i = 0; i < k; i++) bins[t]++;",
     true},
    {"an alias made in the loop", "while (k) { long *own = &bins[2]; *own += 1; }", true},
    {"the element that a loop counts", "for (int i = 0; i < k; i++) bins[i]++;", false},
    {"an element beside it", "for (int i = 0; i < k; i++) bins[k + i]++;", false},
    {"a histogram", "for (int i = 0; i < k; i++) bins[data[i]]++;", false},
    {"a number that others change", "while (k) bins[current]++;", false},
    {"a list", "for (; s; s = s->next) s->count++;", false},
    {"a pointer that moves", "while (k) (*p++)++;", false},
    {"a pointer filled in the loop", "while (k) { find(&s); s->count++; }", false},
    {"an alias of what changes", "while (k--) { struct slot *own = &slots[k]; own->count++; }",
     false},
    {"what a function chooses", "while (k) choose()->count++;", false},
};

TEST(Accumulations, GoToOneObjectInEachRoundOrNot) {
  for (const Object &one : kObjects) {
    const Facts facts = factsOf(std::string(R"(
      struct slot { long count; struct slot *next; } slots[9];
      struct slot *choose(void);
      void find(struct slot **);
      long n, bins[9]; int data[9], current;
      void f(int k, struct slot *s, long *p) {)") +
                                    one.source + " }",
                                "test.c");
    bool found = false;
    for (const FactAccess &access : functionOf(facts, "f")->accesses)
      if (access.accumulates != Accumulation::None) {
        found = true;
        EXPECT_EQ(access.same_object, one.same) << one.what;
      }
    EXPECT_TRUE(found || !one.same) << one.what;
  }
}

} // namespace accumulationsTest
} // namespace fsfind::test
