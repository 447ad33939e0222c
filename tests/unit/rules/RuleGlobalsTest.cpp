#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleGlobalsTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Two threads, each counting in a global of its own.
struct Counters {
  explicit Counters(std::uint64_t align = 0, std::uint64_t between = 0) {
    sent = f.global("sent", f.plain(8), align);
    if (between != 0)
      f.global("between", f.array(f.plain(1), between));
    received = f.global("received", f.plain(8), align);
    main = f.function("main");
    sender = f.function("sender");
    receiver = f.function("receiver");
    f.start(main, sender);
    f.start(main, receiver);
    f.update(sender, f.variable(sent), kInLoop);
    f.update(receiver, f.variable(received), kInLoop);
  }
  [[nodiscard]] std::vector<Finding> check() const {
    return checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-globals"}});
  }

  FactsBuilder f;
  VariableIndex sent, received;
  FunctionIndex main, sender, receiver;
};

TEST(RuleGlobals, NeighboursWrittenByTwoThreads) {
  const auto findings = Counters().check();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::High);
  EXPECT_EQ(findings[0].object.kind, ObjectKind::Global);
  EXPECT_THAT(findings[0].message, HasSubstr("'sent' (written by sender) and 'received'"));
}

TEST(RuleGlobals, AlignedOnesAreApart) {
  EXPECT_THAT(Counters(64).check(), IsEmpty());
}

TEST(RuleGlobals, AligningOnlyOneLeavesTheOtherWay) {
  // In the one order or in the other, the second begins right behind the aligned one.
  Counters c;
  c.f.at(c.sent).declared_align = 64;
  EXPECT_THAT(c.check(), SizeIs(1));
}

TEST(RuleGlobals, ASectionOfTheAuthorsChoiceIsElsewhere) {
  Counters c;
  Facts facts = c.f.build();
  facts.variables[c.sent.value()].order += kChosenSection;
  EXPECT_THAT(checkFacts(facts, {.suspects = true, .rules = {"fsfind-adjacent-globals"}}),
              IsEmpty());
}

TEST(RuleGlobals, WhatLiesBetweenSeparates) {
  EXPECT_THAT(Counters(0, 64).check(), IsEmpty());
}

TEST(RuleGlobals, OtherSectionsUnitsAndStorageAreApart) {
  Counters data, unit, local;
  data.f.at(data.sent).initialised = true;
  EXPECT_THAT(data.check(), IsEmpty());
  unit.f.at(unit.sent).unit = 1;
  EXPECT_THAT(unit.check(), IsEmpty());
  local.f.at(local.sent).storage = Storage::ThreadLocal;
  EXPECT_THAT(local.check(), IsEmpty());
}

TEST(RuleGlobals, ThreadsOfOneKindThatReachBothAreNoTwo) {
  Counters c;
  for (const FunctionIndex from : {c.sender, c.receiver})
    for (const FunctionIndex to : {c.sender, c.receiver})
      if (from != to)
        c.f.call(from, to);
  for (const Finding &finding : c.check())
    EXPECT_NE(finding.confidence, Confidence::High);
}

TEST(RuleGlobals, ARowOfNeighboursIsOneFinding) {
  Counters c;
  const auto third = c.f.global("third", c.f.plain(8));
  const auto other = c.f.function("other");
  c.f.start(c.main, other);
  c.f.update(other, c.f.variable(third), kInLoop);
  const auto findings = c.check();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].members, SizeIs(3));
}

TEST(RuleGlobals, InstancesOfATemplateLieAnywhere) {
  Counters c;
  c.f.at(c.received).place = c.f.at(c.sent).place;
  EXPECT_THAT(c.check(), IsEmpty());
}

TEST(RuleGlobals, WhatFailsIsSeldom) {
  Counters c;
  c.f.at(c.received).name = "receive_failures";
  EXPECT_EQ(c.check().at(0).confidence, Confidence::High) << "counted in the thread's own loop";
  const auto fail = c.f.function("note_failure");
  c.f.at(c.receiver).accesses.clear();
  c.f.update(fail, c.f.variable(c.received), kAtomic);
  c.f.call(c.receiver, fail, 1);
  for (const Finding &finding : c.check())
    EXPECT_NE(finding.confidence, Confidence::High);
}

TEST(RuleGlobals, OneThreadAloneIsSilent) {
  FactsBuilder f;
  const auto sent = f.global("sent", f.plain(8)), received = f.global("received", f.plain(8));
  const auto main = f.function("main"), loop = f.function("loop");
  f.call(main, loop);
  f.update(loop, f.variable(sent), kInLoop);
  f.update(main, f.variable(received), kInLoop);
  EXPECT_THAT(checkFacts(f.build(), {.min_confidence = Confidence::Low,
                                     .suspects = true,
                                     .rules = {"fsfind-adjacent-globals"}}),
              IsEmpty());
}

