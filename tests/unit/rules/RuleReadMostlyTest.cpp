#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleReadMostlyTest {

using test::FactsBuilder;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

/// A function adds to a counter and reads the limit beside it, and no thread is in sight.
struct Charge {
  explicit Charge(const char *counter = "used") : name(counter) {
    budget = f.record("Budget", {{"limit", f.plain(8)}, {name, f.atomic(8)}});
    charge = f.method("Budget::charge", budget);
    f.update(charge, f.self(budget).member(name), kAtomicInLoop);
    f.read(charge, f.self(budget).member("limit"), kInLoop);
  }
  [[nodiscard]] std::vector<Finding> check() const {
    return checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
  }

  FactsBuilder f;
  std::string name;
  TypeIndex budget;
  FunctionIndex charge;
};

TEST(RuleReadMostly, CounterBesideALimit) {
  const auto findings = Charge().check();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
  EXPECT_THAT(findings[0].members, SizeIs(2));
}

TEST(RuleReadMostly, WhatIsWrittenInLoopsTooIsNotReadMostly) {
  Charge c;
  c.f.write(c.charge, c.f.self(c.budget).member("limit"), kInLoop);
  EXPECT_THAT(c.check(), IsEmpty());
}

TEST(RuleReadMostly, WhatIsSetOnceInAWhileIsReadMostly) {
  Charge c;
  const auto set = c.f.method("Budget::limit", c.budget);
  c.f.write(set, c.f.self(c.budget).member("limit"));
  EXPECT_THAT(c.check(), SizeIs(1));
}

TEST(RuleReadMostly, ReferenceCountsAreOfManyObjects) {
  EXPECT_THAT(Charge("refcount").check(), IsEmpty());
}

TEST(RuleReadMostly, ElementsAreMany) {
  Charge c;
  c.f.global("budgets", c.f.array(c.budget, 100));
  EXPECT_THAT(c.check(), IsEmpty());
}

TEST(RuleReadMostly, LinkedObjectsAreManyUnlessOneIsAVariable) {
  for (const bool variable : {false, true}) {
    FactsBuilder f;
    const auto node =
        f.record("Node", {{"key", f.plain(8)}, {"hits", f.atomic(8)}, {"next", f.plain(8)}});
    if (variable)
      f.global("root", node);
    const auto hit = f.method("Node::hit", node);
    f.update(hit, f.self(node).member("hits"), kAtomicInLoop);
    f.read(hit, f.self(node).member("key"), kInLoop);
    EXPECT_THAT(
        checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}}),
        SizeIs(variable ? 1 : 0));
  }
}

TEST(RuleReadMostly, OneOfManyIsSharedIfSeveralOfItsWordsAreChangedAtomically) {
  for (const char *const other : {"misses", "refcount"}) {
    FactsBuilder f;
    const auto pool = f.record(
        "Pool",
        {{"size", f.plain(8)}, {"hits", f.atomic(8)}, {other, f.atomic(8)}, {"next", f.plain(8)}});
    const auto get = f.method("Pool::get", pool);
    f.update(get, f.self(pool).member("hits"), kAtomicInLoop);
    f.read(get, f.self(pool).member("size"), kInLoop);
    f.update(get, f.self(pool).member(other), kAtomicInLoop);
    EXPECT_THAT(
        checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}}),
        SizeIs(other == std::string("misses") ? 1 : 0))
        << other;
  }
}

TEST(RuleReadMostly, ReadersElsewhereSayNothing) {
  FactsBuilder f;
  const auto budget = f.record("Budget", {{"limit", f.plain(8)}, {"used", f.atomic(8)}});
  f.update(f.method("Budget::charge", budget), f.self(budget).member("used"), kAtomicInLoop);
  f.read(f.method("Budget::print", budget), f.self(budget).member("limit"), kInLoop);
  EXPECT_THAT(checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}}),
              IsEmpty());
}

TEST(RuleReadMostly, LocksNeedAnObjectOfAKind) {
  for (const bool variable : {false, true}) {
    FactsBuilder f;
    const auto heap = f.record("Heap", {{"settings", f.plain(8)}, {"lock", f.lock(4)}});
    if (variable)
      f.global("heap", heap);
    const auto get = f.method("Heap::get", heap);
    f.update(get, f.self(heap).member("lock"), kAtomicInLoop).acquire_lock = true;
    f.read(get, f.self(heap).member("settings"), kInLoop);
    EXPECT_THAT(
        checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}}),
        SizeIs(variable ? 1 : 0));
  }
}

} // namespace ruleReadMostlyTest
} // namespace fsfind
