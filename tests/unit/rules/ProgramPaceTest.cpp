#include "rules/program/Program.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

/// How often threads run code.
namespace fsfind {
namespace programPaceTest {

using test::FactsBuilder;
using testing::ElementsAre;

constexpr FactWait kSecond{Wait::Time, 1'000'000}, kShort{Wait::Time, 50}, kEvent{Wait::Event, 0};
constexpr Pace kOnce{}, kOnceASecond{PaceKind::Timed, 1'000'000}, kByEvent{PaceKind::Event, 0},
    kUnhindered{PaceKind::Free, 0}, kAside{PaceKind::Beside, 0};

FactLoop waiting(FactWait wait, std::uint32_t parent = 0, bool passed = false) {
  FactLoop loop;
  loop.parent = parent;
  loop.passed = passed;
  loop.wait = wait;
  return loop;
}
FactLoop inside(std::uint32_t parent, std::uint32_t iterations = 0) {
  FactLoop loop = waiting({}, parent);
  loop.iterations = iterations;
  return loop;
}
FactLoop calling(FunctionIndex callee) {
  FactLoop loop;
  loop.passed_calls = {callee};
  return loop;
}

/// A thread whose entry `worker` has a loop, number 1 of its `loops`.
struct Thread {
  FactsBuilder f;
  FunctionIndex main = f.function("main"), worker = f.function("worker");
  VariableIndex count = f.global("count", f.plain(8));

