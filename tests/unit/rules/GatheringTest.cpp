// What other threads would see if loops gathered their changes in a local.
#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Advise.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

#include <functional>

namespace fsfind {
namespace gatheringTest {

using test::FactsBuilder;
using test::kAtomicInLoop;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::Not;

/// A program whose threads of `work` change `total` in a loop; a test adds what it is about.
struct Threads {
  explicit Threads(Accumulation how = Accumulation::Sum) {
    f.start(main, work, true);
    FactAccess &change = f.update(work, f.variable(total), kAtomicInLoop);
    change.accumulates = how;
    change.same_object = true;
  }

  FactAccess &change() { return f.at(work).accesses.front(); }
  /// From here on main has waited for the threads.
  void waitForThreads() { f.call(main, join); }

  [[nodiscard]] std::vector<Advice> advice() const {
    const Facts &facts = f.build();
    Finding finding;
    finding.rule = kRuleContendedAtomic;
    finding.sharing = Sharing::True;
    for (const VariableIndex one : members) {
      FindingMember member;
      member.path = facts.variable(one).name;
      member.declared = facts.place(facts.variable(one).place);
      member.writers = member.readers = {"work"};
      finding.members.push_back(std::move(member));
    }
    finding.location = finding.members.front().declared;
    return advise(facts, Roles(facts), finding, 64);
  }

