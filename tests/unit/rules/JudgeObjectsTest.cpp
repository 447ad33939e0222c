// Findings on objects that have a type and no static variable.
#include "rules/measured/findings/Judge.h"
#include "rules/model/RuleIds.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace judgeObjectsTest {

using test::ProfileBuilder;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::SizeIs;
using testing::StartsWith;

constexpr std::uint64_t kHeap = 0x5000;

TargetIndex heapObject(ProfileBuilder &builder, const std::string &type, std::uint64_t address,
                       std::uint64_t size) {
  const TargetIndex target = builder.global("", type, address, size);
  Target &what = builder.target(target);
  what.object.kind = ObjectKind::Heap;
  what.object.declared = {"/src/" + type + ".h", 5, 8};
  what.evidence = Evidence::AccessSite;
  return target;
}

/// Threads 10 and 11 write one target each and meet each other's stores.
Finding fight(ProfileBuilder &builder, TargetIndex first, TargetIndex second) {
  builder.line(kHeap);
  builder.store(10, first, 100).load(10, first, 60, 50);
  builder.store(11, second, 100).load(11, second, 60, 50);
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  EXPECT_THAT(found, SizeIs(1));
  return found.empty() ? Finding{} : found.front();
}

constexpr std::string_view kCounts = ": 2 writer threads, 100 HITM, 100.0% of sampled latency";

TEST(JudgeObjects, MembersOfAHeapObjectAreTold) {
  ProfileBuilder builder;
  const TargetIndex queue = heapObject(builder, "Queue", kHeap, 64);
  const Finding finding =
      fight(builder, builder.member(queue, "head", 0), builder.member(queue, "tail", 8));
  EXPECT_EQ(finding.rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(finding.confidence, Confidence::High);
  EXPECT_EQ(finding.object.type, "Queue");
  EXPECT_EQ(finding.message, "members head (written by thread 10) and tail (written by thread 11) "
                             "of Queue on the heap share a cacheline" +
                                 std::string(kCounts));
  EXPECT_EQ(finding.conflict, Conflict::WriteWrite);
  EXPECT_FALSE(finding.allocator_induced);
}

/// Thread 10 writes four numbers; each reader of `readers` loads those of its list. So many of the
/// 50 contended loads of a number met bytes that were written.
Finding ofFourNumbers(const std::vector<std::vector<std::uint64_t>> &readers,
                      std::uint64_t essential) {
  ProfileBuilder builder;
  builder.line(0x1000);
  std::vector<TargetIndex> numbers;
  for (std::uint64_t i = 0; i < 4; ++i)
    numbers.push_back(builder.global("data", "long", 0x1000 + 8 * i, 8, i));
  for (const TargetIndex number : numbers)
    builder.store(10, number, 50);
  std::uint32_t tid = 11;
  for (const std::vector<std::uint64_t> &read : readers) {
    for (const std::uint64_t i : read) {
      builder.load(tid, numbers[i], 60, 50);
      builder.last().essential = essential;
      builder.last().useless = 50 - essential;
    }
    ++tid;
  }
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  return found.empty() ? Finding{} : found.front();
}

TEST(JudgeObjects, NumbersThatOneThreadWritesAndOthersReadAllOfAreNotPadded) {
  for (const auto &readers : {std::vector<std::vector<std::uint64_t>>{{0, 1, 2, 3}},
                              std::vector<std::vector<std::uint64_t>>{{0, 1, 2, 3}, {1, 2}}}) {
    const Finding finding = ofFourNumbers(readers, 25);
    EXPECT_EQ(finding.rule, kRuleContendedAtomic);
    EXPECT_TRUE(finding.advice.empty());
    EXPECT_THAT(finding.no_advice, testing::HasSubstr("no layout helps"));
  }
  // A box for each reader, or buffers in turn: a cacheline each parts them.
  EXPECT_EQ(ofFourNumbers({{0}, {1}, {2}, {3}}, 0).rule, kRulePerThreadSlots);
  EXPECT_EQ(ofFourNumbers({{0, 1, 2, 3}}, 0).rule, kRulePerThreadSlots);
}

TEST(JudgeObjects, WhatLayThereBeforeDoesNotNameWhatLiesThereNow) {
  ProfileBuilder builder;
  const TargetIndex store = heapObject(builder, "Store", kHeap, 64);
  const TargetIndex lock = builder.member(store, "lock", 16, 24);
  const TargetIndex text = heapObject(builder, "std::string", kHeap + 16, 16);
  builder.line(kHeap).store(9, text, 2); // freed before
  for (const std::uint32_t thread : {10U, 11U})
    builder.store(thread, lock, 100).load(thread, lock, 60, 50);
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].object.type, "Store");
  EXPECT_EQ(found[0].members.at(0).path, "lock");
}

