#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleSlotsOwnedTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder, Confidence least = Confidence::Medium) {
  return checkFacts(
      builder.build(),
      {.min_confidence = least, .suspects = true, .rules = {"fsfind-per-thread-slots"}});
}

/// A library whose threads each take a record of a table.
struct Table {
  Table() {
    slot = f.record("Slot", {{"owner", f.plain(8)}, {"epoch", f.plain(8)}});
    slots = f.global("slots", f.array(slot, 64));
    take = f.function("take");
    use = f.function("use");
  }
  void writeThroughPointer() {
    f.write(use, f.parameter(0, f.pointer(slot)).deref().member("epoch"), kInLoop);
  }
  FactsBuilder f;
  TypeIndex slot;
  VariableIndex slots;
  FunctionIndex take, use;
};

TEST(RuleSlotsOwned, ElementKeptInAThreadLocalPointer) {
  Table t;
  t.writeThroughPointer();
  EXPECT_THAT(check(t.f), IsEmpty());
  const auto mine = t.f.global("mine", t.f.pointer(t.slot));
  t.f.at(mine).storage = Storage::ThreadLocal;
  t.f.write(t.take, t.f.variable(mine)).stored =
      t.f.variable(t.slots).index(Provenance::Loop).address().designator();
  EXPECT_THAT(check(t.f), SizeIs(1));
}

TEST(RuleSlotsOwned, ElementWithItsThreadsNumber) {
  Table t;
  t.writeThroughPointer();
  t.f.write(t.take, t.f.variable(t.slots).index(Provenance::Loop).member("owner"))
      .value.edit()
      .from = Provenance::ThreadId;
  EXPECT_THAT(check(t.f), SizeIs(1));
  t.f.record("Holder", {{"part", t.slot}});
  EXPECT_THAT(check(t.f), IsEmpty()) << "a pointer may lead to a part of something else";
}

TEST(RuleSlotsOwned, ArrayOfTheThreadItself) {
  FactsBuilder f;
  const auto events = f.global("events", f.pointer(f.plain(8)));
  f.update(f.function("poll"), f.variable(events).deref().index(Provenance::ThreadId), kInLoop);
  EXPECT_THAT(check(f), SizeIs(1));
  f.at(events).storage = Storage::ThreadLocal;
  EXPECT_THAT(check(f, Confidence::Low), IsEmpty());
}

TEST(RuleSlotsOwned, ArrayThatACallerMadeForItself) {
  for (const bool given_to_thread : {false, true}) {
    FactsBuilder f;
    const auto main = f.function("main"), worker = f.function("worker"),
               count = f.function("count");
    const auto type = f.pointer(f.plain(8));
    const auto counts = f.local("counts", type, main);
    f.start(main, worker, true).arguments = {{f.variable(counts).designator(), {}}};
    f.update(count, f.parameter(0, type).deref().index(Provenance::Unknown, 0, "tid"), kInLoop);
    const Designator own = f.variable(f.local("own", type, worker)).designator();
    const Designator given = f.parameter(0, type).designator();
    f.call(worker, count, 1).arguments = {{given_to_thread ? given : own, {}}};
    EXPECT_THAT(check(f, Confidence::Low), SizeIs(given_to_thread ? 1 : 0));
  }
}

TEST(RuleSlotsOwned, ElementsOfAThreadsOwnRow) {
  for (const bool own_row : {false, true}) {
    FactsBuilder f;
    const auto worker = f.function("worker");
    f.start(f.function("main"), worker, true);
    const auto last = f.global("last", f.array(f.pointer(f.plain(8)), 8, "MAX_THREADS"));
    const auto row = own_row ? Provenance::ThreadId : Provenance::Loop;
    f.update(worker,
             f.variable(last).index(row).deref().index(Provenance::Unknown, 0, "sender_tid"),
             kInLoop);
    EXPECT_THAT(check(f, Confidence::Low), SizeIs(own_row ? 0 : 1));
  }
}

/// A region whose threads each write a block of an array on the heap.
struct Blocks {
  explicit Blocks(std::uint64_t alignment) {
    const auto main = f.function("main"), region = f.function("region");
    const auto sums = f.global("sums", f.pointer(f.plain(8)));
    f.start(main, region, true);
    FactAllocation made;
    made.target = f.variable(sums).designator();
    made.alignment = alignment;
    f.at(main).allocations.push_back(made);
    auto &update = f.update(region, f.variable(sums).deref().index(Provenance::ThreadId), kInLoop);
    update.what.steps.back().index.edit().scale = 0;
  }
  FactsBuilder f;
};

TEST(RuleSlotsOwned, BlocksOfEachThread) {
  const auto findings = check(Blocks(16).f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
  EXPECT_THAT(findings[0].message, HasSubstr("its own block"));
  EXPECT_THAT(check(Blocks(64).f), IsEmpty()) << "aligned to have blocks of whole lines";
}

/// Elements of one line each, 16 bytes behind its begin as malloc gives them.
TEST(RuleSlotsOwned, PointersInTheElementAreReadByWhoComesThroughThem) {
  const auto found = [](bool through) {
    FactsBuilder f;
    const auto number = f.plain(8);
    const auto slot = f.record(
        "Slot", {{"used", number}, {"rest", f.array(number, 6)}, {"keys", f.pointer(number)}});
    const auto slots = f.global("slots", f.pointer(slot));
    const auto main = f.function("main"), worker = f.function("worker");
    FactAllocation made;
    made.target = f.variable(slots).designator();
    made.element = slot;
    made.alignment = 16;
    f.at(main).allocations.push_back(made);
    f.start(main, worker, true);
    const auto own = [&] { return f.variable(slots).deref().index(Provenance::ThreadId); };
    f.update(worker, own().member("used"), kInLoop);
    if (through)
      f.write(worker, own().member("keys").deref().index(Provenance::Loop), kInLoop);
    return check(f);
  };
  EXPECT_THAT(found(false), IsEmpty());
  EXPECT_THAT(found(true), SizeIs(1));
}

TEST(RuleSlots, WordsOfBitsAreNoThreadsOwn) {
  const auto found = [](const std::string &number, std::uint64_t count) {
    FactsBuilder f;
    const auto words = f.global("words", f.array(f.plain(8), count));
    const auto main = f.function("main"), worker = f.function("worker");
    f.start(main, worker, true);
    f.update(worker, f.variable(words).index(Provenance::ThreadId, 0, number), kInLoop);
    return check(f);
  };
  EXPECT_THAT(found("cpu", 8), SizeIs(1));
  EXPECT_THAT(found("cpu / 64", 8), IsEmpty());
  EXPECT_THAT(found("cpu", 1), IsEmpty());
}

} // namespace ruleSlotsOwnedTest
} // namespace fsfind