  FactsBuilder f;
  TypeIndex number = f.atomic();
  VariableIndex total = f.global("total", number);
  FunctionIndex join = f.join(), main = f.function("main"), work = f.function("work"),
                watch = f.function("watch");
  std::vector<VariableIndex> members = {total}; ///< of the finding
};

bool countsLocally(const Threads &threads) {
  const auto all = threads.advice();
  return std::any_of(all.begin(), all.end(),
                     [](const Advice &one) { return one.remedy == Remedy::AccumulateLocally; });
}

std::string firstExample(const Threads &threads) {
  const auto all = threads.advice();
  return all.empty() ? "" : all.front().example;
}

TEST(Gathering, ASumThatNobodyReadsMeanwhile) {
  const Threads threads;
  ASSERT_TRUE(countsLocally(threads));
  EXPECT_THAT(firstExample(threads), HasSubstr("sum += ...;"));
  EXPECT_THAT(firstExample(threads), HasSubstr("atomically as before */ total += sum;"));
}

TEST(Gathering, AllThatALoopAddsToIsNamed) {
  Threads threads;
  const VariableIndex bytes = threads.f.global("bytes", threads.number);
  threads.members.push_back(bytes);
  FactAccess &change = threads.f.update(threads.work, threads.f.variable(bytes), kAtomicInLoop);
  change.accumulates = Accumulation::Sum;
  change.same_object = true;
  change.place.line = 7;
  threads.change().place.line = 6;
  const auto all = threads.advice();
  ASSERT_TRUE(countsLocally(threads));
  EXPECT_THAT(all.front().why, HasSubstr("line 6 changes 'total' and line 7 'bytes' in a loop"));
  EXPECT_THAT(all.front().example, HasSubstr("total += total_sum;"));
  EXPECT_THAT(all.front().example, HasSubstr("bytes += bytes_sum;"));
}

TEST(Gathering, BitsAreGatheredByTheirOwnOperation) {
  EXPECT_THAT(firstExample(Threads(Accumulation::Or)), HasSubstr("sum = 0;"));
  EXPECT_THAT(firstExample(Threads(Accumulation::Or)), HasSubstr("total |= sum;"));
  EXPECT_THAT(firstExample(Threads(Accumulation::And)), HasSubstr("sum = ~0;"));
  EXPECT_THAT(firstExample(Threads(Accumulation::Xor)), HasSubstr("total ^= sum;"));
}

TEST(Gathering, NoExchangeTicketOrOperationThatIsNotKnown) {
  const Threads threads(Accumulation::None);
  EXPECT_FALSE(countsLocally(threads));
  EXPECT_THAT(threads.advice().front().why, HasSubstr("act by its value"));
}

TEST(Gathering, NoLock) {
  Threads threads(Accumulation::None);
  threads.change().acquire_lock = true;
  EXPECT_FALSE(countsLocally(threads));
}

TEST(Gathering, OneOtherOperationOnTheSameNumberForbidsIt) {
  using Alter = std::function<void(Threads &)>;
  const std::pair<const char *, Alter> cases[] = {
      {"a reference count: the last release uses the result",
       [](Threads &at) { at.f.update(at.work, at.f.variable(at.total), test::kAtomic); }},
      {"a flag or an index that is set anew",
       [](Threads &at) { at.f.write(at.work, at.f.variable(at.total), test::kAtomic); }},
      {"another kind of change",
       [](Threads &at) {
         at.f.update(at.work, at.f.variable(at.total), test::kAtomic).accumulates =
             Accumulation::Or;
       }},
      {"a size that another thread reads",
       [](Threads &at) {
         at.f.start(at.main, at.watch);
         at.f.read(at.watch, at.f.variable(at.total));
       }},
      {"a size that the threads themselves read",
       [](Threads &at) { at.f.read(at.work, at.f.variable(at.total)); }},
      {"main reads it while threads run",
       [](Threads &at) {
         at.f.read(at.main, at.f.variable(at.total));
         at.waitForThreads();
       }},
      {"readers that somebody unknown calls",
       [](Threads &at) { at.f.read(at.watch, at.f.variable(at.total)); }},
      {"a reset while threads run",
       [](Threads &at) {
         at.f.write(at.main, at.f.variable(at.total));
         at.waitForThreads();
       }},
      {"a thread that has its address",
       [](Threads &at) {
         FactArgument argument;
         argument.what = at.f.variable(at.total).address().designator();
         at.f.start(at.main, at.watch).arguments = {argument};
       }},
      {"steps that no lock and no atomic operation keeps apart",
       [](Threads &at) { at.change().atomic = false; }},
      {"another object in each round", [](Threads &at) { at.change().same_object = false; }},
      {"a loop in another function", [](Threads &at) { at.change().loop_depth = 0; }},
  };
  for (const auto &[what, alter] : cases) {
    Threads threads;
    alter(threads);
    EXPECT_FALSE(countsLocally(threads)) << what;
  }
}

TEST(Gathering, WhatRunsBeforeAndAfterTheThreadsForbidsNothing) {
  Threads threads;
  threads.waitForThreads();
  threads.f.read(threads.main, threads.f.variable(threads.total));
  threads.f.call(threads.main, threads.watch);
  threads.f.read(threads.watch, threads.f.variable(threads.total));
  EXPECT_TRUE(countsLocally(threads));
}

TEST(Gathering, PlainStepsUnderALockOrOfOneThreadCanMove) {
  Threads locked;
  locked.change().atomic = false;
  locked.change().held = {0};
  EXPECT_TRUE(countsLocally(locked));
  EXPECT_THAT(firstExample(locked), HasSubstr("under the same lock */ total += sum;"));
  Threads single;
  single.change().atomic = false;
  single.f.at(single.main).starts.front().many = false;
  EXPECT_TRUE(countsLocally(single));
}

/// As of a parallel region, whose threads have ended when the function goes on.
TEST(Gathering, WhatSurroundsAParallelRegionForbidsNothing) {
  FactsBuilder f;
  const VariableIndex total = f.global("total", f.atomic());
  const auto main = f.function("main"), region = f.function("region");
  f.write(main, f.variable(total));
  f.start(main, region, true).kind = StartKind::Region;
  f.read(main, f.variable(total), test::kInLoop);
  FactAccess &change = f.update(region, f.variable(total), kAtomicInLoop);
  change.accumulates = Accumulation::Sum;
  change.same_object = true;
  const Facts facts = f.build();
  Finding finding;
  finding.rule = kRuleContendedAtomic;
  finding.sharing = Sharing::True;
  FindingMember member;
  member.path = "total";
  member.declared = facts.place(facts.variable(total).place);
  finding.members = {member};
  EXPECT_THAT(advise(facts, Roles(facts), finding, 64),
              Contains(Field(&Advice::remedy, Remedy::AccumulateLocally)));
}

TEST(Gathering, ReadersOfTheWholeRecordReadItsMember) {
  for (const bool read_whole : {false, true}) {
    FactsBuilder f;
    const TypeIndex number = f.plain(8), record = f.record("stats", {{"hits", number}});
    const VariableIndex stats = f.global("stats", record);
    const auto main = f.function("main"), work = f.function("work"), watch = f.function("watch");
    f.start(main, work, true);
    f.start(main, watch);
    FactAccess &change = f.update(work, f.variable(stats).member("hits"), kAtomicInLoop);
    change.accumulates = Accumulation::Sum;
    change.same_object = true;
    if (read_whole)
      f.read(watch, f.variable(stats));
    const Facts facts = f.build();
    Finding finding;
    finding.rule = kRuleContendedAtomic;
    finding.sharing = Sharing::True;
    FindingMember member;
    member.path = "hits";
    member.declared = facts.place(f.member(record, "hits").place);
    finding.members = {member};
    const auto advice = advise(facts, Roles(facts), finding, 64);
    const auto counts = Contains(Field(&Advice::remedy, Remedy::AccumulateLocally));
    if (read_whole)
      EXPECT_THAT(advice, Not(counts));
    else
      EXPECT_THAT(advice, counts);
  }
}

TEST(Gathering, APointerThatLeadsElsewhereMeanwhileForbidsIt) {
  for (const bool moved : {false, true}) {
    FactsBuilder f;
    const TypeIndex number = f.plain(8), record = f.record("stats", {{"hits", number}});
    const VariableIndex current = f.global("current", f.pointer(record));
    const auto main = f.function("main"), work = f.function("work"), turn = f.function("turn");
    f.start(main, work, true);
    f.start(main, turn);
    FactAccess &change = f.update(work, f.variable(current).deref().member("hits"), kAtomicInLoop);
    change.accumulates = Accumulation::Sum;
    change.same_object = true;
    if (moved)
      f.write(turn, f.variable(current));
    const Facts facts = f.build();
    Finding finding;
    finding.rule = kRuleContendedAtomic;
    finding.sharing = Sharing::True;
    FindingMember member;
    member.path = "hits";
    member.declared = facts.place(f.member(record, "hits").place);
    finding.members = {member};
    const auto advice = advise(facts, Roles(facts), finding, 64);
    EXPECT_EQ(
        std::any_of(advice.begin(), advice.end(),
                    [](const Advice &one) { return one.remedy == Remedy::AccumulateLocally; }),
        !moved);
  }
}

TEST(Gathering, SumsThatOthersReadAreSpreadAndPutTogether) {
  Threads threads;
  threads.f.start(threads.main, threads.watch);
  threads.f.read(threads.watch, threads.f.variable(threads.total));
  const auto all = threads.advice();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].remedy, Remedy::ShardPerCpu);
  EXPECT_THAT(all[0].why, HasSubstr("put together by who reads"));
}

} // namespace gatheringTest
} // namespace fsfind