TEST(JudgeObjects, WhatWasUsedMuchByOneThreadDoesNotNameWhatOthersContendFor) {
  ProfileBuilder builder;
  const TargetIndex lock = heapObject(builder, "Lock", kHeap + 16, 16);
  const TargetIndex text = heapObject(builder, "std::string", kHeap + 16, 16);
  builder.line(kHeap).store(9, text, 5000); // freed before
  for (const std::uint32_t thread : {10U, 11U})
    builder.store(thread, lock, 100).load(thread, lock, 60, 50);
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].object.type, "Lock");
}

TEST(JudgeObjects, ElementsWithoutAnIndexAreElementsOfTheirType) {
  ProfileBuilder builder;
  const TargetIndex a = heapObject(builder, "Shard", kHeap, 16);
  const TargetIndex b = heapObject(builder, "Shard", kHeap + 16, 16);
  builder.target(a).object.of_array = builder.target(b).object.of_array = true;
  const Finding finding =
      fight(builder, builder.member(a, "hits", 0), builder.member(b, "hits", 0));
  EXPECT_EQ(finding.rule, "fsfind-per-thread-slots");
  EXPECT_EQ(finding.message, "elements of Shard[] (16 bytes each) on the heap share a cacheline" +
                                 std::string(kCounts));
  EXPECT_EQ(finding.location, (Place{"/src/Shard.h", 5, 8}));
  EXPECT_FALSE(finding.allocator_induced);
}

/// Two elements of arrays in blocks of 32 bytes.
Finding ofArrays(std::uint64_t second_block) {
  ProfileBuilder builder;
  const TargetIndex a = heapObject(builder, "long", kHeap, 8);
  const TargetIndex b = heapObject(builder, "long", kHeap + 32, 8);
  for (const TargetIndex target : {a, b}) {
    Object &object = builder.target(target).object;
    object.of_array = true;
    object.block_address = target == a ? kHeap : second_block;
    object.block_size = 32;
    object.allocated = {"makeLanes", {"/src/lanes.c", 40, 9}};
  }
  return fight(builder, a, b);
}

TEST(JudgeObjects, ArraysOfOneWriterEachAreNeighboursByTheAllocator) {
  const Finding finding = ofArrays(kHeap + 32);
  EXPECT_TRUE(finding.allocator_induced);
  EXPECT_EQ(finding.message, "separate arrays long[] (32 bytes each) on the heap, allocated in "
                             "makeLanes, share a cacheline" +
                                 std::string(kCounts));
  EXPECT_EQ(finding.object.block_size, 32U);
  EXPECT_THAT(finding.allocations, ElementsAre(Place{"/src/lanes.c", 40, 9}));
  const Finding of_one = ofArrays(kHeap);
  EXPECT_FALSE(of_one.allocator_induced) << "one array, of which threads write elements";
  EXPECT_THAT(of_one.allocations, SizeIs(0));
}

