#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleThreadFieldsByHintsTest {

using test::FactsBuilder;
using test::kAtomic;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder, Confidence least = Confidence::Medium) {
  return checkFacts(
      builder.build(),
      {.min_confidence = least, .suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
}

TEST(RuleThreadFieldsByHints, ConstructorsDoNotCount) {
  FactsBuilder f;
  const auto queue = f.record("Queue", {{"head", f.atomic()}, {"tail", f.atomic()}});
  const auto made = f.method("Queue::Queue", queue, FunctionKind::Constructor);
  const auto push = f.method("Queue::push", queue);
  f.write(made, f.self(queue).member("tail"), kAtomic);
  f.write(push, f.self(queue).member("head"), kAtomic);
  EXPECT_THAT(check(f, Confidence::Low), IsEmpty());
}

TEST(RuleThreadFieldsByHints, AtomicEndsOfAQueueWithoutThreadsInSight) {
  FactsBuilder f;
  const auto queue = f.record("Queue", {{"head", f.atomic()}, {"tail", f.atomic()}});
  const auto push = f.method("Queue::push", queue), pop = f.method("Queue::pop", queue);
  f.write(push, f.self(queue).member("head"), kAtomic);
  f.write(pop, f.self(queue).member("tail"), kAtomic);
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
  EXPECT_THAT(findings[0].members[0].writers, ElementsAre("Queue::push"));
}

TEST(RuleThreadFieldsByHints, PlainEndsOfAQueueNeedASignOfThreads) {
  for (const bool fences : {false, true}) {
    FactsBuilder f;
    const auto queue = f.record("Buffer", {{"head", f.plain(4)}, {"tail", f.plain(4)}});
    const auto push = f.method("push", queue), pop = f.method("pop", queue);
    f.at(push).fences = fences;
    f.write(push, f.self(queue).member("head"));
    f.write(pop, f.self(queue).member("tail"));
    EXPECT_THAT(check(f), SizeIs(fences ? 1 : 0));
  }
}

TEST(RuleThreadFieldsByHints, NestedHeadersAreJudgedAtTheOuterRecord) {
  FactsBuilder f;
  const auto ends = f.record("Ends", {{"head", f.atomic(4)}, {"tail", f.atomic(4)}});
  const auto ring = f.record("ring", {{"prod", ends}, {"cons", ends}});
  const auto enqueue = f.function("enqueue"), dequeue = f.function("dequeue");
  const auto pointer = f.pointer(ring);
  f.update(enqueue, f.parameter(0, pointer).deref().member("prod").member("head"), kAtomic);
  f.update(dequeue, f.parameter(0, pointer).deref().member("cons").member("head"), kAtomic);
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].record->name, "ring");
  EXPECT_EQ(findings[0].members[0].path, "prod.head");
  EXPECT_EQ(findings[0].members[1].path, "cons.head");
}

TEST(RuleThreadFieldsByHints, HelpersThatTakeAnEndAreSeenThrough) {
  FactsBuilder f;
  const auto ends = f.record("Ends", {{"head", f.plain(4)}, {"tail", f.plain(4)}});
  const auto ring = f.record("ring", {{"prod", ends}, {"cons", ends}});
  const auto update = f.function("update_tail");
  const auto enqueue = f.function("enqueue"), dequeue = f.function("dequeue");
  f.write(update, f.parameter(0, f.pointer(ends)).deref().member("tail"), kAtomic);
  for (const auto &[caller, end] : {std::pair(enqueue, "prod"), std::pair(dequeue, "cons")})
    f.call(caller, update).arguments = {
        {f.parameter(0, f.pointer(ring)).deref().member(end).address().designator(), {}}};
  // One function writes both, but for two callers: which of them is not known without threads.
  const auto main = f.function("main");
  const auto type = f.global("the_ring", ring);
  for (const auto end : {enqueue, dequeue}) {
    auto &start = f.start(main, end);
    start.arguments = {{f.variable(type).address().designator(), {}}};
    f.at(end).calls.back().loop_depth = 1;
  }
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].record->name, "ring");
}

TEST(RuleThreadFieldsByHints, AnEndThatTheOtherEndsFunctionMovesIsOneThreads) {
  for (const bool calls : {false, true}) {
    FactsBuilder f;
    const auto queue = f.record("TxQueue", {{"head", f.plain(4)}, {"tail", f.plain(4)}});
    const auto send = f.method("send", queue), reclaim = f.method("reclaim", queue);
    f.at(send).fences = true;
    f.write(send, f.self(queue).member("head"));
    f.write(reclaim, f.self(queue).member("tail"));
    if (calls)
      f.call(send, reclaim);
    EXPECT_THAT(check(f), SizeIs(calls ? 0 : 1));
  }
}

