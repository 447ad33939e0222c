#include "rules/evidence/Judgement.h"
#include "rules/evidence/Predicates.h"
#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

/// What speaks for and against a finding: an example and a counterexample of each predicate, and
/// the laws by which they are added up.
namespace fsfind {
namespace {

using test::FactsBuilder;
using testing::HasSubstr;

constexpr RoleIndex kWorker{2};

/// One use in a candidate of one or two sides.
struct Datum {
  FactAccess access;
  Use use;

  Datum() {
    access.op = Op::Write;
    use.bytes = {0, 8};
    use.roles = {{.role = kWorker, .pace = {PaceKind::Free, 0}}};
  }
  Side side(const std::string &name) {
    use.access = &access;
    return {name, &use, kWorker};
  }
};

class Evidence : public testing::Test {
protected:
  Candidate neighbours() { return {.sides = {one_.side("head"), other_.side("tail")}}; }
  Candidate elements() {
    return {.sides = {one_.side("slots[]")}, .elements = true, .selection = &selection_};
  }
  static Selection selection(Selector by, std::uint64_t stride) {
    Selection chosen;
    chosen.by = by;
    chosen.stride = stride;
    return chosen;
  }
  std::string because(evidence::Reason (*predicate)(const Program &, const Candidate &),
                      const Candidate &candidate) {
    return predicate(program_, candidate).value_or("");
  }