/// Two elements of which all threads read a member, and add to the other if `all`, else to that of
/// their own element.
Finding readAndAdded(bool all) {
  ProfileBuilder builder;
  const TargetIndex elements[] = {heapObject(builder, "Cluster", kHeap, 16),
                                  heapObject(builder, "Cluster", kHeap + 16, 16)};
  builder.line(kHeap);
  for (const std::uint32_t i : {0U, 1U}) {
    builder.target(elements[i]).object.of_array = true;
    const TargetIndex center = builder.member(elements[i], "center", 0);
    const TargetIndex sum = builder.member(elements[i], "sum", 8);
    for (const std::uint32_t thread : {10U, 11U}) {
      builder.load(thread, center, 60, 50);
      if (all || thread == 10 + i)
        builder.store(thread, sum, 50).load(thread, sum, 20, 10);
    }
  }
  const Profile profile = builder.build();
  const std::vector<Finding> found = judge(profile, {}).findings;
  return found.empty() ? Finding() : found.front();
}

TEST(JudgeObjects, ThreadsMeetWithinElementsThatAllReadAndWrite) {
  EXPECT_EQ(readAndAdded(true).rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(readAndAdded(false).rule, "fsfind-per-thread-slots");
}

TEST(JudgeObjects, SeparateObjectsOfOneTypeAreInstances) {
  ProfileBuilder builder;
  const TargetIndex a = heapObject(builder, "Shard", kHeap, 16);
  const TargetIndex b = heapObject(builder, "Shard", kHeap + 32, 16);
  for (const TargetIndex target : {a, b}) {
    builder.target(target).object.allocated = {"makeShards", {"/src/shard.cpp", 40, 9}};
    builder.target(target).record = RecordInfo{"Shard", {"/src/Shard.h", 5, 8}, 16, 0};
  }
  const Finding finding = fight(builder, a, b);
  EXPECT_TRUE(finding.allocator_induced);
  EXPECT_EQ(finding.message, "instances of Shard (16 bytes each) on the heap share a cacheline" +
                                 std::string(kCounts));
  EXPECT_THAT(
      finding.related,
      Contains(AllOf(Field(&RelatedPlace::place, (Place{"/src/shard.cpp", 40, 9})),
                     Field(&RelatedPlace::message, "Shard is allocated here, in makeShards"))));
}

TEST(JudgeObjects, NeighboursOfDifferentTypesAreSeparateObjects) {
  ProfileBuilder builder;
  const TargetIndex queue = heapObject(builder, "Queue", kHeap, 24);
  const TargetIndex stats = heapObject(builder, "Stats", kHeap + 32, 16);
  const Finding finding =
      fight(builder, builder.member(queue, "head", 0), builder.member(stats, "sum", 8));
  EXPECT_EQ(finding.rule, "fsfind-adjacent-objects");
  EXPECT_EQ(finding.sharing, Sharing::False);
  EXPECT_EQ(finding.record, std::nullopt);
  ASSERT_THAT(finding.members, SizeIs(2));
  EXPECT_EQ(finding.members[0].path, "Queue.head");
  EXPECT_EQ(finding.members[1].path, "Stats.sum");
  EXPECT_EQ(finding.message, "separate objects on the heap, Queue.head (written by thread 10) and "
                             "Stats.sum (written by thread 11), share a cacheline" +
                                 std::string(kCounts));
}

TEST(JudgeObjects, ObjectsThatTouchMayBePartsOfOne) {
  ProfileBuilder builder;
  const TargetIndex queue = heapObject(builder, "Queue", kHeap, 24);
  const TargetIndex stats = heapObject(builder, "Stats", kHeap + 24, 16);
  EXPECT_THAT(fight(builder, queue, stats).message,
              StartsWith("data on the heap, Queue (written by thread 10) and Stats (written by "
                         "thread 11), share a cacheline"));
}

TEST(JudgeObjects, NumbersSideBySideAreNotCalledSeparate) {
  ProfileBuilder builder;
  const TargetIndex number = heapObject(builder, "long", kHeap, 8);
  const TargetIndex other = heapObject(builder, "double", kHeap + 8, 8);
  builder.target(number).certainty = builder.target(other).certainty = Certainty::Likely;
  const Finding finding = fight(builder, number, other);
  EXPECT_EQ(finding.confidence, Confidence::Medium);
  EXPECT_THAT(finding.message, StartsWith("data on the heap, long (written by thread 10) and "
                                          "double (written by thread 11), share a cacheline"));
}

TEST(JudgeObjects, VariablesOfAFrameNameItsFunction) {
  ProfileBuilder builder;
  const TargetIndex done = heapObject(builder, "bool", kHeap, 1);
  const TargetIndex sum = heapObject(builder, "long", kHeap + 8, 8);
  for (const auto &[target, name] : {std::pair(done, "done"), std::pair(sum, "sum")}) {
    Object &object = builder.target(target).object;
    object.kind = ObjectKind::Stack;
    object.name = name;
    object.function = "main";
  }
  EXPECT_THAT(fight(builder, done, sum).message,
              StartsWith("variables done (written by thread 10) and sum (written by thread 11) on "
                         "the stack of main() share a cacheline"));
}

TEST(JudgeObjects, ADoubtfulNameIsNeverMoreThanLow) {
  ProfileBuilder builder;
  const TargetIndex queue = heapObject(builder, "Queue", kHeap, 64);
  const TargetIndex head = builder.member(queue, "head", 0);
  const TargetIndex tail = builder.member(queue, "tail", 8);
  builder.target(tail).certainty = Certainty::Doubtful;
  EXPECT_EQ(fight(builder, head, tail).confidence, Confidence::Low);
}

TEST(JudgeObjects, AGuessedNameIsNeverMoreThanMedium) {
  ProfileBuilder builder;
  const TargetIndex queue = heapObject(builder, "Queue", kHeap, 64);
  const TargetIndex head = builder.member(queue, "head", 0);
  const TargetIndex tail = builder.member(queue, "tail", 8);
  builder.target(head).certainty = Certainty::Likely;
  EXPECT_EQ(fight(builder, head, tail).confidence, Confidence::Medium);
}

TEST(JudgeObjects, MembersBesideAnArrayOfTheSameObjectAreNoInstances) {
  ProfileBuilder builder;
  const TargetIndex queue = heapObject(builder, "Queue", kHeap, 64);
  const Finding finding =
      fight(builder, builder.member(queue, "head", 0), builder.member(queue, "lanes[1]", 16));
  EXPECT_EQ(finding.rule, "fsfind-adjacent-thread-fields");
  EXPECT_THAT(finding.message,
              StartsWith("members head (written by thread 10) and lanes[1] (written by thread 11) "
                         "of Queue on the heap share a cacheline"));
}

/// A record of slots that thread 11 fills and thread 10 reads, beside two indices that both read.
/// Each thread moves one of the indices so often.
ProfileBuilder ring(std::uint64_t moves, std::uint64_t contended_indices,
                    std::uint64_t contended_slots) {
  ProfileBuilder builder;
  builder.line(kHeap);
  const TargetIndex ring = builder.global("ring", "Ring", kHeap, 64);
  const TargetIndex head = builder.member(ring, "head", 0), tail = builder.member(ring, "tail", 8);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const TargetIndex slot = builder.member(ring, "slots[" + std::to_string(i) + "]", 16 + 8 * i);
    builder.store(11, slot, 50).load(10, slot, 50, contended_slots / 4);
  }
  builder.load(11, head, 50, contended_indices / 2).load(10, tail, 50, contended_indices / 2);
  if (moves != 0)
    builder.store(10, head, moves).store(11, tail, moves);
  return builder;
}

