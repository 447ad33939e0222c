#include "rules/catalogue/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace {

using test::FactsBuilder;
using test::kAtomic;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

/// Ends on lines of their own, and the consumer's copy of the head beside a mask.
struct Queue {
  Queue() {
    queue = f.record("Queue", {{"head", f.atomic()},
                               {"pad_head", f.array(f.plain(1), 120)},
                               {"tail", f.atomic()},
                               {"pad_tail", f.array(f.plain(1), 120)},
                               {"head_seen", f.plain(8)},
                               {"mask", f.plain(8)}});
    push = f.method("Queue::push", queue);
    pop = f.method("Queue::pop", queue);
    f.write(push, f.self(queue).member("head"), kAtomic);
    f.write(pop, f.self(queue).member("tail"), kAtomic);
    f.write(pop, f.self(queue).member("head_seen"));
  }
  [[nodiscard]] std::vector<Finding> check() const {
    return checkFacts(f.build(), {.rules = {"fsfind-adjacent-thread-fields"}});
  }

  FactsBuilder f;
  TypeIndex queue;
  FunctionIndex push, pop;
};

TEST(RuleQueueSides, WhatTheOtherSideReadsBesideThisSidesCopy) {
  Queue q;
  q.f.read(q.push, q.f.self(q.queue).member("mask"), kInLoop);
  const auto findings = q.check();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
}

TEST(RuleQueueSides, OneSideMayReadBesideItsCopy) {
  Queue q;
  q.f.read(q.pop, q.f.self(q.queue).member("mask"), kInLoop);
  EXPECT_THAT(q.check(), IsEmpty());
}

TEST(RuleQueueSides, WhatOneSideGivesTheOtherTakesItsLineAnyway) {
  Queue q;
  q.f.write(q.pop, q.f.self(q.queue).member("mask"), kAtomic);
  q.f.read(q.push, q.f.self(q.queue).member("mask"), kInLoop);
  EXPECT_THAT(q.check(), IsEmpty());
}

TEST(RuleQueueSides, OneFunctionForBothEndsTellsNoSides) {
  Queue q;
  q.f.write(q.pop, q.f.self(q.queue).member("head"), kAtomic);
  q.f.read(q.push, q.f.self(q.queue).member("mask"), kInLoop);
  EXPECT_THAT(q.check(), IsEmpty());
}

} // namespace
} // namespace fsfind
