#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleQueueSidesTest {

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
    return checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
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

TEST(RuleQueueSides, EachThreadChoosesItsOwnInAnotherWay) {
  for (const bool other : {false, true}) {
    FactsBuilder f;
    const auto queue = f.record("Queue", {{"head", f.atomic()},
                                          {"pad_head", f.array(f.plain(1), 120)},
                                          {"tail", f.atomic()},
                                          {"pad_tail", f.array(f.plain(1), 120)},
                                          {"sent", f.plain(8)},
                                          {"received", f.plain(8)}});
    const auto queues = f.global("queues", f.array(f.array(queue, 8), 8));
    const auto send = f.function("send"), receive = f.function("receive");
    const auto chosen = [&](Provenance first, Provenance second) {
      return f.variable(queues).index(first, 0, "a").index(second, 0, "b");
    };
    const auto to = [&] { return chosen(Provenance::Unknown, Provenance::ThreadId); };
    const auto from = [&] {
      return other ? chosen(Provenance::ThreadId, Provenance::Unknown) : to();
    };
    f.write(send, to().member("head"), kAtomic);
    f.update(send, to().member("sent"));
    f.write(receive, from().member("tail"), kAtomic);
    f.update(receive, from().member("received"));
    EXPECT_THAT(
        checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}}),
        SizeIs(other ? 1 : 0));
  }
}

} // namespace ruleQueueSidesTest
} // namespace fsfind