std::string ruleOf(ProfileBuilder builder) {
  const std::vector<Finding> found = judge(builder.build(), {}).findings;
  EXPECT_THAT(found, SizeIs(1));
  return found.empty() ? std::string() : std::string(found.front().rule);
}

TEST(JudgeObjects, IndicesThatFightBesideTheSlotsOfARingAreNoSlots) {
  EXPECT_EQ(ruleOf(ring(200, 100, 40)), "fsfind-adjacent-thread-fields");
}

// As buffers that two threads swap: most contended loads are of the indices, which hardly change.
TEST(JudgeObjects, SlotsThatDisturbReadersOfIndicesAreSlots) {
  EXPECT_EQ(ruleOf(ring(0, 100, 40)), "fsfind-per-thread-slots");
}

TEST(JudgeObjects, ElementsOfOneThreadAloneAreNoSlots) {
  ProfileBuilder builder;
  builder.line(kHeap);
  const TargetIndex ring = builder.global("ring", "Ring", kHeap, 64);
  const TargetIndex head = builder.member(ring, "head", 0);
  const TargetIndex first = builder.member(ring, "slots[0]", 8);
  const TargetIndex second = builder.member(ring, "slots[1]", 16);
  builder.store(10, head, 50).load(10, head, 50, 20);
  builder.store(11, first, 50).load(11, first, 50, 30).store(11, second, 50);
  EXPECT_EQ(ruleOf(builder), "fsfind-adjacent-thread-fields");
}

