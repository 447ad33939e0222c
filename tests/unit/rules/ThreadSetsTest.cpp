#include "rules/program/Program.h"
#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

/// Threads of one role that branches on their numbers tell apart.
namespace fsfind {
namespace threadSetsTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

constexpr std::uint64_t kEven = 0x5555555555555555, kOdd = ~kEven;

/// Threads that run `worker`, each with a number, and two counters beside each other.
struct Workers {
  Workers() {
    main = f.function("main");
    worker = f.function("worker");
    votes = f.global("votes", f.record("votes", {{"yes", f.plain(8)}, {"no", f.plain(8)}}));
  }

  FactStart &start(Provenance number, std::uint32_t value = 0) {
    FactStart &start = f.start(main, worker, number == Provenance::SpawnLoop);
    start.own_thread = true;
    start.arguments.resize(1);
    start.arguments[0].value.edit().from = number;
    start.arguments[0].value.edit().number = value;
    return start;
  }
  static FactGuard guard(std::uint64_t values, Provenance from = Provenance::Parameter) {
    FactGuard guard;
    guard.number.index.from = from;
    guard.values = values;
    return guard;
  }
  FactAccess &count(const std::string &member, RareList<FactGuard> guards,
                    std::optional<FunctionIndex> in = std::nullopt) {
    FactAccess &access = f.update(in.value_or(worker), f.variable(votes).member(member), kInLoop);
    access.guards = std::move(guards);
    return access;
  }
  [[nodiscard]] std::vector<Finding> findings() const {
    return checkFacts(f.build(),
                      {.min_confidence = Confidence::Medium, .suspects = true, .rules = {}});
  }

  FactsBuilder f;
  FunctionIndex main, worker;
  VariableIndex votes;
};

const auto kNeighbours =
    ElementsAre(Field("rule", &Finding::rule, "fsfind-adjacent-thread-fields"));

TEST(ThreadSets, BranchesThatExcludeEachOtherAreOfDifferentThreads) {
  Workers apart, meet, bare;
  apart.start(Provenance::SpawnLoop);
  apart.count("yes", {Workers::guard(kEven)});
  apart.count("no", {Workers::guard(kOdd)});
  EXPECT_THAT(apart.findings(), kNeighbours);
  meet.start(Provenance::SpawnLoop);
  meet.count("yes", {Workers::guard(kEven)});
  meet.count("no", {Workers::guard(kEven | 2)});
  EXPECT_THAT(meet.findings(), IsEmpty());
  bare.start(Provenance::SpawnLoop);
  bare.count("yes", {Workers::guard(kEven)});
  bare.count("no", {});
  EXPECT_THAT(bare.findings(), IsEmpty());
}

TEST(ThreadSets, AThreadThatWritesBothHasTheLineAnyway) {
  Workers program;
  program.start(Provenance::SpawnLoop);
  program.count("yes", {Workers::guard(kEven)});
  program.count("no", {Workers::guard(kOdd)});
  program.count("no", {});
  EXPECT_THAT(program.findings(), IsEmpty());
}

TEST(ThreadSets, TheNumberIsOneThreadsOwn) {
  Workers task, unknown;
  task.start(Provenance::SpawnLoop).own_thread = false;
  unknown.start(Provenance::SpawnLoop).arguments[0].value.edit().from = Provenance::Unknown;
  for (Workers *program : {&task, &unknown}) {
    program->count("yes", {Workers::guard(kEven)});
    program->count("no", {Workers::guard(kOdd)});
    EXPECT_THAT(program->findings(), IsEmpty());
  }
}

TEST(ThreadSets, SomeThreadTakesEachBranch) {
  Workers both, one;
  both.start(Provenance::Constant, 0);
  both.start(Provenance::Constant, 1);
  one.start(Provenance::Constant, 0);
  one.start(Provenance::Constant, 2);
  for (Workers *program : {&both, &one}) {
    program->count("yes", {Workers::guard(kEven)});
    program->count("no", {Workers::guard(kOdd)});
  }
  EXPECT_THAT(both.findings(), kNeighbours);
  EXPECT_THAT(one.findings(), IsEmpty()) << "no thread has an odd number";
}

TEST(ThreadSets, BranchesAroundCallsCount) {
  Workers program;
  program.start(Provenance::SpawnLoop);
  const auto yes = program.f.function("yes"), no = program.f.function("no");
  program.f.call(program.worker, yes, 1).guards = {Workers::guard(1)};
  program.f.call(program.worker, no, 1).guards = {Workers::guard(1)};
  program.count("yes", {}, yes);
  program.count("no", {}, no);
  EXPECT_THAT(program.findings(), IsEmpty()) << "one thread makes both calls";
  program.f.at(program.worker).calls.back().guards = {Workers::guard(~std::uint64_t{1})};
  EXPECT_THAT(program.findings(), kNeighbours);
}

/// `add(id + shift)`, where `add` counts for the number 1.
Workers shifted(std::uint32_t shift) {
  Workers program;
  program.start(Provenance::SpawnLoop);
  const auto add = program.f.function("add");
  FactCall &call = program.f.call(program.worker, add, 1);
  call.arguments.resize(1);
  call.arguments[0].value.edit().from = Provenance::Parameter;
  call.arguments[0].number = Workers::guard(0).number;
  call.arguments[0].offset = shift;
  program.count("yes", {Workers::guard(2)}, add);
  program.count("no", {Workers::guard(1)});
  return program;
}

TEST(ThreadSets, NumbersAreFollowedThroughArguments) {
  EXPECT_THAT(shifted(0).findings(), kNeighbours) << "the threads 1 and 0";
  EXPECT_THAT(shifted(1).findings(), IsEmpty()) << "the thread 0 does both";
}

TEST(ThreadSets, ConstantArgumentsDecideBranches) {
  Workers program;
  program.start(Provenance::SpawnLoop);
  const auto add = program.f.function("add");
  for (const std::uint32_t constant : {0U, 1U}) {
    FactCall &call = program.f.call(program.worker, add, 1);
    call.arguments.resize(1);
    call.arguments[0].value.edit().from = Provenance::Constant;
    call.arguments[0].value.edit().number = constant;
  }
  program.count("yes", {Workers::guard(kEven)}, add);
  program.count("no", {Workers::guard(kOdd)}, add);
  EXPECT_THAT(program.findings(), IsEmpty()) << "each thread makes both calls";
}

TEST(ThreadSets, TheThreadsOwnNumberNeedsNoArgument) {
  Workers program;
  program.f.start(program.main, program.worker, true);
  program.count("yes", {Workers::guard(1, Provenance::ThreadId)});
  program.count("no", {Workers::guard(~std::uint64_t{1}, Provenance::ThreadId)});
  EXPECT_THAT(program.findings(), kNeighbours);
}

} // namespace threadSetsTest
} // namespace fsfind
