#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace rulePaddingTest {

using test::FactsBuilder;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder, Confidence least = Confidence::Medium,
                           const std::string &rule = "fsfind-ineffective-padding") {
  return checkFacts(builder.build(), {.min_confidence = least, .suspects = true, .rules = {rule}});
}

FactRecord &recordOf(FactsBuilder &f, TypeIndex type) {
  return f.at(*f.at(type).record);
}

/// Threads that each write their element of what a global pointer leads to.
struct Elements {
  /// Of `longs` numbers, on lines of their own.
  explicit Elements(std::uint64_t longs) {
    slot = f.record("Slot", {{"counts", f.array(f.plain(8), longs)}}, 64);
    slots = f.global("slots", f.pointer(slot));
    main = f.function("main");
    worker = f.function("worker");
    f.start(main, worker, true);
  }
  void allocate(std::uint64_t alignment, AllocationKind kind = AllocationKind::Malloc) {
    FactAllocation made;
    made.target = f.variable(slots).designator();
    made.kind = kind;
    made.element = slot;
    made.alignment = alignment;
    made.count = "8 * sizeof(struct Slot)";
    made.how = "malloc";
    made.place = {FileIndex(0), 100, 1};
    f.at(main).allocations.push_back(made);
  }
  void write(std::uint32_t count = 0) {
    f.update(worker,
             f.variable(slots).deref().index(Provenance::ThreadId).member("counts").at(count),
             kInLoop);
  }

  FactsBuilder f;
  TypeIndex slot;
  VariableIndex slots;
  FunctionIndex main, worker;
};

TEST(RulePadding, AlignedTypeInUnalignedMemory) {
  Elements e(8);
  e.allocate(16);
  e.write();
  EXPECT_THAT(check(e.f), IsEmpty()) << "one count of each never meets another's";
  e.write(7);
  const auto findings = check(e.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::High);
  EXPECT_EQ(findings[0].location.line, 100U);
  EXPECT_THAT(findings[0].message, HasSubstr("malloc promises only 16"));
}

TEST(RulePadding, AlignedTypeInAlignedMemory) {
  Elements e(8);
  e.allocate(64, AllocationKind::Aligned);
  e.write();
  EXPECT_THAT(check(e.f, Confidence::Low), IsEmpty());
}

TEST(RulePadding, RoomToAlignByHand) {
  Elements e(8);
  e.allocate(16);
  e.f.at(e.main).allocations.back().sum = true; // n * (sizeof(struct Slot) + 64)
  e.write();
  EXPECT_THAT(check(e.f), IsEmpty());
}

TEST(RulePadding, UsedBytesThatNeverMeetOnUnalignedMemory) {
  Elements e(1);
  e.allocate(16);
  e.write();
  EXPECT_THAT(check(e.f, Confidence::Low), IsEmpty());
}

TEST(RulePadding, AtomicsOnUnalignedMemoryAreSharedWithWhateverLiesBeside) {
  Elements e(1);
  e.f.at(*e.f.at(e.slot).record).members[0].type = e.f.atomic(8);
  e.allocate(16, AllocationKind::New);
  e.f.update(e.worker, e.f.variable(e.slots).deref().index(Provenance::ThreadId).member("counts"),
             kAtomicInLoop);
  const auto found = check(e.f);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].message, HasSubstr("whatever lies before or behind"));
}

TEST(RulePadding, NumbersThatAreChangedAtomicallyAreShared) {
  const auto found = [](const test::How &how) {
    FactsBuilder f;
    const auto slot = f.record("Slot", {{"added", f.plain(8)}}, 64);
    const auto slots = f.global("slots", f.pointer(slot));
    FactAllocation made;
    made.target = f.variable(slots).designator();
    made.kind = AllocationKind::Calloc;
    made.element = slot;
    made.alignment = 16;
    made.count = "cpus * (sizeof(Slot))";
    made.how = "calloc";
    made.place = {FileIndex(0), 100, 1};
    f.at(f.function("make")).allocations.push_back(made);
    f.update(f.function("add"), f.variable(slots).deref().index(Provenance::Hash).member("added"),
             how);
    return check(f);
  };
  EXPECT_THAT(found(test::kAtomic), SizeIs(1));
  EXPECT_THAT(found({}), IsEmpty());
}

