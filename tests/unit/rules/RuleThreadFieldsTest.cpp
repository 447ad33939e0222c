#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleThreadFieldsTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char *kRule = "fsfind-adjacent-thread-fields";

std::vector<Finding> check(const FactsBuilder &builder, Confidence least = Confidence::Medium,
                           std::uint32_t line = 0) {
  return checkFacts(
      builder.build(),
      {.line_size = line, .min_confidence = least, .suspects = true, .rules = {kRule}});
}

/// A producer and a consumer thread on one global ring.
struct Ring {
  explicit Ring(std::uint64_t tail_align = 0, std::uint64_t between = 0) {
    FactsBuilder::Members members{{"head", f.plain(8)}};
    if (between != 0)
      members.push_back({"pad", f.array(f.plain(1, "char"), between)});
    members.push_back({"tail", f.plain(8)});
    type = f.record("Ring", members, tail_align);
    ring = f.global("ring", type, tail_align);
    main = f.function("main");
    producer = f.function("producer");
    consumer = f.function("consumer");
  }
  void start() {
    f.start(main, producer);
    f.start(main, consumer);
  }
  test::Path path(const std::string &member) { return f.variable(ring).member(member); }

  FactsBuilder f;
  TypeIndex type;
  VariableIndex ring;
  FunctionIndex main, producer, consumer;
};

TEST(RuleThreadFields, TwoThreadsWriteNeighboursInLoops) {
  Ring ring;
  ring.start();
  ring.f.write(ring.producer, ring.path("head"), kInLoop);
  ring.f.write(ring.consumer, ring.path("tail"), kInLoop);
  const auto findings = check(ring.f);
  ASSERT_THAT(findings, SizeIs(1));
  const Finding &finding = findings[0];
  EXPECT_EQ(finding.confidence, Confidence::High);
  EXPECT_EQ(finding.verdict, Verdict::Latent);
  EXPECT_EQ(finding.sharing, Sharing::False);
  EXPECT_EQ(finding.rule, kRule);
  EXPECT_THAT(finding.message,
              HasSubstr("'head' (written by producer) and 'tail' (written by consumer) of 'Ring' "
                        "lie 8 bytes apart"));
  ASSERT_THAT(finding.members, SizeIs(2));
  EXPECT_EQ(finding.members[0].path, "head");
  EXPECT_THAT(finding.members[0].writers, ElementsAre("producer"));
  EXPECT_EQ(finding.members[1].offset, 8U);
  EXPECT_EQ(finding.location, finding.members[1].declared);
  EXPECT_EQ(finding.record->name, "Ring");
}

TEST(RuleThreadFields, SilentWhenALineLiesBetween) {
  Ring ring(0, 64);
  ring.start();
  ring.f.write(ring.producer, ring.path("head"), kInLoop);
  ring.f.write(ring.consumer, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f), IsEmpty());
  const auto at_128 = check(ring.f, Confidence::Medium, 128);
  ASSERT_THAT(at_128, SizeIs(1));
  EXPECT_THAT(at_128[0].message, HasSubstr("not on one of 64 bytes"));
}

TEST(RuleThreadFields, PaddingToTheNextLineHelpsOnlyOnAnAlignedBase) {
  // 8 + 56 bytes: on one line only if the ring begins in the middle of one.
  Ring unaligned(0, 48), aligned(64, 56);
  for (Ring *ring : {&unaligned, &aligned}) {
    ring->start();
    ring->f.write(ring->producer, ring->path("head"), kInLoop);
    ring->f.write(ring->consumer, ring->path("tail"), kInLoop);
  }
  const auto findings = check(unaligned.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].confidence, Confidence::Medium);
  EXPECT_THAT(check(aligned.f), IsEmpty());
}

TEST(RuleThreadFields, SilentWhenOneThreadWritesBoth) {
  Ring ring;
  ring.f.start(ring.main, ring.producer);
  ring.f.write(ring.producer, ring.path("head"), kInLoop);
  ring.f.write(ring.producer, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f, Confidence::Low), IsEmpty());
}

TEST(RuleThreadFields, SilentWhenBothThreadsWriteBothTogether) {
  Ring ring;
  ring.start();
  const auto both = ring.f.function("both");
  ring.f.call(ring.producer, both, 1);
  ring.f.call(ring.consumer, both, 1);
  ring.f.write(both, ring.path("head"), kInLoop);
  ring.f.write(both, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f), IsEmpty());
}

TEST(RuleThreadFields, SilentUnderOneLock) {
  Ring ring;
  ring.start();
  const auto mutex = ring.f.global("mutex", ring.f.lock());
  for (const auto function : {ring.producer, ring.consumer})
    ring.f.at(function).locks.push_back(ring.f.variable(mutex).designator());
  ring.f.write(ring.producer, ring.path("head"), {.loop_depth = 1, .held = {0}});
  ring.f.write(ring.consumer, ring.path("tail"), {.loop_depth = 1, .held = {0}});
  EXPECT_THAT(check(ring.f), IsEmpty());
}

