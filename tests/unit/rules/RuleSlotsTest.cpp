#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleSlotsTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder, Confidence least = Confidence::Medium) {
  return checkFacts(
      builder.build(),
      {.min_confidence = least, .suspects = true, .rules = {"fsfind-per-thread-slots"}});
}

/// Workers that each get the address of their own element of a global array.
struct Workers {
  explicit Workers(std::uint64_t size, std::uint64_t align = 0) {
    FactsBuilder::Members members{{"sum", f.plain(8)}};
    for (std::uint64_t at = 8; at < size; at += 8)
      members.push_back({"more" + std::to_string(at), f.plain(8)});
    slot = f.record("Slot", members, align);
    slots = f.global("slots", f.array(slot, 8), align);
    main = f.function("main");
    worker = f.function("worker");
  }
  void start(bool many = true) {
    f.start(main, worker, many).arguments = {
        {f.variable(slots).index(Provenance::SpawnLoop).address().designator(), {}}};
  }
  test::Path argument() { return f.parameter(0, f.pointer(slot)).deref(); }

  FactsBuilder f;
  TypeIndex slot;
  VariableIndex slots;
  FunctionIndex main, worker;
};

TEST(RuleSlots, ElementsPassedToThreads) {
  Workers w(16);
  w.start();
  w.f.update(w.worker, w.argument().member("sum"), kInLoop);
  const auto findings = check(w.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::High);
  EXPECT_EQ(findings[0].object.name, "slots");
  EXPECT_EQ(findings[0].record->name, "Slot");
  EXPECT_EQ(findings[0].members[0].path, "sum");
  EXPECT_THAT(findings[0].members[0].writers, ElementsAre("worker"));
  EXPECT_EQ(findings[0].location.line, w.f.build().variable(w.slots).place.line);
  EXPECT_THAT(findings[0].message,
              HasSubstr("elements are 16 bytes apart, so that 4 share one 64-byte cacheline"));
}

/// Two threads with functions of their own, and an array whose elements constants choose.
struct Numbered {
  explicit Numbered(std::uint64_t size = 8) : done(f.global("done", f.array(f.plain(size), 4))) {
    const FunctionIndex main = f.function("main");
    f.start(main, one);
    f.start(main, other);
  }
  void count(FunctionIndex in, std::uint32_t element) {
    f.update(in, f.variable(done).at(element), kInLoop);
  }

  FactsBuilder f;
  VariableIndex done;
  FunctionIndex one = f.function("one"), other = f.function("other");
};

TEST(RuleSlots, ConstantsChooseElementsOfDifferentThreads) {
  Numbered n;
  n.count(n.one, 0);
  n.count(n.other, 1);
  const auto findings = check(n.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].object.name, "done");
  ASSERT_THAT(findings[0].members, SizeIs(2));
  EXPECT_EQ(findings[0].members[1].path, "done[1]");
  EXPECT_THAT(findings[0].members[1].writers, ElementsAre("other"));
}

TEST(RuleSlots, ConstantsOfOneThreadOrFarApartAreNoFinding) {
  Numbered alone;
  alone.count(alone.one, 0);
  alone.count(alone.one, 1);
  EXPECT_THAT(check(alone.f, Confidence::Low), IsEmpty()) << "one thread writes both";
  Numbered same;
  same.count(same.one, 0);
  same.count(same.other, 0);
  EXPECT_THAT(check(same.f, Confidence::Low), IsEmpty()) << "the same element";
  Numbered large(64);
  large.count(large.one, 0);
  large.count(large.other, 1);
  EXPECT_THAT(check(large.f, Confidence::Low), IsEmpty()) << "elements as large as a line";
}

TEST(RuleSlots, QueuesAreSetUpByOneAndCountedByEach) {
  const auto count = [](Op op) {
    FactsBuilder f;
    const auto device = f.record("Device", {{"packets", f.array(f.plain(8), 16, "MAX_QUEUES")}});
    const auto run = f.function("run");
    auto packets = f.parameter(0, f.pointer(device)).deref().member("packets");
    f.access(run, op, packets.index(Provenance::Unknown, 0, "queue_id"), kInLoop);
    return check(f).size();
  };
  EXPECT_EQ(count(Op::ReadModifyWrite), 1U);
  EXPECT_EQ(count(Op::Write), 0U);
}

TEST(RuleSlots, OneThreadIsNoCrowd) {
  Workers w(16);
  w.start(false);
  w.f.update(w.worker, w.argument().member("sum"), kInLoop);
  EXPECT_THAT(check(w.f, Confidence::Low), IsEmpty());
}

TEST(RuleSlots, TwoStartsWithConstantElements) {
  Workers w(16);
  for (const std::uint32_t number : {0U, 1U})
    w.f.start(w.main, w.worker).arguments = {
        {w.f.variable(w.slots).at(number).address().designator(), {}}};
  w.f.update(w.worker, w.argument().member("sum"), kInLoop);
  EXPECT_THAT(check(w.f), SizeIs(1));
}