TEST(JudgeObjects, ElementsThatAreOnlyReadAreNoSlots) {
  ProfileBuilder builder;
  builder.line(kHeap);
  const TargetIndex table = builder.global("table", "Table", kHeap, 64);
  builder.store(10, builder.member(table, "hits", 0), 200);
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::string path = "limits[" + std::to_string(i) + "]";
    builder.load(11 + i, builder.member(table, path, 8 + 8 * i), 50, 40).last().useless = 40;
  }
  EXPECT_EQ(ruleOf(builder), "fsfind-adjacent-thread-fields");
}

// Each of a thread's own: what lies beside an array in one of them meets the others.
TEST(JudgeObjects, ElementsWithArraysInThemAreSlots) {
  ProfileBuilder builder;
  builder.line(kHeap);
  const TargetIndex logs = builder.global("logs", "Log[4]", kHeap, 64);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const TargetIndex n = builder.member(logs, "[" + std::to_string(i) + "].n", 16 * i);
    builder.store(10 + i, n, 50).load(10 + i, n, 50, 20);
  }
  builder.store(12, builder.member(logs, "[2].buf[1]", 44), 10);
  EXPECT_EQ(ruleOf(builder), "fsfind-per-thread-slots");
}

TEST(JudgeObjects, LaneElementsWithoutAnObjectAreSlots) {
  ProfileBuilder builder;
  const TargetIndex a = heapObject(builder, "Many", kHeap + 16, 16);
  const TargetIndex b = heapObject(builder, "Many", kHeap + 32, 16);
  const Finding finding =
      fight(builder, builder.member(a, "slots[].hits", 0), builder.member(b, "slots[].hits", 0));
  EXPECT_EQ(finding.rule, "fsfind-per-thread-slots");
  EXPECT_THAT(finding.message,
              StartsWith("elements of slots[].hits in Many on the heap share a cacheline"));
}

TEST(JudgeObjects, WhatAPointerHoldsIsCalledByItAndItsTypeByItself) {
  ProfileBuilder builder;
  const TargetIndex locks = builder.global("", "mutex", 0x4000, 8, 0);
  Object &object = builder.target(locks).object;
  object.kind = ObjectKind::Heap;
  object.holder = "item_locks";
  object.allocated = {"makeLocks", {"/src/locks.c", 9, 3}};
  builder.line(0x4000);
  builder.store(1, locks, 100).load(1, locks, 100, 40);
  builder.store(2, locks, 100).load(2, locks, 100, 40);
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  ASSERT_EQ(report.findings.size(), 1U);
  const Finding &found = report.findings.front();
  EXPECT_EQ(found.location, (Place{"/src/locks.c", 9, 3}));
  EXPECT_EQ(found.message.substr(0, 10), "item_locks");
  ASSERT_FALSE(found.related.empty());
  EXPECT_EQ(found.related.front().message, "mutex is declared here");
}

} // namespace judgeObjectsTest
} // namespace fsfind