TEST(RulePadding, AttributeWithoutEffect) {
  FactsBuilder f;
  recordOf(f, f.record("Cpu", {{"events", f.plain(8)}})).lost_alignment = "____cacheline_aligned";
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
  EXPECT_THAT(findings[0].message, HasSubstr("'____cacheline_aligned' of record 'Cpu'"));
}

TEST(RulePadding, PaddedToHalfALine) {
  FactsBuilder f;
  const TypeIndex pad = f.array(f.plain(1, "char"), 24, "CACHE_LINE - sizeof(long)");
  const TypeIndex slot = f.record("Slot", {{"count", f.plain(8)}, {"pad", pad}});
  f.member(slot, "pad").padding = true;
  const VariableIndex slots = f.global("slots", f.array(slot, 16));
  const FunctionIndex main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true);
  f.update(worker, f.variable(slots).index(Provenance::ThreadId).member("count"), kInLoop);
  ASSERT_THAT(check(f), SizeIs(1));
  EXPECT_THAT(check(f)[0].message, HasSubstr("'pad' pads 'Slot' to 32 bytes"));
}

/// `head`, padding, `tail`, written by two threads.
FactsBuilder paddedPair(std::uint64_t bytes) {
  FactsBuilder f;
  const TypeIndex ring = f.record(
      "Ring",
      {{"head", f.atomic()}, {"pad", f.array(f.plain(1, "char"), bytes)}, {"tail", f.atomic()}});
  f.member(ring, "pad").padding = true;
  const VariableIndex global = f.global("ring", ring);
  const FunctionIndex main = f.function("main"), push = f.function("push"), pop = f.function("pop");
  f.start(main, push);
  f.start(main, pop);
  f.update(push, f.variable(global).member("head"), kAtomicInLoop);
  f.update(pop, f.variable(global).member("tail"), kAtomicInLoop);
  return f;
}

TEST(RulePadding, PaddingBetweenMembers) {
  const auto findings = check(paddedPair(48));
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].members[0].path, "head");
  EXPECT_EQ(findings[0].members[1].path, "tail");
  EXPECT_THAT(check(paddedPair(56), Confidence::Low), IsEmpty());
}

/// `top` on a line of its own but for `bottom`, which the owner moves, and thieves do not.
TEST(RulePadding, FollowersInTheLineOfAnAlignedMember) {
  for (const bool thief_moves_both : {false, true}) {
    FactsBuilder f;
    const TypeIndex deque = f.record("Deque", {{"top", f.atomic()}, {"bottom", f.atomic()}}, 64);
    f.member(deque, "top").declared_align = 64;
    const VariableIndex global = f.global("deque", deque);
    const FunctionIndex main = f.function("main"), owner = f.function("owner");
    const FunctionIndex push = f.function("push"), steal = f.function("steal");
    f.start(main, owner);
    f.start(main, steal, true);
    f.call(owner, push, 1);
    for (const char *end : {"top", "bottom"})
      f.update(owner, f.variable(global).member(end), kAtomicInLoop);
    f.update(push, f.variable(global).member("bottom"), kAtomicInLoop);
    f.update(steal, f.variable(global).member("top"), kAtomicInLoop);
    if (thief_moves_both)
      f.update(steal, f.variable(global).member("bottom"), kAtomicInLoop);
    EXPECT_THAT(check(f), SizeIs(thief_moves_both ? 0 : 1));
  }
}

TEST(RulePadding, VectorsAlignForOtherReasons) {
  FactsBuilder f;
  const TypeIndex vec = f.record("Vec8", {{"lanes", f.array(f.plain(4, "float"), 8)}}, 32);
  (void)f.global("all", f.array(vec, 100));
  EXPECT_THAT(check(f, Confidence::Low), IsEmpty());
}

