#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleFirstTouchTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder, Confidence least = Confidence::Low) {
  return checkFacts(
      builder.build(),
      {.min_confidence = least, .suspects = true, .rules = {"fsfind-serial-first-touch"}});
}

/// A buffer behind a global pointer, and a parallel region of main.
struct Buffer {
  Buffer() : number(f.plain(8, "double")), main(f.function("main")), region(f.function("region")) {
    values = f.global("values", f.pointer(number));
    f.at(region).kind = FunctionKind::ParallelRegion;
    f.at(region).parent = main;
  }
  test::Path element(Provenance from) { return f.variable(values).deref().index(from); }
  void allocate(FunctionIndex in, AllocationKind kind, bool touches = false,
                std::uint64_t bytes = 0) {
    FactAllocation made;
    made.target = f.variable(values).designator();
    made.kind = kind;
    made.touches = touches;
    made.element = number;
    made.bytes = bytes;
    made.count = "n";
    made.terms = 1;
    made.how = touches ? "std::vector(n)" : "malloc";
    made.place = {FileIndex(0), ++line, 1};
    f.at(in).allocations.push_back(made);
  }
  void fill(FunctionIndex in) {
    f.write(in, element(Provenance::Loop), kInLoop).place = {FileIndex(0), ++line, 1};
  }
  void use(Op op = Op::ReadModifyWrite, Provenance from = Provenance::ParallelLoop) {
    FactStart &start = f.start(main, region, true);
    start.kind = StartKind::Region;
    start.place = {FileIndex(0), ++line, 1};
    f.access(region, op, element(from), kInLoop).place = {FileIndex(0), ++line, 1};
  }

  FactsBuilder f;
  std::uint32_t line = 100;
  TypeIndex number;
  FunctionIndex main, region;
  VariableIndex values;
};

TEST(RuleFirstTouch, SerialLoopBeforeParallelLoop) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Malloc);
  b.fill(b.main);
  b.use();
  const auto findings = check(b.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
  EXPECT_EQ(findings[0].location.line, 102U);
  EXPECT_EQ(findings[0].members[0].path, "values");
  EXPECT_EQ(findings[0].message, "'values' is filled by one thread here and then used by all "
                                 "threads of the parallel region at "
                                 "line 103: its pages all lie on one NUMA node");
  ASSERT_THAT(findings[0].related, SizeIs(2));
  EXPECT_EQ(findings[0].related[0].message, "allocated here by malloc");
}

TEST(RuleFirstTouch, TheAllocationItselfFills) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Container, true);
  b.use(Op::Write);
  const auto findings = check(b.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].location.line, 101U);
  EXPECT_THAT(findings[0].message, HasSubstr("by std::vector(n)"));
}

TEST(RuleFirstTouch, AllocationsThatTouchNothing) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Calloc);
  b.use();
  EXPECT_THAT(check(b.f), IsEmpty());
}

TEST(RuleFirstTouch, CalleeFillsWhatItIsGiven) {
  Buffer b;
  const FunctionIndex inner = b.f.function("zero"), outer = b.f.function("prepare");
  b.allocate(b.main, AllocationKind::Malloc);
  b.f.write(inner, b.f.parameter(0, b.f.pointer(b.number)).deref().index(Provenance::Loop), kInLoop)
      .place.line = 20;
  b.f.call(outer, inner).arguments = {{b.f.parameter(0, b.f.pointer(b.number)).designator(), {}}};
  FactCall &call = b.f.call(b.main, outer);
  call.arguments = {{b.f.variable(b.values).designator(), {}}};
  call.place = {FileIndex(0), ++b.line, 1};
  b.use();
  const auto findings = check(b.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].location.line, 20U);
  EXPECT_TRUE(isSuspect(findings[0]));
}

TEST(RuleFirstTouch, ParallelLoopWritesFirst) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Malloc);
  b.use(Op::Write);
  b.fill(b.main);
  EXPECT_THAT(check(b.f), IsEmpty());
}