TEST(RuleSlots, OnlyReadByWorkers) {
  Workers w(16);
  w.start();
  w.f.read(w.worker, w.argument().member("sum"), kInLoop);
  EXPECT_THAT(check(w.f, Confidence::Low), IsEmpty());
}

TEST(RuleSlots, OneStoreAtTheEndIsLow) {
  Workers w(16);
  w.start();
  w.f.write(w.worker, w.argument().member("sum"));
  EXPECT_THAT(check(w.f), IsEmpty());
  EXPECT_THAT(check(w.f, Confidence::Low), SizeIs(1));
}

TEST(RuleSlots, WhatTheSpawnerWritesDoesNotCount) {
  Workers w(16);
  w.f.write(w.main, w.f.variable(w.slots).index(Provenance::SpawnLoop).member("sum"), kInLoop);
  w.start();
  w.f.write(w.main, w.f.variable(w.slots).index(Provenance::SpawnLoop).member("sum"), kInLoop);
  EXPECT_THAT(check(w.f, Confidence::Low), IsEmpty());
}

TEST(RuleSlots, ElementsOfALineOnAnAlignedBase) {
  Workers w(64, 64);
  w.start();
  w.f.update(w.worker, w.argument().member("sum"), kInLoop);
  w.f.update(w.worker, w.argument().member("more56"), kInLoop);
  EXPECT_THAT(check(w.f, Confidence::Low), IsEmpty());
}

TEST(RuleSlots, ElementsOfALineOnAnUnalignedBase) {
  Workers w(64);
  w.start();
  w.f.update(w.worker, w.argument().member("sum"), kInLoop);
  EXPECT_THAT(check(w.f, Confidence::Low), IsEmpty()) << "the used bytes are a line apart";
  w.f.update(w.worker, w.argument().member("more56"), kInLoop);
  const auto findings = check(w.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
}

TEST(RuleSlots, LargeElementsMeetAtTheirEdges) {
  Workers w(200);
  w.start();
  w.f.update(w.worker, w.argument().member("sum"), kInLoop);
  EXPECT_THAT(check(w.f, Confidence::Low), IsEmpty());
  w.f.update(w.worker, w.argument().member("more192"), kInLoop);
  const auto findings = check(w.f, Confidence::Low);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
}

TEST(RuleSlots, LargeElementsWithOneHotEndAreLow) {
  Workers w(200);
  w.start();
  w.f.update(w.worker, w.argument().member("sum"), kInLoop);
  w.f.write(w.main, w.f.variable(w.slots).index(Provenance::SpawnLoop).member("more192"));
  EXPECT_THAT(check(w.f), IsEmpty());
}

TEST(RuleSlots, NumberPassedToTheThread) {
  FactsBuilder f;
  const auto sums = f.global("sums", f.array(f.plain(8), 8));
  const auto main = f.function("main"), worker = f.function("worker");
  const auto add = f.function("add");
  FactArgument number;
  number.value.edit().from = Provenance::SpawnLoop;
  f.start(main, worker, true).arguments = {number};
  number.value.edit().from = Provenance::Parameter;
  f.call(worker, add, 1).arguments = {number};
  f.update(add, f.variable(sums).index(Provenance::Parameter, 0, "n"));
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::High);
}

TEST(RuleSlots, NumberStoredInTheArgument) {
  Workers w(16);
  FactsBuilder &f = w.f;
  const auto sums = f.global("sums", f.array(f.plain(8), 8));
  auto &stored = f.write(w.main, f.variable(w.slots).index(Provenance::Loop).member("sum"));
  stored.value.edit().from = Provenance::Loop;
  w.start();
  FactIndex member;
  auto path = f.variable(sums).index(Provenance::Member, 0, "id");
  auto &access = f.update(w.worker, path, kInLoop);
  access.what.steps.back().index.edit().record = f.at(w.slot).record;
  EXPECT_THAT(check(f), SizeIs(1));
}

TEST(RuleSlots, PointerStoredInTheArgument) {
  FactsBuilder f;
  const auto sums = f.global("sums", f.array(f.plain(8), 8));
  const auto type = f.record("Argument", {{"sum", f.pointer(f.plain(8))}});
  const auto main = f.function("main"), worker = f.function("worker");
  const auto all = f.local("arguments", f.array(type, 8), main, true);
  f.write(main, f.variable(all).index(Provenance::Loop).member("sum")).stored =
      f.variable(sums).index(Provenance::Loop).address().designator();
  f.start(main, worker, true).arguments = {
      {f.variable(all).index(Provenance::SpawnLoop).address().designator(), {}}};
  f.update(worker, f.parameter(0, f.pointer(type)).deref().member("sum").deref(), kInLoop);
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].object.name, "sums");
}

TEST(RuleSlots, LibraryCodeThatAsksForItsThread) {
  FactsBuilder f;
  const auto counters = f.global("counters", f.array(f.plain(8), 128, "RTE_MAX_LCORE"));
  const auto count = f.function("count");
  f.update(count, f.variable(counters).index(Provenance::ThreadId, 0, "rte_lcore_id()"));
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
}