TEST(RuleThreadFields, SilentWhenCallersHoldTheLock) {
  Ring ring;
  ring.start();
  const auto mutex = ring.f.global("mutex", ring.f.lock());
  const auto push = ring.f.function("push"), pop = ring.f.function("pop");
  for (const auto &[caller, callee] :
       {std::pair(ring.producer, push), std::pair(ring.consumer, pop)}) {
    ring.f.at(caller).locks.push_back(ring.f.variable(mutex).designator());
    ring.f.call(caller, callee, 1).held = {0};
  }
  ring.f.write(push, ring.path("head"), kInLoop);
  ring.f.write(pop, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f), IsEmpty());
}

TEST(RuleThreadFields, SilentOutsideOfLoops) {
  Ring ring;
  ring.start();
  ring.f.write(ring.producer, ring.path("head"));
  ring.f.write(ring.consumer, ring.path("tail"));
  EXPECT_THAT(check(ring.f), IsEmpty());
}

TEST(RuleThreadFields, LoopsOfCallersCount) {
  Ring ring;
  ring.start();
  const auto push = ring.f.function("push");
  ring.f.call(ring.producer, push, 1);
  ring.f.write(push, ring.path("head"));
  ring.f.write(ring.consumer, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f), SizeIs(1));
}

TEST(RuleThreadFields, WhatMainDoesBeforeThreadsStartIsNoRivalry) {
  Ring ring;
  ring.f.write(ring.main, ring.path("head"), kInLoop);
  ring.f.start(ring.main, ring.consumer);
  ring.f.write(ring.consumer, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f), IsEmpty());
}

TEST(RuleThreadFields, WhatMainDoesBesideThreadsIs) {
  Ring ring;
  ring.f.start(ring.main, ring.consumer);
  ring.f.write(ring.main, ring.path("head"), kInLoop);
  ring.f.write(ring.consumer, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f), SizeIs(1));
}

TEST(RuleThreadFields, WhatMainDoesAfterJoiningIsNot) {
  Ring ring;
  const auto join = ring.f.join();
  ring.f.start(ring.main, ring.consumer);
  ring.f.call(ring.main, join);
  ring.f.write(ring.main, ring.path("head"), kInLoop);
  ring.f.write(ring.consumer, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f), IsEmpty());
}

TEST(RuleThreadFields, CountersThatAllThreadsHitInDifferentFunctions) {
  FactsBuilder f;
  const auto stats = f.record("Stats", {{"hits", f.atomic()}, {"misses", f.atomic()}});
  const auto all = f.global("stats", stats);
  const auto main = f.function("main"), worker = f.function("worker");
  const auto hit = f.function("hit"), miss = f.function("miss");
  f.start(main, worker, true);
  f.call(worker, hit, 1);
  f.call(worker, miss, 1);
  f.update(hit, f.variable(all).member("hits"), kAtomic);
  f.update(miss, f.variable(all).member("misses"), kAtomic);
  EXPECT_THAT(check(f), SizeIs(1));
}

TEST(RuleThreadFields, MembersOfEachThreadsOwnRecordAreNoRivals) {
  FactsBuilder f;
  const auto stats = f.record("Stats", {{"hits", f.plain(8)}, {"misses", f.plain(8)}});
  const auto all = f.global("stats", f.array(stats, 8));
  const auto main = f.function("main"), worker = f.function("worker");
  auto &start = f.start(main, worker, true);
  start.arguments = {{f.variable(all).index(Provenance::SpawnLoop).address().designator(), {}}};
  const auto pointer = f.pointer(stats);
  f.write(worker, f.parameter(0, pointer).deref().member("hits"), kInLoop);
  f.write(worker, f.parameter(0, pointer).deref().member("misses"), kInLoop);
  EXPECT_THAT(check(f), IsEmpty());
}

TEST(RuleThreadFields, ReadMostlyMemberBesideAHotOne) {
  FactsBuilder f;
  const auto state = f.record("State", {{"stop", f.atomic(1)}, {"count", f.plain(8)}});
  const auto all = f.global("state", state);
  const auto main = f.function("main");
  const auto writer = f.function("writer"), reader = f.function("reader");
  f.start(main, writer);
  f.start(main, reader, true);
  f.write(writer, f.variable(all).member("count"), kInLoop);
  f.read(reader, f.variable(all).member("stop"), kAtomicInLoop);
  const auto findings = check(f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].members[0].readers, ElementsAre("reader"));
  EXPECT_THAT(findings[0].message, HasSubstr("'stop' (read by reader)"));
}