TEST(RulePadding, ConstructiveSize) {
  FactsBuilder f;
  recordOf(f, f.record("Counter", {{"value", f.atomic()}}, 64)).constructive = true;
  ASSERT_THAT(check(f), SizeIs(1));
  EXPECT_THAT(check(f)[0].message, HasSubstr("constructive"));
}

TEST(RulePadding, AlignedArrayOfSmallElements) {
  FactsBuilder f;
  const VariableIndex counts = f.global("counts", f.array(f.plain(8), 16), 64);
  const FunctionIndex main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true);
  f.update(worker, f.variable(counts).index(Provenance::ThreadId), kInLoop);
  ASSERT_THAT(check(f), SizeIs(1));
  EXPECT_THAT(check(f)[0].message, HasSubstr("threads write elements 8 bytes apart"));
}

// As recordings name it, so that both are joined.
TEST(RulePadding, AlignedArrayOfSmallElementsHasTheirMembers) {
  FactsBuilder f;
  const TypeIndex shard = f.record("Shard", {{"hits", f.plain(8)}, {"misses", f.plain(8)}});
  const VariableIndex shards = f.global("shards", f.array(shard, 16), 64);
  const FunctionIndex main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true);
  f.update(worker, f.variable(shards).index(Provenance::ThreadId).member("misses"), kInLoop);
  const auto found = check(f);
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].members, SizeIs(1));
  EXPECT_EQ(found[0].members[0].path, "misses");
  EXPECT_EQ(found[0].members[0].offset, 8U);
  EXPECT_NE(found[0].members[0].declared, found[0].location);
}

TEST(RulePadding, NeedlessWhereNobodyWrites) {
  FactsBuilder f;
  const TypeIndex limit = f.record("Limit", {{"low", f.plain(4, "int")}}, 64);
  const VariableIndex limits = f.global("limits", f.array(limit, 4096));
  const FunctionIndex main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true);
  f.read(worker, f.variable(limits).index(Provenance::Loop).member("low"), kInLoop);
  const auto found = check(f, Confidence::Low, "fsfind-needless-padding");
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].advice, SizeIs(1));
  EXPECT_EQ(found[0].advice[0].remedy, Remedy::RemovePadding);
  EXPECT_EQ(found[0].advice[0].size_before, 64U);
  EXPECT_LT(found[0].advice[0].size_after, 64U);
  EXPECT_THAT(check(f, Confidence::Medium, "fsfind-needless-padding"), IsEmpty());
  f.update(worker, f.variable(limits).index(Provenance::Loop).member("low"), kInLoop);
  EXPECT_THAT(check(f, Confidence::Low, "fsfind-needless-padding"), IsEmpty());
}

TEST(RuleShards, NodesChosenByThread) {
  FactsBuilder f;
  const VariableIndex pools = f.global("numa_pools", f.array(f.plain(64), 8, "MAX_NUMA_NODES"));
  const FunctionIndex take = f.function("take");
  f.update(take, f.variable(pools).index(Provenance::ThreadHash, 0, "self % 8"), kInLoop);
  const auto findings = check(f, Confidence::Medium, "fsfind-shard-by-thread-id");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].message, "'numa_pools' is one for each NUMA node, but 'self % 8' chooses "
                                 "by thread: threads of one node use the memory of another");
}

TEST(RuleShards, NodesChosenByNodeAndOtherTables) {
  FactsBuilder f;
  const VariableIndex pools = f.global("numa_pools", f.array(f.plain(64), 8, "MAX_NUMA_NODES"));
  const VariableIndex stats = f.global("stats", f.array(f.plain(64), 8));
  const FunctionIndex take = f.function("take");
  f.update(take, f.variable(pools).index(Provenance::ThreadHash, 0, "numa_node()"), kInLoop);
  f.update(take, f.variable(stats).index(Provenance::ThreadHash, 0, "self % 8"), kInLoop);
  EXPECT_THAT(check(f, Confidence::Low, "fsfind-shard-by-thread-id"), IsEmpty());
}

} // namespace rulePaddingTest
} // namespace fsfind