  FactsBuilder f_;
  VariableIndex global_ = f_.global("all", f_.pointer(f_.plain(8)));
  VariableIndex local_ = f_.local("scratch", f_.pointer(f_.plain(8)), f_.function("main"));
  Program program_{f_.build(), {}};
  Datum one_, other_;
  Selection selection_ = selection(Selector::Thread, 8);
};

TEST_F(Evidence, ContiguousParts) {
  EXPECT_EQ(because(evidence::contiguousParts, elements()), "") << "one element each";
  selection_.stride = 0; // [tid * size + i]
  EXPECT_THAT(because(evidence::contiguousParts, elements()), HasSubstr("contiguous part"));
  selection_ = selection(Selector::Parallel, 8);
  EXPECT_THAT(because(evidence::contiguousParts, elements()), HasSubstr("contiguous part"));
  EXPECT_EQ(because(evidence::contiguousParts, neighbours()), "");
}

TEST_F(Evidence, Flag) {
  EXPECT_EQ(because(evidence::flag, neighbours()), "");
  other_.use.bytes = {8, 9};
  EXPECT_THAT(because(evidence::flag, neighbours()), HasSubstr("'tail' has one byte"));
  other_.access.op = Op::ReadModifyWrite; // a spinlock
  EXPECT_EQ(because(evidence::flag, neighbours()), "");
  other_.use.bytes = {8, 16};
  one_.access.value.edit().from = Provenance::Constant;
  EXPECT_THAT(because(evidence::flag, neighbours()), HasSubstr("stored in 'head' is a constant"));
  one_.access.op = Op::ReadModifyWrite; // adds a constant
  EXPECT_EQ(because(evidence::flag, neighbours()), "");
}

TEST_F(Evidence, HeldUp) {
  EXPECT_EQ(because(evidence::heldUp, neighbours()), "");
  other_.use.locks = {1};
  EXPECT_THAT(because(evidence::heldUp, neighbours()), HasSubstr("'tail' is used under a lock"));
  one_.use.roles.front().pace = {PaceKind::Timed, 1'000'000};
  EXPECT_EQ(because(evidence::heldUp, neighbours()), "'head' is used once a second at most");
  one_.use.roles.front().role = kMainRole; // another role pauses there
  EXPECT_THAT(because(evidence::heldUp, neighbours()), HasSubstr("'tail' is used under a lock"));
}

TEST_F(Evidence, LocalBuffer) {
  EXPECT_EQ(because(evidence::localBuffer, {.buffer = {global_, {}}}), "");
  EXPECT_THAT(because(evidence::localBuffer, {.buffer = {local_, {}}}),
              HasSubstr("serves one call"));
  EXPECT_EQ(because(evidence::localBuffer, elements()), "");
}

TEST_F(Evidence, OneSideReads) {
  EXPECT_EQ(because(evidence::oneSideReads, neighbours()), "");
  EXPECT_EQ(because(evidence::oneSideReads, elements()), "");
  other_.access.op = Op::Read;
  EXPECT_THAT(because(evidence::oneSideReads, neighbours()), HasSubstr("'tail' is only read"));
}

TEST_F(Evidence, OwnCounter) {
  EXPECT_EQ(because(evidence::ownCounter, elements()), "") << "stores a result";
  one_.access.op = Op::ReadModifyWrite;
  EXPECT_THAT(because(evidence::ownCounter, elements()), HasSubstr("count in 'slots[]'"));
  EXPECT_EQ(because(evidence::ownCounter, neighbours()), "");
  one_.access.acquire_lock = true;
  EXPECT_EQ(because(evidence::ownCounter, elements()), "");
  one_.access.acquire_lock = false;
  selection_.stride = 0;
  EXPECT_EQ(because(evidence::ownCounter, elements()), "") << "counts in a part of many";
}

TEST_F(Evidence, AddsUpTheWeightiestFirst) {
  other_.use.locks = {1};
  other_.use.bytes = {8, 9};
  Finding finding;
  weigh(program_, neighbours(), finding);
  ASSERT_EQ(finding.evidence.size(), 2U);
  EXPECT_GE(std::abs(finding.evidence[0].weight), std::abs(finding.evidence[1].weight));
  EXPECT_EQ(finding.probability, probabilityOf(finding.evidence));
}

TEST(EvidenceLaws, WhatSpeaksForAFindingNeverLowersItsProbability) {
  const std::vector<EvidenceKind> kinds = evidenceKinds();
  for (std::size_t chosen = 0; chosen < std::size_t{1} << kinds.size(); ++chosen) {
    std::vector<FindingEvidence> some;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      if ((chosen >> i & 1U) != 0)
        some.push_back({kinds[i].id, std::string(kinds[i].name), kinds[i].weight, ""});
    const double before = probabilityOf(some);
    EXPECT_TRUE(before > 0 && before < 1);
    for (const EvidenceKind &kind : kinds) {
      some.push_back({kind.id, std::string(kind.name), kind.weight, ""});
      EXPECT_EQ(kind.weight > 0, probabilityOf(some) > before) << kind.name;
      some.pop_back();
    }
  }
}

TEST(EvidenceLaws, KindsAreToldApart) {
  const std::vector<EvidenceKind> kinds = evidenceKinds();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_NE(kinds[i].weight, 0) << kinds[i].name;
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_TRUE(kinds[j].id < kinds[i].id && kinds[j].name != kinds[i].name);
  }
}

/// Threads that store in elements of their own, in one array; in the other they count.
TEST(EvidenceOfFindings, RanksThoseOfOneConfidence) {
  FactsBuilder f;
  const auto main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true);
  const auto stored = f.global("stored", f.array(f.plain(8), 8));
  const auto counted = f.global("counted", f.array(f.plain(8), 8));
  f.write(worker, f.variable(stored).index(Provenance::ThreadId), test::kInLoop);
  f.update(worker, f.variable(counted).index(Provenance::ThreadId), test::kInLoop);
  auto findings = checkFacts(f.build(), {.rules = {"fsfind-per-thread-slots"}});
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].object.name, "counted");
  ASSERT_TRUE(findings[0].probability && findings[1].probability);
  EXPECT_GT(*findings[0].probability, *findings[1].probability);
  EXPECT_EQ(findings[0].evidence.at(0).name, "own-counter");
}

} // namespace
} // namespace fsfind