TEST(RuleThreadFields, WhoNeedsBothMembersAnywayDoesNotSuffer) {
  FactsBuilder f;
  const auto state = f.record("State", {{"stop", f.atomic(1)}, {"count", f.plain(8)}});
  const auto all = f.global("state", state);
  const auto main = f.function("main");
  const auto writer = f.function("writer"), reader = f.function("reader");
  f.start(main, writer);
  f.start(main, reader);
  f.write(writer, f.variable(all).member("count"), kInLoop);
  f.read(reader, f.variable(all).member("stop"), kAtomicInLoop);
  f.read(reader, f.variable(all).member("count"), kInLoop);
  EXPECT_THAT(check(f), IsEmpty());
}

TEST(RuleThreadFields, ParallelRegionsOneAfterTheOther) {
  Ring ring;
  auto &first = ring.f.start(ring.main, ring.producer, true);
  first.kind = StartKind::Region;
  auto &second = ring.f.start(ring.main, ring.consumer, true);
  second.kind = StartKind::Region;
  ring.f.write(ring.producer, ring.path("head"), kInLoop);
  ring.f.write(ring.consumer, ring.path("tail"), kInLoop);
  EXPECT_THAT(check(ring.f), IsEmpty());
}

TEST(RuleThreadFields, AlternativesOfAUnionInsideARecordAreNoRivals) {
  FactsBuilder f;
  const auto plain = f.record("Plain", {{"head", f.atomic()}});
  const auto relaxed = f.record("Relaxed", {{"pad", f.plain(8)}, {"tail", f.atomic()}});
  const auto either = f.record("Either", {{"plain", plain}, {"relaxed", relaxed}});
  const auto ring = f.record("ring", {{"ends", either}});
  const auto push = f.function("push"), pop = f.function("pop");
  const auto ends = f.parameter(0, f.pointer(ring)).deref().member("ends");
  f.update(push, test::Path(ends).member("plain").member("head"), kAtomic);
  f.update(pop, test::Path(ends).member("relaxed").member("tail"), kAtomic);
  EXPECT_THAT(check(f), SizeIs(1));
  Facts facts = f.build();
  facts.records[f.at(either).record->value()].is_union = true;
  EXPECT_THAT(checkFacts(facts, {.suspects = true, .rules = {kRule}}), IsEmpty());
}

TEST(RuleThreadFields, SomeElementsAreNotKnownToBeTheSame) {
  FactsBuilder f;
  const auto port = f.record("Port", {{"rx", f.plain(8)}, {"tx", f.plain(8)}});
  const auto ports = f.global("ports", f.array(port, 32));
  const auto main = f.function("main");
  const auto in = f.function("in"), out = f.function("out");
  f.start(main, in);
  f.start(main, out);
  f.update(in, f.variable(ports).index(Provenance::Unknown, 0, "p").member("rx"), kInLoop);
  f.update(out, f.variable(ports).index(Provenance::Unknown, 0, "p").member("tx"), kInLoop);
  EXPECT_THAT(check(f), IsEmpty());
  EXPECT_THAT(check(f, Confidence::Low), SizeIs(1));
}

TEST(RuleThreadFields, UnionsAreSilent) {
  Ring ring;
  ring.start();
  ring.f.write(ring.producer, ring.path("head"), kInLoop);
  ring.f.write(ring.consumer, ring.path("tail"), kInLoop);
  Facts facts = ring.f.build();
  facts.records[0].is_union = true;
  EXPECT_THAT(checkFacts(facts, {.suspects = true, .rules = {kRule}}), IsEmpty());
}

TEST(RuleThreadFields, CountersOfOneRoleGroupedOnPurpose) {
  for (const bool padded : {false, true}) {
    FactsBuilder f;
    const auto stats = f.record("Stats", {{"limit", f.plain(8)},
                                          {"issued", f.atomic(8)},
                                          {"finished", f.atomic(8)},
                                          {"pad", f.array(f.plain(1), 48)}});
    f.member(stats, "issued").declared_align = padded ? 64 : 0;
    f.member(stats, "pad").padding = padded;
    const auto all = f.global("stats", stats);
    const auto main = f.function("main"), worker = f.function("worker");
    const auto issue = f.function("issue"), finish = f.function("finish");
    f.start(main, worker, true);
    f.call(worker, issue, 1);
    f.call(worker, finish, 1);
    f.update(issue, f.variable(all).member("issued"), kAtomicInLoop);
    f.update(finish, f.variable(all).member("finished"), kAtomicInLoop);
    EXPECT_THAT(check(f), SizeIs(padded ? 0 : 1));
  }
}

} // namespace ruleThreadFieldsTest
} // namespace fsfind
