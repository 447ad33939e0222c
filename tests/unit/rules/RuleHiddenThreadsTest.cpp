#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleHiddenThreadsTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder,
                           const char *rule = "fsfind-adjacent-thread-fields") {
  return checkFacts(builder.build(), {.suspects = true, .rules = {rule}});
}

/// An operation of a library: it counts, and reads the pointer beside the counter.
struct Pool {
  explicit Pool(const char *counter = "allocated") : name(counter) {
    pool = f.record("Pool", {{"backend", f.plain(8)}, {name, f.atomic()}});
    allocate = f.method("Pool::allocate", pool);
    f.read(allocate, f.self(pool).member("backend"));
    f.update(allocate, f.self(pool).member(name), kAtomic);
  }

  FactsBuilder f;
  std::string name;
  TypeIndex pool;
  FunctionIndex allocate;
};

TEST(RuleHiddenThreads, UsersAskForAnOperationAgainAndAgain) {
  const auto findings = check(Pool().f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
}

TEST(RuleHiddenThreads, OperationsThatCallEachOtherAreEnteredFromOutside) {
  Pool p;
  const auto forward = p.f.method("Proxy::allocate", p.pool);
  p.f.call(forward, p.allocate);
  p.f.call(p.allocate, forward);
  EXPECT_THAT(check(p.f), SizeIs(1));
}

TEST(RuleHiddenThreads, ReferencesErrorsAndSetupAreNotCountedOften) {
  EXPECT_THAT(check(Pool("ref.count").f), IsEmpty());
  EXPECT_THAT(check(Pool("errors").f), IsEmpty());
  Pool p;
  p.f.at(p.allocate).name = "Pool::create";
  EXPECT_THAT(check(p.f), IsEmpty());
}

TEST(RuleHiddenThreads, AReferenceThatOneOperationTakesAndGivesBackExpectsOthers) {
  Pool p("refcount");
  EXPECT_THAT(check(p.f), IsEmpty()) << "taken now, given back by whoever ends it";
  p.f.update(p.allocate, p.f.self(p.pool).member("refcount"), kAtomic);
  EXPECT_THAT(check(p.f), SizeIs(1));
}

TEST(RuleHiddenThreads, WhatTheCountingFunctionWritesIsNotReadMostly) {
  Pool p;
  p.f.write(p.allocate, p.f.self(p.pool).member("backend"));
  EXPECT_THAT(check(p.f), IsEmpty());
}

TEST(RuleHiddenThreads, TheParentsCounterLiesInAnotherObject) {
  for (const bool parents : {false, true}) {
    FactsBuilder f;
    const auto task =
        f.record("Task", {{"parent", f.plain(8)}, {"entry", f.plain(8)}, {"children", f.atomic()}});
    f.member(task, "parent").type = f.pointer(task);
    const auto run = f.method("Task::run", task);
    f.read(run, f.self(task).member("entry"), kInLoop);
    auto counted = f.self(task);
    if (parents)
      counted.member("parent").deref();
    f.update(run, counted.member("children"), kAtomicInLoop);
    EXPECT_THAT(check(f), SizeIs(parents ? 0 : 1));
  }
}

TEST(RuleHiddenThreads, MembersOfAUnionThatPads) {
  FactsBuilder f;
  const auto team = f.record("Team", {{"active", f.plain(8)}, {"unfinished", f.atomic()}});
  const auto padded = f.record("PaddedTeam", {{"team", team}});
  f.at(*f.at(padded).record).is_union = true;
  const auto work = f.method("PaddedTeam::work", padded);
  f.read(work, f.self(padded).member("team").member("active"), kInLoop);
  f.update(work, f.self(padded).member("team").member("unfinished"), kAtomicInLoop);
  EXPECT_THAT(check(f), SizeIs(1));
}

/// Two operations of a service; one takes its mutex in a loop, the other reads a flag.
struct Service {
  Service() {
    service = f.record("Service", {{"enabled", f.atomic()}, {"mutex", f.lock(40)}});
    put = f.method("Service::put", service);
    get = f.method("Service::get", service);
    f.update(put, f.self(service).member("mutex"), kInLoop).acquire_lock = true;
    f.read(get, f.self(service).member("enabled"), kAtomic);
  }

  FactsBuilder f;
  TypeIndex service;
  FunctionIndex put, get;
};

TEST(RuleHiddenThreads, AMutexBesideWhatIsReadWithoutIt) {
  EXPECT_THAT(check(Service().f), SizeIs(1));
}

TEST(RuleHiddenThreads, WhoTakesTheMutexHasItsLine) {
  Service s;
  s.f.update(s.get, s.f.self(s.service).member("mutex")).acquire_lock = true;
  EXPECT_THAT(check(s.f), IsEmpty());
}

TEST(RuleHiddenThreads, CountersOfDifferentOperationsOfOneVariable) {
  for (const bool variable : {false, true}) {
    FactsBuilder f;
    const auto stats = f.record(
        "Stats", {{"wakeups", f.atomic()}, {"switches", f.atomic()}, {"moves", f.atomic()}});
    if (variable)
      f.global("stats", stats);
    for (const char *name : {"wakeups", "switches", "moves"})
      f.update(f.method(std::string("count_") + name, stats), f.self(stats).member(name), kAtomic);
    EXPECT_THAT(check(f), SizeIs(variable ? 1 : 0));
  }
}

/// Many put something in by exchanging the one end, one takes out by storing the other.
struct Mailbox {
  explicit Mailbox(bool atomic) {
    mailbox = f.record("Mailbox", {{"head", f.plain(8)}, {"tail", f.plain(8)}});
    push = f.method("Mailbox::push", mailbox);
    pop = f.method("Mailbox::pop", mailbox);
    f.update(push, f.self(mailbox).member("head"), {.atomic = atomic});
    f.write(pop, f.self(mailbox).member("tail"));
    f.call(pop, push);
  }

  FactsBuilder f;
  TypeIndex mailbox;
  FunctionIndex push, pop;
};

TEST(RuleHiddenThreads, TheConsumerMayPutSomethingInToo) {
  EXPECT_THAT(check(Mailbox(true).f), SizeIs(1));
  Mailbox m(true);
  m.f.update(m.pop, m.f.self(m.mailbox).member("head"), kAtomic);
  EXPECT_THAT(check(m.f), SizeIs(1));
}

TEST(RuleHiddenThreads, PlainEndsOfWhichOneCallsTheOther) {
  EXPECT_THAT(check(Mailbox(false).f), IsEmpty());
}

TEST(RuleHiddenThreads, ALockOfOneOfManyQueuesKeepsNobodyAway) {
  for (const bool many : {false, true}) {
    FactsBuilder f;
    const auto group = f.record("Group", {{"shares", f.plain(8)}, {"load", f.atomic()}});
    const auto queues = f.global("queues", f.array(f.lock(4), 64));
    const auto enqueue = f.method("Group::enqueue", group);
    auto lock = f.variable(queues);
    f.at(enqueue).locks = {
        (many ? lock.index(Provenance::Parameter, 0, "cpu") : lock.at(0)).designator()};
    f.update(enqueue, f.self(group).member("load"), {.atomic = true, .held = {0}});
    f.read(enqueue, f.self(group).member("shares"), {.held = {0}});
    EXPECT_THAT(check(f), SizeIs(many ? 1 : 0));
  }
}

TEST(RuleHiddenThreads, AVariableThatCountsBesideAPointer) {
  for (const bool looped : {false, true}) {
    FactsBuilder f;
    const auto served = f.global("served", f.atomic());
    const auto handler = f.global("handler", f.plain(8));
    const auto handle = f.function("handle");
    f.update(handle, f.variable(served), looped ? kAtomicInLoop : kAtomic);
    f.read(handle, f.variable(handler));
    EXPECT_THAT(check(f, "fsfind-adjacent-globals"), SizeIs(1));
  }
}

} // namespace ruleHiddenThreadsTest
} // namespace fsfind
