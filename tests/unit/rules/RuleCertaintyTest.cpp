#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

/// How certain rules are of what they find, and what takes the certainty away.
namespace fsfind {
namespace ruleCertaintyTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> slots(const FactsBuilder &builder) {
  return checkFacts(builder.build(), {.suspects = true, .rules = {"fsfind-per-thread-slots"}});
}

/// Two threads, each with a counter of its own beside the other's.
struct Pair {
  Pair() {
    const auto record = f.record("Shared", {{"in", f.plain(8)}, {"out", f.plain(8)}});
    shared = f.global("shared", record);
    first = f.function("first");
    second = f.function("second");
    const auto main = f.function("main");
    f.start(main, first);
    f.start(main, second);
  }
  test::Path path(const std::string &member) { return f.variable(shared).member(member); }
  [[nodiscard]] std::vector<Finding> check() const {
    return checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
  }

  FactsBuilder f;
  VariableIndex shared;
  FunctionIndex first, second;
};

TEST(RuleCertainty, MembersInLoopsOfTheThreadsThemselvesAreCertain) {
  const auto confidence = [](int calls) {
    Pair pair;
    FunctionIndex at = pair.first;
    for (int i = 0; i < calls; ++i) {
      const auto callee = pair.f.function("callee" + std::to_string(i));
      pair.f.call(at, callee, 1);
      at = callee;
    }
    pair.f.write(at, pair.path("in"), kInLoop);
    pair.f.write(pair.second, pair.path("out"), kInLoop);
    return pair.check().at(0).confidence;
  };
  EXPECT_EQ(confidence(0), Confidence::High);
  EXPECT_EQ(confidence(1), Confidence::High);
  EXPECT_EQ(confidence(2), Confidence::Medium);
}

TEST(RuleCertainty, AReaderWhoseMemberTheWriterWritesTooLosesTheLineAnyway) {
  Pair pair;
  pair.f.write(pair.first, pair.path("in"), kInLoop);
  pair.f.read(pair.second, pair.path("out"), kInLoop);
  EXPECT_THAT(pair.check(), SizeIs(1));
  pair.f.write(pair.first, pair.path("out"), kInLoop);
  EXPECT_THAT(pair.check(), IsEmpty());
}

TEST(RuleCertainty, WhatACalleeWritesUnderALockIsNoMoreThanTheLock) {
  const auto found = [](std::vector<std::uint32_t> held) {
    Pair pair;
    const auto mutex = pair.f.global("mutex", pair.f.lock());
    const auto callee = pair.f.function("callee");
    pair.f.call(pair.first, callee, 1);
    pair.f.at(callee).locks.push_back(pair.f.variable(mutex).designator());
    pair.f.write(callee, pair.path("in"), {.held = std::move(held)});
    pair.f.read(pair.second, pair.path("out"), kInLoop);
    return pair.check();
  };
  EXPECT_THAT(found({}), SizeIs(1));
  EXPECT_THAT(found({0}), IsEmpty());
}

TEST(RuleCertainty, WhatAThreadCountsOnceInItsLifeDisturbsNobody) {
  const auto found = [](test::How how) {
    FactsBuilder f;
    const auto record = f.record("Shared", {{"started", f.atomic()}, {"sum", f.plain(8)}});
    const auto shared = f.global("shared", record);
    const auto first = f.function("first"), second = f.function("second");
    const auto main = f.function("main");
    f.start(main, first);
    f.start(main, second);
    f.update(first, f.variable(shared).member("started"), how);
    f.write(second, f.variable(shared).member("sum"), kInLoop);
    return checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
  };
  EXPECT_THAT(found(kAtomicInLoop), SizeIs(1));
  EXPECT_THAT(found(kAtomic), IsEmpty());
}

TEST(RuleCertainty, WhatIsStoredOrLockedIsLessCertainThanWhatIsCounted) {
  const auto confidence = [](Op op, bool lock) {
    FactsBuilder f;
    const auto sums = f.global("sums", f.array(f.plain(8), 8));
    const auto worker = f.function("worker");
    f.start(f.function("main"), worker, true);
    FactAccess &access = f.update(worker, f.variable(sums).index(Provenance::ThreadId), kInLoop);
    access.op = op;
    access.acquire_lock = lock;
    return slots(f).at(0).confidence;
  };
  EXPECT_EQ(confidence(Op::ReadModifyWrite, false), Confidence::High);
  EXPECT_EQ(confidence(Op::Write, false), Confidence::Medium);
  EXPECT_EQ(confidence(Op::ReadModifyWrite, true), Confidence::Medium);
}

TEST(RuleCertainty, LocksThatWorkersChooseByAHashAreCertain) {
  const auto confidence = [](Provenance from, std::uint64_t count) {
    FactsBuilder f;
    const auto locks = f.global("locks", f.array(f.lock(), count));
    const auto worker = f.function("worker");
    f.start(f.function("main"), worker, true);
    f.update(worker, f.variable(locks).index(from, 0, "h"), kAtomicInLoop).acquire_lock = true;
    return slots(f).at(0).confidence;
  };
  EXPECT_EQ(confidence(Provenance::Hash, 16), Confidence::High);
  EXPECT_EQ(confidence(Provenance::Hash, 2), Confidence::Medium) << "contended themselves";
  EXPECT_EQ(confidence(Provenance::Unknown, 16), Confidence::Medium);
}

TEST(RuleCertainty, WhatIsNumberedByNameIsCountedNotSet) {
  const auto found = [](const std::string &member, TypeClass kind, Op op) {
    FactsBuilder f;
    const auto leaf = kind == TypeClass::Pointer ? f.pointer(f.plain(8)) : f.plain(8);
    const auto queue = f.record("Queue", {{member, leaf}});
    const auto queues = f.global("queues", f.array(queue, 16, "MAX_THREADS"));
    const auto run = f.function("run");
    f.call(f.function("caller"), run, 1);
    f.update(run, f.variable(queues).index(Provenance::Unknown, 0, "thread_id").member(member)).op =
        op;
    return slots(f);
  };
  EXPECT_THAT(found("packets", TypeClass::Plain, Op::ReadModifyWrite), SizeIs(1));
  EXPECT_THAT(found("packets", TypeClass::Plain, Op::Write), SizeIs(1));
  EXPECT_THAT(found("entry", TypeClass::Pointer, Op::Write), IsEmpty());
}

TEST(RuleCertainty, WhatIsOnlyVolatileMayBeForASignal) {
  const auto found = [](bool atomic) {
    FactsBuilder f;
    const auto word = f.plain(4, "volatile int");
    f.at(word).is_volatile = true;
    const auto state = f.record("State", {{"holds", word}, {"blocks", word}});
    const auto all = f.global("all", state);
    const auto hold = f.function("hold"), block = f.function("block");
    for (const auto function : {hold, block}) {
      auto &access = f.update(
          function, f.variable(all).member(function == hold ? "holds" : "blocks"), kInLoop);
      access.atomic = atomic;
    }
    return checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
  };
  EXPECT_THAT(found(true), SizeIs(1));
  EXPECT_THAT(found(false), IsEmpty());
}

} // namespace ruleCertaintyTest
} // namespace fsfind
