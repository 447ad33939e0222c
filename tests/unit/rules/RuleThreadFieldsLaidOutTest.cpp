#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleThreadFieldsLaidOutTest {

using test::FactsBuilder;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder) {
  return checkFacts(builder.build(),
                    {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
}

/// A queue behind a pointer: `push` and `pop` lie on either side of a line's begin.
struct OnHeap {
  OnHeap() {
    queue = f.record(
        "Queue",
        {{"pad", f.array(f.plain(1, "char"), 56)}, {"push", f.plain(8)}, {"pop", f.plain(8)}});
    f.member(queue, "pad").padding = true;
    const auto variable = f.global("queue", f.pointer(queue));
    const auto main = f.function("main");
    for (const char *member : {"push", "pop"}) {
      const auto thread = f.function(std::string("thread_") + member);
      f.start(main, thread);
      f.write(thread, f.variable(variable).deref().member(member), kInLoop);
    }
    maker = main;
    target = f.variable(variable).designator();
  }
  void allocate(std::uint64_t alignment, std::uint64_t bytes = 72) {
    FactAllocation made;
    made.target = target;
    made.kind = alignment > 16 ? AllocationKind::Aligned : AllocationKind::Malloc;
    made.element = queue;
    made.bytes = bytes;
    made.alignment = alignment;
    f.at(maker).allocations.push_back(made);
  }

  FactsBuilder f;
  TypeIndex queue;
  FunctionIndex maker;
  Designator target;
};

TEST(RuleThreadFieldsLaidOut, AnAllocationThatAlignsHoldsForAllObjects) {
  OnHeap heap;
  heap.allocate(64);
  EXPECT_THAT(check(heap.f), IsEmpty());
  heap.allocate(16);
  EXPECT_THAT(check(heap.f), SizeIs(1));
}

TEST(RuleThreadFieldsLaidOut, OfSeveralAtOnceTheFirstIsAligned) {
  OnHeap heap;
  heap.allocate(64, 720);
  EXPECT_THAT(check(heap.f), SizeIs(1));
}

TEST(RuleThreadFieldsLaidOut, APartOfAnotherRecordLiesElsewhere) {
  OnHeap heap;
  heap.allocate(64);
  heap.f.record("Pool", {{"id", heap.f.plain(8)}, {"queue", heap.queue}});
  EXPECT_THAT(check(heap.f), SizeIs(1));
}

/// All who take from a job count, and read its size; a thread is not in sight.
struct Job {
  Job() {
    job = f.record(
        "Job",
        {{"size", f.plain(8)}, {"taken", f.atomic(8)}, {"rest", f.array(f.plain(1, "char"), 64)}});
    const auto take = f.method("Job::take", job);
    f.update(take, f.self(job).member("taken"), kAtomicInLoop);
    f.read(take, f.self(job).member("size"), kInLoop);
  }
  FactsBuilder f;
  TypeIndex job;
};

TEST(RuleThreadFieldsLaidOut, PaddingOnOneSideSaysWhatTheAuthorLeaves) {
  Job job;
  EXPECT_THAT(check(job.f), SizeIs(1));
  job.f.member(job.job, "rest").padding = true;
  EXPECT_THAT(check(job.f), IsEmpty());
}

TEST(RuleThreadFieldsLaidOut, MembersLeftTogetherOnTheirOwnLine) {
  Job job;
  job.f.member(job.job, "size").declared_align = 64;
  EXPECT_THAT(check(job.f), SizeIs(1));
  job.f.member(job.job, "rest").declared_align = 64;
  EXPECT_THAT(check(job.f), IsEmpty());
}

/// One thread comes to the queue through what it is a part of, others by the queue's own methods.
struct Nested {
  Nested() {
    queue = f.record("Queue", {{"head", f.atomic(8)}, {"tail", f.plain(8)}});
    loop = f.record("Loop", {{"queue", queue}});
    const auto only = f.global("loop", loop);
    const auto push = f.method("Queue::push", queue);
    f.update(push, f.self(queue).member("head"), kAtomicInLoop);
    const auto main = f.function("main");
    run = f.function("run");
    f.start(main, run);
    f.write(run, f.variable(only).member("queue").member("tail"), kInLoop);
  }
  FactsBuilder f;
  TypeIndex queue, loop;
  FunctionIndex run;
};

TEST(RuleThreadFieldsLaidOut, PartsAreUsedThroughWhatHoldsThem) {
  Nested n;
  const auto findings = check(n.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].record->name, "Queue");
  EXPECT_THAT(findings[0].members, SizeIs(2));
}

TEST(RuleThreadFieldsLaidOut, TwoOuterRecordsHaveNothingInCommon) {
  Nested n;
  const auto other = n.f.record("Pool", {{"queue", n.queue}});
  const auto fill = n.f.method("Pool::fill", other);
  n.f.update(fill, n.f.self(other).member("queue").member("head"), kAtomicInLoop);
  n.f.at(FunctionIndex{0}).accesses.clear();
  EXPECT_THAT(check(n.f), IsEmpty());
}

} // namespace ruleThreadFieldsLaidOutTest
} // namespace fsfind