TEST(RuleSlots, NamesAloneNeedTheArraysWord) {
  for (const char *extent : {"MAX_THREADS", "16"}) {
    FactsBuilder f;
    const auto counters = f.global("counters", f.array(f.plain(8), 16, extent));
    const auto count = f.function("count");
    f.update(count, f.variable(counters).index(Provenance::Unknown, 0, "tid"));
    EXPECT_THAT(check(f), SizeIs(extent[0] == 'M' ? 1 : 0));
    EXPECT_THAT(check(f, Confidence::Low), SizeIs(1));
  }
}

TEST(RuleSlots, ALoopOverAllElementsIsNoThreads) {
  FactsBuilder f;
  const auto counters = f.global("counters", f.array(f.plain(8), 16, "MAX_THREADS"));
  f.update(f.function("dump"), f.variable(counters).index(Provenance::Loop, 0, "tid"), kInLoop);
  EXPECT_THAT(check(f, Confidence::Low), IsEmpty());
}

TEST(RuleSlots, HashedLocks) {
  FactsBuilder f;
  const auto locks = f.global("locks", f.array(f.lock(4), 16, "16"));
  const auto put = f.function("put");
  f.update(put, f.variable(locks).index(Provenance::Hash, 0, "h % 16"), kAtomic).acquire_lock =
      true;
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
  EXPECT_THAT(findings[0].message, HasSubstr("16 share one 64-byte cacheline"));
}

TEST(RuleSlots, HashedLocksOfALineEach) {
  FactsBuilder f;
  const auto lock = f.record("PaddedLock", {{"lock", f.lock(4)}}, 64);
  const auto locks = f.global("locks", f.array(lock, 16, "16"), 64);
  f.update(f.function("put"), f.variable(locks).index(Provenance::Hash).member("lock"), kAtomic);
  EXPECT_THAT(check(f, Confidence::Low), IsEmpty());
}

TEST(RuleSlots, ManyBucketsWithLocksAreNoShards) {
  FactsBuilder f;
  const auto bucket = f.record("Bucket", {{"lock", f.lock(4)}, {"first", f.plain(8)}});
  const auto buckets = f.global("buckets", f.array(bucket, 65536));
  f.update(f.function("put"), f.variable(buckets).index(Provenance::Hash).member("lock"), kAtomic);
  EXPECT_THAT(check(f), IsEmpty());
}

TEST(RuleSlots, PlainTablesByHashAreNoSlots) {
  FactsBuilder f;
  const auto table = f.global("table", f.array(f.plain(8), 64));
  f.write(f.function("put"), f.variable(table).index(Provenance::Hash), kInLoop);
  EXPECT_THAT(check(f, Confidence::Low), IsEmpty());
}

TEST(RuleSlots, HashedLocksWithPaddingBesideThem) {
  FactsBuilder f;
  const auto lock = f.record("PaddedLock", {{"lock", f.lock(4)}, {"pad", f.array(f.plain(1), 28)}});
  f.member(lock, "pad").padding = true;
  const auto locks = f.global("locks", f.pointer(lock));
  const auto put = f.function("put");
  f.update(put, f.variable(locks).deref().index(Provenance::Hash).member("lock"), kAtomic)
      .acquire_lock = true;
  EXPECT_THAT(check(f), SizeIs(1)) << "though nobody knows how many there are";
}

TEST(RuleSlots, AtomicsByHashAreATableUnlessFoldedToFew) {
  FactsBuilder f;
  const auto bits = f.global("bits", f.pointer(f.atomic()));
  const auto add = f.function("add");
  f.update(add, f.variable(bits).deref().index(Provenance::Hash, 0, "h ^ i"), kAtomicInLoop);
  EXPECT_THAT(check(f), IsEmpty());
  f.update(add, f.variable(bits).deref().index(Provenance::Hash, 0, "h % n"), kAtomicInLoop);
  EXPECT_THAT(check(f), SizeIs(1));
}

TEST(RuleSlots, VectorOfPerThreadElements) {
  FactsBuilder f;
  const auto main = f.function("main"), body = f.function("lambda");
  f.at(body).kind = FunctionKind::Lambda;
  f.at(body).parent = main;
  const auto sums = f.local("sums", f.container(f.plain(8)), main, true);
  f.start(main, body, true);
  f.update(body, f.variable(sums).deref().index(Provenance::SpawnLoop), kInLoop);
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].object.kind, ObjectKind::Heap);
  EXPECT_EQ(findings[0].confidence, Confidence::High);
}

TEST(RuleSlots, SeparatelyAllocatedObjectsAreNotNeighboursInTheArray) {
  Workers w(16);
  FactsBuilder &f = w.f;
  const auto pointers = f.global("pointers", f.array(f.pointer(w.slot), 8));
  f.start(w.main, w.worker, true).arguments = {
      {f.variable(pointers).index(Provenance::SpawnLoop).designator(), {}}};
  f.update(w.worker, w.argument().member("sum"), kInLoop);
  EXPECT_THAT(check(f), IsEmpty());
}

} // namespace ruleSlotsTest
} // namespace fsfind