TEST(RuleGlobals, AtomicsOfDisjointFunctions) {
  FactsBuilder f;
  const auto rx = f.global("rx_packets", f.atomic()), tx = f.global("tx_packets", f.atomic());
  f.update(f.function("rx"), f.variable(rx), kAtomic);
  f.update(f.function("tx"), f.variable(tx), kAtomic);
  const auto findings =
      checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-globals"}});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
}

std::vector<Finding> contended(const FactsBuilder &f, Confidence least = Confidence::Medium) {
  return checkFacts(
      f.build(), {.min_confidence = least, .suspects = true, .rules = {"fsfind-contended-atomic"}});
}

TEST(RuleContendedAtomic, AllThreadsUpdateOneInTheirLoop) {
  FactsBuilder f;
  const auto total = f.global("total", f.atomic());
  const auto main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true);
  f.update(worker, f.variable(total), kAtomicInLoop);
  const auto findings = contended(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].sharing, Sharing::True);
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
  EXPECT_THAT(findings[0].message, HasSubstr("padding does not help"));
}

TEST(RuleContendedAtomic, SilentForOneThreadOneElementAndOneHit) {
  for (int what = 0; what < 3; ++what) {
    FactsBuilder f;
    const auto totals = f.global("totals", f.array(f.atomic(), 8));
    const auto total = f.global("total", f.atomic());
    const auto main = f.function("main"), worker = f.function("worker");
    f.start(main, worker, what != 0);
    if (what == 1)
      f.update(worker, f.variable(totals).index(Provenance::ThreadId), kAtomicInLoop);
    else
      f.update(worker, f.variable(total), what == 2 ? kAtomic : kAtomicInLoop);
    EXPECT_THAT(contended(f, Confidence::Low), IsEmpty()) << what;
  }
}

TEST(RuleContendedAtomic, HandingOutWorkIsLow) {
  FactsBuilder f;
  const auto next = f.global("next", f.atomic());
  const auto work = f.global("work", f.array(f.plain(8), 100));
  const auto main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true);
  f.update(worker, f.variable(next), kAtomicInLoop);
  f.read(worker, f.variable(work).index(Provenance::Ticket), kInLoop);
  EXPECT_THAT(contended(f), IsEmpty());
  EXPECT_THAT(contended(f, Confidence::Low), SizeIs(1));
}

TEST(RuleContendedAtomic, EachVariableOfATypeHasAFindingOfItsOwn) {
  FactsBuilder f;
  const auto counter = f.record("Counter", {{"count", f.atomic()}});
  const auto bytes = f.global("bytes", counter), pages = f.global("pages", counter);
  const auto main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true);
  for (const auto one : {bytes, pages})
    f.update(worker, f.variable(one).member("count"), kAtomicInLoop);
  f.update(worker, f.parameter(0, f.pointer(counter)).deref().member("count"), kAtomicInLoop);
  const auto findings = contended(f);
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_EQ(findings[0].object.name, "bytes");
  EXPECT_EQ(findings[1].object.name, "pages");
  for (const Finding &finding : findings)
    ASSERT_THAT(finding.members, SizeIs(1));
}

std::vector<Finding> edges(const FactsBuilder &f, Confidence least = Confidence::Medium) {
  return checkFacts(
      f.build(), {.min_confidence = least, .suspects = true, .rules = {"fsfind-partition-edges"}});
}

/// A parallel region that writes an array, each element chosen by a loop of that kind.
FactsBuilder parallelLoop(std::uint64_t element, Provenance loop, bool write = true) {
  FactsBuilder f;
  const auto marks = f.global("marks", f.array(f.plain(element), 4096));
  const auto main = f.function("main"), region = f.function("region");
  f.at(region).kind = FunctionKind::ParallelRegion;
  f.at(region).parent = main;
  f.start(main, region, true).kind = StartKind::Region;
  f.access(region, write ? Op::Write : Op::Read, f.variable(marks).index(loop), kInLoop);
  return f;
}

TEST(RulePartitionEdges, InterleavedWritesOfSmallElements) {
  const auto findings = edges(parallelLoop(8, Provenance::StridedLoop));
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
  EXPECT_THAT(findings[0].message, HasSubstr("write elements of 'marks' in turn, 8 bytes each"));
}

TEST(RulePartitionEdges, ContiguousPartsOfBytesAreLow) {
  EXPECT_THAT(edges(parallelLoop(1, Provenance::ParallelLoop)), IsEmpty());
  EXPECT_THAT(edges(parallelLoop(1, Provenance::ParallelLoop), Confidence::Low), SizeIs(1));
}

TEST(RulePartitionEdges, SilentForLargerElementsReadsAndWholeLines) {
  EXPECT_THAT(edges(parallelLoop(8, Provenance::ParallelLoop), Confidence::Low), IsEmpty());
  EXPECT_THAT(edges(parallelLoop(8, Provenance::StridedLoop, false), Confidence::Low), IsEmpty());
  EXPECT_THAT(edges(parallelLoop(64, Provenance::StridedLoop), Confidence::Low), IsEmpty());
}

} // namespace ruleGlobalsTest
} // namespace fsfind