  explicit Thread(FactWait wait = {}) {
    f.start(main, worker);
    f.at(worker).loops = {FactLoop{}, waiting(wait)};
  }
  void loopsOf(FunctionIndex function, std::vector<FactLoop> loops) {
    f.at(function).loops = std::move(loops);
  }
  FactAccess &access(FunctionIndex in, std::uint32_t loop, std::uint32_t depth = 1) {
    FactAccess &made = f.update(in, f.variable(count), {.loop_depth = depth});
    made.loop = loop;
    made.same_object = loop != 0;
    return made;
  }
  void call(FunctionIndex in, FunctionIndex callee, std::uint32_t loop, std::uint32_t depth = 1) {
    f.call(in, callee, depth).loop = loop;
  }
  /// Of each use of `count`, in the order in which they were added.
  std::vector<Pace> paces() {
    const Facts facts = f.build();
    const Program program(facts, {});
    std::vector<Pace> all;
    for (const Use &use : program.uses()) {
      EXPECT_EQ(use.roles.size(), 1U);
      EXPECT_EQ(use.hot(), isOften(use.roles.front().pace));
      all.push_back(use.roles.front().pace);
    }
    return all;
  }
};

TEST(ProgramPace, ALoopHasThePaceOfItsWait) {
  for (const auto &[wait, pace] :
       std::vector<std::pair<FactWait, Pace>>{{{}, kUnhindered},
                                              {kSecond, kOnceASecond},
                                              {kShort, {PaceKind::Timed, 50}},
                                              {kEvent, kByEvent}}) {
    Thread one(wait);
    one.access(one.worker, 0, 0);
    one.access(one.worker, 1);
    EXPECT_THAT(one.paces(), ElementsAre(kOnce, pace));
  }
}

TEST(ProgramPace, RareIsNotOften) {
  EXPECT_FALSE(isOften(kOnceASecond));
  EXPECT_FALSE(isOften({PaceKind::Timed, 1000}));
  EXPECT_TRUE(isOften({PaceKind::Timed, 999}));
  EXPECT_TRUE(isOften(kByEvent));
  EXPECT_FALSE(isOften(kOnce));
}

TEST(ProgramPace, AWaitInFunctionsThatAreSurelyCalled) {
  for (const bool sure : {true, false}) {
    Thread one;
    const auto outer = one.f.function("outer"), doze = one.f.function("doze");
    one.loopsOf(doze, {waiting(kSecond)});
    one.loopsOf(outer, {calling(doze)});
    if (sure)
      one.loopsOf(one.worker, {FactLoop{}, calling(outer)});
    one.call(one.worker, outer, 1);
    one.access(one.worker, 1);
    EXPECT_THAT(one.paces(), ElementsAre(sure ? kOnceASecond : kUnhindered));
  }
}

TEST(ProgramPace, FunctionsThatCallEachOtherEnd) {
  Thread one;
  const auto other = one.f.function("other");
  one.loopsOf(other, {calling(one.worker)});
  one.loopsOf(one.worker, {calling(other), calling(other)});
  one.access(one.worker, 1);
  EXPECT_THAT(one.paces(), ElementsAre(kUnhindered));
}

TEST(ProgramPace, CalleesHaveThePaceOfTheirCall) {
  Thread one(kSecond);
  const auto report = one.f.function("report");
  one.loopsOf(report, {FactLoop{}, FactLoop{}});
  one.call(one.worker, report, 1);
  one.access(report, 0, 0);
  one.access(report, 1);
  EXPECT_THAT(one.paces(), ElementsAre(kOnceASecond, kUnhindered));
}

TEST(ProgramPace, TheOftenestCallCounts) {
  Thread one(kSecond);
  const auto report = one.f.function("report");
  one.loopsOf(one.worker, {FactLoop{}, waiting(kSecond), waiting(kEvent)});
  one.call(one.worker, report, 1);
  one.call(one.worker, report, 2);
  one.access(report, 0, 0);
  EXPECT_THAT(one.paces(), ElementsAre(kByEvent));
}

TEST(ProgramPace, ALoopWithoutWaitInALoopWithOne) {
  Thread one(kSecond);
  one.loopsOf(one.worker, {FactLoop{}, waiting(kSecond), inside(1), inside(1, 4)});
  one.access(one.worker, 2, 2);
  one.access(one.worker, 2, 2).same_object = false;
  one.access(one.worker, 3, 2);
  EXPECT_THAT(one.paces(), ElementsAre(kUnhindered, kOnceASecond, kOnceASecond))
      << "a datum that the inner loop uses again and again, one of many, and a few times";
}

TEST(ProgramPace, ALoopThatWaitsHoldsUpTheLoopAround) {
  for (const bool passed : {true, false}) {
    Thread one;
    one.loopsOf(one.worker, {FactLoop{}, FactLoop{}, waiting(kSecond, 1, passed)});
    one.access(one.worker, 1);
    one.access(one.worker, 2, 2);
    EXPECT_THAT(one.paces(), ElementsAre(passed ? kByEvent : kUnhindered, kOnceASecond));
  }
}

TEST(ProgramPace, LoopsOfTheLibraryAreNotHeldUp) {
  Thread one(kSecond);
  one.access(one.worker, 1, 2);
  EXPECT_THAT(one.paces(), ElementsAre(kUnhindered));
}

TEST(ProgramPace, AnyOfSeveralTargetsMayBeCalled) {
  for (const bool both : {true, false}) {
    Thread one;
    const auto base = one.f.function("base::doze"), derived = one.f.function("derived::doze");
    one.f.at(derived).overrides = {base};
    one.loopsOf(base, {waiting(kSecond)});
    if (both)
      one.loopsOf(derived, {waiting(kShort)});
    one.loopsOf(one.worker, {FactLoop{}, calling(base)});
    one.access(one.worker, 1);
    EXPECT_THAT(one.paces(), ElementsAre(both ? Pace{PaceKind::Timed, 50} : kUnhindered));
  }
}

FactLoop passed(std::uint32_t parent, std::uint32_t iterations = 0) {
  FactLoop loop = waiting({}, parent, true);
  loop.iterations = iterations;
  return loop;
}

TEST(ProgramPace, CodeBesideLoopsInLoopsIsNotFree) {
  Thread one;
  one.loopsOf(one.worker, {FactLoop{}, FactLoop{}, passed(1), passed(2)});
  one.access(one.worker, 1);
  one.access(one.worker, 2, 2);
  one.access(one.worker, 3, 3);
  EXPECT_THAT(one.paces(), ElementsAre(kAside, kUnhindered, kUnhindered))
      << "once beside both, in the outer of them, and in the inner";
}

TEST(ProgramPace, OnlyDeepWorkOnEachWayCounts) {
  FactLoop skipped = passed(2);
  skipped.passed = false;
  for (const FactLoop &inner : {skipped, passed(2, 4), passed(1)}) {
    Thread one;
    one.loopsOf(one.worker, {FactLoop{}, FactLoop{}, passed(1), inner});
    one.access(one.worker, 1);
    EXPECT_THAT(one.paces(), ElementsAre(kUnhindered))
        << "on a branch, a few times, or beside the first instead of in it";
  }
}

TEST(ProgramPace, WorkOfCalleesIsBesideTheirCaller) {
  for (const bool deep : {true, false}) {
    Thread one;
    const auto compress = one.f.function("compress"), match = one.f.function("match"),
               count = one.f.function("note");
    one.loopsOf(match, {FactLoop{}, deep ? passed(0) : passed(0, 4)});
    one.loopsOf(compress, {FactLoop{}, passed(0)});
    one.f.at(compress).loops[1].passed_calls = {match};
    one.loopsOf(one.worker, {FactLoop{}, calling(compress)});
    one.call(one.worker, count, 1);
    one.access(one.worker, 1);
    one.access(count, 0, 0);
    const Pace pace = deep ? kAside : kUnhindered;
    EXPECT_THAT(one.paces(), ElementsAre(pace, pace));
  }
}

TEST(ProgramPace, ABurstAfterLongWorkIsBesideIt) {
  Thread one;
  one.loopsOf(one.worker, {FactLoop{}, passed(0), passed(0), passed(2), passed(3)});
  one.access(one.worker, 1);
  one.access(one.worker, 2);
  EXPECT_THAT(one.paces(), ElementsAre(kAside, kAside));
}

TEST(ProgramPace, Words) {
  EXPECT_EQ(words(kOnceASecond), "once a second at most");
  EXPECT_EQ(words({PaceKind::Timed, 30'000'000}), "once in 30 s at most");
  EXPECT_EQ(words({PaceKind::Timed, 20'000}), "once in 20 ms at most");
  EXPECT_EQ(words({PaceKind::Timed, 500}), "once in 500 us at most");
  EXPECT_EQ(words({PaceKind::Timed, 50}), "after a pause each time");
  EXPECT_EQ(words(kUnhindered), "");
}

} // namespace programPaceTest
} // namespace fsfind