TEST(RuleFirstTouch, WhatIsGatheredWhileItIsWrittenHasBeenFilledBefore) {
  for (const auto &[from, count] : {std::pair(Provenance::Unknown, 0U), {Provenance::Loop, 1U}}) {
    Buffer b;
    auto &read = b.f.read(b.main, b.element(from), kInLoop);
    read.what.steps.back().index.edit().text = "other";
    read.place = {FileIndex(0), ++b.line, 1};
    b.fill(b.main);
    b.use();
    EXPECT_THAT(check(b.f), SizeIs(count));
  }
}

TEST(RuleFirstTouch, WhatIsReadBeforeHasBeenFilledBefore) {
  Buffer b;
  b.f.read(b.main, b.element(Provenance::Loop), kInLoop).place = {FileIndex(0), 50, 1};
  b.fill(b.main);
  b.use();
  EXPECT_THAT(check(b.f), IsEmpty());
  Buffer fresh;
  fresh.f.read(fresh.main, fresh.element(Provenance::Loop), kInLoop).place = {FileIndex(0), 50, 1};
  fresh.allocate(fresh.main, AllocationKind::Malloc);
  fresh.fill(fresh.main);
  fresh.use();
  EXPECT_THAT(check(fresh.f), SizeIs(1));
}

TEST(RuleFirstTouch, AsManyElementsAsPeersAreFew) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Malloc);
  b.f.at(b.main).allocations.back().count = "num_sends + 1";
  b.fill(b.main);
  b.use();
  EXPECT_THAT(check(b.f), IsEmpty());
}

/// `values = make()`, where make() gives back a local that it has filled, or has not.
TEST(RuleFirstTouch, FunctionFillsWhatItGivesBack) {
  for (const bool fills : {true, false}) {
    Buffer b;
    const FunctionIndex make = b.f.function("make");
    const VariableIndex made = b.f.local("made", b.f.pointer(b.number), make);
    FactAllocation allocation;
    allocation.target = b.f.variable(made).designator();
    allocation.how = "malloc";
    b.f.at(make).allocations.push_back(allocation);
    if (fills)
      b.f.write(make, b.f.variable(made).deref().index(Provenance::Loop), kInLoop);
    Designator result;
    result.root = Root::Result;
    result.function = make;
    FactAccess back;
    back.what = result;
    back.op = Op::Write;
    back.stored = b.f.variable(made).designator();
    b.f.at(make).accesses.push_back(back);
    FactAccess &store = b.f.write(b.main, b.f.variable(b.values));
    store.stored = result;
    store.place = {FileIndex(0), ++b.line, 1};
    b.use();
    const auto findings = check(b.f);
    ASSERT_THAT(findings, SizeIs(fills ? 1 : 0));
    if (fills) {
      EXPECT_EQ(findings[0].location.line, 101U);
      EXPECT_THAT(findings[0].message, HasSubstr("by make"));
    }
  }
}

TEST(RuleFirstTouch, OnePlaceIsOneFinding) {
  Buffer b;
  const FunctionIndex zero = b.f.function("zero");
  const VariableIndex others = b.f.global("others", b.f.pointer(b.number));
  b.f.write(zero, b.f.parameter(0, b.f.pointer(b.number)).deref().index(Provenance::Loop), kInLoop);
  for (const VariableIndex given : {b.values, others}) {
    FactCall &call = b.f.call(b.main, zero);
    call.arguments = {{b.f.variable(given).designator(), {}}};
    call.place = {FileIndex(0), ++b.line, 1};
  }
  b.use();
  b.f.update(b.region, b.f.variable(others).deref().index(Provenance::ParallelLoop), kInLoop)
      .place = {FileIndex(0), ++b.line, 1};
  const auto findings = check(b.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].members, SizeIs(2));
}

