#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleHeapNeighboursTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder) {
  return checkFacts(builder.build(), {.suspects = true, .rules = {"fsfind-per-thread-slots"}});
}

/// A table of pointers to records that main allocates one by one, and hands to threads.
struct Workers {
  Workers() {
    worker = f.record("Worker", {{"done", f.plain(8)}, {"limit", f.plain(8)}});
    workers = f.global("workers", f.array(f.pointer(worker), 8));
    main = f.function("main");
    run = f.function("run");
    FactAllocation one;
    one.target = f.variable(workers).index(Provenance::Loop).designator();
    one.element = worker;
    one.bytes = 16;
    one.alignment = 16;
    one.loop_depth = 1;
    one.how = "malloc";
    one.place = {FileIndex{0}, 5, 1};
    f.at(main).allocations.push_back(one);
    f.start(main, run, true)
        .arguments.push_back({f.variable(workers).index(Provenance::SpawnLoop).designator(), {}});
    f.update(run, f.parameter(0, f.pointer(worker)).deref().member("done"), kInLoop);
  }
  FactAllocation &allocation() { return f.at(main).allocations.front(); }

  FactsBuilder f;
  TypeIndex worker;
  VariableIndex workers;
  FunctionIndex main, run;
};

TEST(RuleHeapNeighbours, SmallObjectsAllocatedInARow) {
  Workers w;
  const auto findings = check(w.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
  EXPECT_EQ(findings[0].location.line, 5U);
  EXPECT_TRUE(findings[0].allocator_induced);
  EXPECT_THAT(findings[0].message, HasSubstr("one after the other by malloc"));
}

/// A table of pointers to records, of which a hash chooses one to lock.
struct Buckets {
  explicit Buckets(Provenance chosen = Provenance::Hash) {
    bucket = f.record("Bucket", {{"lock", f.lock(8)}, {"head", f.plain(8)}});
    const auto buckets = f.global("buckets", f.array(f.pointer(bucket), 64));
    FactAllocation one;
    one.target = f.variable(buckets).index(Provenance::Loop).designator();
    one.element = bucket;
    one.bytes = 16;
    one.alignment = 16;
    one.loop_depth = 1;
    one.how = "new";
    one.place = {FileIndex{0}, 5, 1};
    f.at(f.function("create")).allocations.push_back(one);
    const auto park = f.function("park");
    f.update(park, f.variable(buckets).index(chosen).deref().member("lock")).acquire_lock = true;
  }
  FactsBuilder f;
  TypeIndex bucket;
};

TEST(RuleHeapNeighbours, SmallObjectsWithLocksThatAHashChooses) {
  const auto findings = check(Buckets().f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].message, HasSubstr("each with a lock of its own"));
  EXPECT_THAT(check(Buckets(Provenance::Loop).f), IsEmpty());
}

TEST(RuleHeapNeighbours, NotOfOneObjectOrOfArrays) {
  Workers one;
  one.allocation().loop_depth = 0;
  EXPECT_THAT(check(one.f), IsEmpty());
  Workers array;
  array.allocation().bytes = 1600;
  EXPECT_THAT(check(array.f), IsEmpty());
}

TEST(RuleHeapNeighbours, NotWhereMoreIsAllocatedInBetween) {
  Workers w;
  w.allocation().target = w.f.variable(w.workers).index(Provenance::SpawnLoop).designator();
  EXPECT_THAT(check(w.f), IsEmpty()) << "a thread's start allocates too";
  Workers large;
  large.f.at(*large.f.at(large.worker).record).size = 4096;
  large.f.at(large.worker).size = large.allocation().bytes = 4096;
  EXPECT_THAT(check(large.f), IsEmpty());
}

TEST(RuleHeapNeighbours, ASuspectWhereTheMakerAllocatesMore) {
  Workers w;
  EXPECT_THAT(check(w.f).at(0).missing, IsEmpty());
  FactAllocation buffer;
  buffer.loop_depth = 1;
  buffer.how = "malloc";
  w.f.at(w.main).allocations.push_back(buffer);
  ASSERT_THAT(check(w.f).at(0).missing, SizeIs(1));
  EXPECT_EQ(check(w.f)[0].missing[0].link, "line");
  w.f.at(w.main).allocations.back().bytes = 16;
  EXPECT_THAT(check(w.f).at(0).missing, IsEmpty()) << "both fit into a line";
}

TEST(RuleHeapNeighbours, NotOfWhatEachThreadKeepsForItself) {
  Workers w;
  const auto own = w.f.global("own", w.f.pointer(w.worker));
  w.f.at(own).storage = Storage::ThreadLocal;
  w.allocation().target = w.f.variable(own).designator();
  EXPECT_THAT(check(w.f), IsEmpty());
}

TEST(RuleHeapNeighbours, NotIfAlignedOrPartOfSomethingElse) {
  Workers aligned;
  aligned.allocation().alignment = 64;
  EXPECT_THAT(check(aligned.f), IsEmpty());
  Workers part;
  part.f.record("Pool", {{"first", part.worker}});
  EXPECT_THAT(check(part.f), IsEmpty());
}

TEST(RuleHeapNeighbours, ByAFunctionThatMakesOne) {
  Workers w;
  const auto make = w.f.function("make");
  w.f.at(make).allocations.push_back(w.allocation());
  w.f.at(make).allocations.front().loop_depth = 0;
  w.f.at(w.main).allocations.clear();
  w.f.call(w.main, make, 1);
  EXPECT_THAT(check(w.f), IsEmpty()) << "threads may start in that loop";
  Designator made;
  made.root = Root::Result;
  made.function = make;
  w.f.write(w.main, w.f.variable(w.workers).index(Provenance::Loop)).stored = made;
  EXPECT_THAT(check(w.f), SizeIs(1));
}

/// Main allocates a block of numbers for each thread, which finds its own by its number.
struct Blocks {
  explicit Blocks(std::uint64_t bytes) {
    const auto number = f.plain(8);
    blocks = f.global("blocks", f.array(f.pointer(number), 8));
    const auto main = f.function("main");
    run = f.function("run");
    FactAllocation one;
    one.target = f.variable(blocks).index(Provenance::Loop).designator();
    one.element = number;
    one.bytes = bytes;
    one.alignment = 16;
    one.loop_depth = 1;
    one.how = "calloc";
    one.place = {FileIndex{0}, 5, 1};
    f.at(main).allocations.push_back(one);
    f.start(main, run, true);
    f.update(run, f.variable(blocks).index(Provenance::ThreadId).deref().index(Provenance::Loop),
             kInLoop);
  }
  FactsBuilder f;
  VariableIndex blocks;
  FunctionIndex run;
};

TEST(RuleHeapNeighbours, BlocksOfNumbers) {
  Blocks small(40);
  const auto findings = check(small.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].location.line, 5U);
  EXPECT_THAT(findings[0].message, HasSubstr("(40 bytes)"));
  EXPECT_THAT(check(Blocks(8192).f), IsEmpty());
}

TEST(RuleHeapNeighbours, GivenToAFunctionOfTheThread) {
  Workers w;
  w.f.at(w.main).starts.front().arguments.clear();
  const auto add = w.f.function("add");
  w.f.update(add, w.f.parameter(0, w.f.pointer(w.worker)).deref().member("limit"), kInLoop);
  w.f.call(w.run, add)
      .arguments.push_back({w.f.variable(w.workers).index(Provenance::ThreadId).designator(), {}});
  EXPECT_THAT(check(w.f), SizeIs(1));
}

} // namespace ruleHeapNeighboursTest
} // namespace fsfind