/// The ends of a queue that a device's functions move, as they call `send` and `reclaim`.
struct DeviceQueue {
  DeviceQueue() {
    const auto queue = f.record("TxQueue", {{"head", f.plain(4)}, {"tail", f.plain(4)}});
    send = f.method("send", queue);
    reclaim = f.method("reclaim", queue);
    f.at(send).fences = true;
    f.write(send, f.self(queue).member("head"));
    f.write(reclaim, f.self(queue).member("tail"));
  }
  void addCaller(const std::string &name, std::initializer_list<FunctionIndex> callees) {
    const auto caller = f.function(name);
    for (const FunctionIndex callee : callees)
      f.call(caller, callee);
  }
  FactsBuilder f;
  FunctionIndex send, reclaim;
};

TEST(RuleThreadFieldsByHints, WhatAllCallersCallBothOfIsOneThreads) {
  DeviceQueue queue;
  queue.addCaller("transmit", {queue.send, queue.reclaim});
  queue.addCaller("control", {queue.send, queue.reclaim});
  EXPECT_THAT(check(queue.f), IsEmpty());
  queue.addCaller("poll", {queue.reclaim});
  EXPECT_THAT(check(queue.f), SizeIs(1));
}

TEST(RuleThreadFieldsByHints, CallersOfWhatAHeaderHasAreNotAllSeen) {
  DeviceQueue queue;
  queue.addCaller("transmit", {queue.send, queue.reclaim});
  queue.f.putInHeader(queue.send);
  queue.f.putInHeader(queue.reclaim);
  EXPECT_THAT(check(queue.f), SizeIs(1));
}

TEST(RuleThreadFieldsByHints, MethodsOfElementsChooseTheMembersThemselves) {
  FactsBuilder f;
  const auto slot = f.record("Slot", {{"head", f.atomic()}, {"tail", f.atomic()}});
  const auto arena = f.record("Arena", {{"slots", f.array(slot, 8)}});
  const auto pop = f.method("Slot::take", slot), steal = f.method("Slot::steal", slot);
  f.write(pop, f.self(slot).member("tail"), kAtomic);
  f.write(steal, f.self(slot).member("head"), kAtomic);
  const auto work = f.method("Arena::work", arena);
  for (const auto method : {pop, steal})
    f.call(work, method, 1).object =
        f.self(arena).member("slots").index(Provenance::Unknown).address().designator();
  EXPECT_THAT(check(f), SizeIs(1));
}

/// A deque's owner stores `bottom` and takes from `top` only what is last; thieves take from `top`.
struct Deque {
  explicit Deque(bool thieves) {
    deque = f.record("Work", {{"bottom", f.atomic(4)}, {"age", f.atomic(4)}});
    const auto push = f.method("push", deque), pop = f.method("pop", deque);
    for (const auto owner : {push, pop}) {
      f.read(owner, f.self(deque).member("age"), kAtomic);
      f.write(owner, f.self(deque).member("bottom"), kAtomic);
    }
    f.update(pop, f.self(deque).member("age"), kAtomic);
    if (!thieves)
      return;
    const auto steal = f.method("steal", deque);
    f.read(steal, f.self(deque).member("bottom"), kAtomic);
    f.update(steal, f.self(deque).member("age"), kAtomic);
  }
  FactsBuilder f;
  TypeIndex deque;
};

TEST(RuleThreadFieldsByHints, AnOwnersEndAndTheOneThatOthersTakeFrom) {
  EXPECT_THAT(check(Deque(true).f), SizeIs(1));
  EXPECT_THAT(check(Deque(false).f), IsEmpty()) << "all is done by the owner";
}

TEST(RuleThreadFieldsByHints, TwoCountersOfTheOneObjectCountOperationsOfTheirOwn) {
  for (const bool single : {false, true}) {
    FactsBuilder f;
    const auto state = f.record("State", {{"version", f.atomic()}, {"last_id", f.atomic()}});
    if (single)
      f.global("state", state);
    f.update(f.method("State::refresh", state), f.self(state).member("version"), kAtomic);
    f.update(f.method("State::take", state), f.self(state).member("last_id"), kAtomic);
    EXPECT_THAT(check(f), SizeIs(single ? 1 : 0));
  }
}

TEST(RuleThreadFieldsByHints, WhatCountsAtomicallyIsNoSetup) {
  for (const bool counts : {false, true}) {
    FactsBuilder f;
    const auto state = f.record("State", {{"opened", f.atomic()}, {"served", f.atomic()}});
    f.global("state", state);
    const auto created = f.self(state).member("opened");
    const auto create = f.method("State::create_session", state);
    if (counts)
      f.update(create, created, kAtomic);
    else
      f.write(create, created, kAtomic);
    f.update(f.method("State::serve", state), f.self(state).member("served"), kAtomic);
    EXPECT_THAT(check(f), SizeIs(counts ? 1 : 0));
  }
}

} // namespace ruleThreadFieldsByHintsTest
} // namespace fsfind