/// `memset(search, 0, sizeof *search)` fills the tables in it.
TEST(RuleFirstTouch, ClearingARecordFillsItsArrays) {
  for (const std::uint64_t elements : {65536U, 16U}) {
    FactsBuilder f;
    const TypeIndex search = f.record("Search", {{"history", f.array(f.plain(4), elements)}});
    const FunctionIndex main = f.function("main"), worker = f.function("worker");
    const VariableIndex searches = f.global("searches", f.array(f.pointer(search), 16));
    FactAccess &cleared = f.write(
        main, f.variable(searches).index(Provenance::SpawnLoop).deref().index(Provenance::Whole),
        kInLoop);
    cleared.bulk = true;
    cleared.what.type = search;
    FactStart &start = f.start(main, worker, true);
    start.how = "pthread_create";
    start.arguments = {{f.variable(searches).index(Provenance::SpawnLoop).designator(), {}}};
    f.update(worker,
             f.parameter(0, f.pointer(search)).deref().member("history").index(Provenance::Hash),
             kInLoop);
    EXPECT_THAT(check(f), SizeIs(elements == 65536 ? 1 : 0));
  }
}

TEST(RuleFirstTouch, FewPages) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Malloc, false, 65535);
  b.fill(b.main);
  b.use();
  EXPECT_THAT(check(b.f), IsEmpty());
}

TEST(RuleFirstTouch, OneElementForEachThread) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Malloc);
  b.fill(b.main);
  b.use(Op::ReadModifyWrite, Provenance::ThreadId);
  EXPECT_THAT(check(b.f), IsEmpty());
}

TEST(RuleFirstTouch, MemoryBoundToNodes) {
  Buffer b;
  b.allocate(b.main, AllocationKind::NodeBound);
  b.fill(b.main);
  b.use();
  EXPECT_THAT(check(b.f), IsEmpty());
}

TEST(RuleFirstTouch, PolicyOfTheProcess) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Malloc);
  FactAllocation policy;
  policy.kind = AllocationKind::NodeBound;
  policy.for_process = true;
  b.f.at(b.main).allocations.push_back(policy);
  b.fill(b.main);
  b.use();
  EXPECT_THAT(check(b.f), IsEmpty());
}

TEST(RuleFirstTouch, FilledByThreadsToo) {
  Buffer b;
  b.allocate(b.region, AllocationKind::Malloc);
  b.fill(b.region);
  b.use();
  EXPECT_THAT(check(b.f), IsEmpty());
}

TEST(RuleFirstTouch, ScansCountToo) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Malloc);
  b.fill(b.main);
  b.use(Op::Read, Provenance::Loop);
  EXPECT_THAT(check(b.f), SizeIs(1));
}

TEST(RuleFirstTouch, UnlockedWritesTellOfParts) {
  Buffer b;
  b.allocate(b.main, AllocationKind::Container, true);
  b.use(Op::Write, Provenance::Loop);
  const auto findings = check(b.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
}

/// Buffers of all threads, allocated and filled by the loop that starts them.
TEST(RuleFirstTouch, BuffersFilledByTheSpawner) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8, "double"), pointer = f.pointer(number);
  const TypeIndex job = f.record("Job", {{"sums", pointer}});
  const FunctionIndex main = f.function("main"), worker = f.function("worker");
  const VariableIndex jobs = f.global("jobs", f.array(job, 16));
  FactAllocation made;
  made.target = f.variable(jobs).index(Provenance::SpawnLoop).member("sums").designator();
  made.element = number;
  made.bytes = 1U << 20U;
  made.loop_depth = 1;
  made.how = "malloc";
  made.place = {FileIndex(0), 100, 1};
  f.at(main).allocations.push_back(made);
  FactAccess &zeroed = f.write(
      main,
      f.variable(jobs).index(Provenance::SpawnLoop).member("sums").deref().index(Provenance::Whole),
      kInLoop);
  zeroed.bulk = true;
  zeroed.place = {FileIndex(0), 101, 1};
  FactStart &start = f.start(main, worker, true);
  start.own_thread = true;
  start.arguments = {{f.variable(jobs).index(Provenance::SpawnLoop).address().designator(), {}}};
  start.place = {FileIndex(0), 102, 1};
  f.update(worker,
           f.parameter(0, f.pointer(job)).deref().member("sums").deref().index(Provenance::Loop),
           kInLoop);
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
  EXPECT_EQ(findings[0].location.line, 101U);
  EXPECT_THAT(findings[0].message, HasSubstr("'Job.sums'"));
}

} // namespace ruleFirstTouchTest
} // namespace fsfind
