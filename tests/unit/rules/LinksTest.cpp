// What makes a finding of sources a suspect: an example and a counterexample of each link.
#include "rules/evidence/Links.h"
#include "rules/program/Program.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace linksTest {

using test::FactsBuilder;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr RoleIndex kWorker{2};

/// One use in a candidate of one or two sides.
struct Datum {
  FactAccess access;
  Use use;

  Datum() {
    access.op = Op::Write;
    use.bytes = {0, 8};
    use.instance = Instance::Shared;
    use.looped = true;
    use.roles = {{.role = kWorker, .pace = {PaceKind::Free, 0}}};
  }
  Side side(const std::string &name) {
    use.access = &access;
    return {name, &use, use.roles.front().role};
  }
};

class Links : public testing::Test {
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
  std::vector<std::string> missing(const Candidate &candidate) {
    Finding finding;
    judgeLinks(program_, candidate, finding);
    std::vector<std::string> links;
    for (const MissingLink &one : finding.missing)
      links.push_back(one.link);
    return links;
  }

  FactsBuilder f_;
  FunctionIndex main_ = f_.function("main");
  Program program_{f_.build(), {}};
  Datum one_, other_;
  Selection selection_ = selection(Selector::Thread, 8);
};

TEST_F(Links, ThreadsAreSeenOrTheCodeAsksForItsOwn) {
  EXPECT_THAT(missing(neighbours()), IsEmpty());
  one_.use.function = main_;
  one_.use.roles.front().role = kUnknownRole;
  EXPECT_THAT(missing(neighbours()), ElementsAre("threads"));
  EXPECT_THAT(missing(elements()), ElementsAre("threads"));
  Candidate asks = elements();
  asks.asks_thread = true;
  EXPECT_THAT(missing(asks), IsEmpty());
  Candidate queue = neighbours();
  queue.hands_over = true;
  EXPECT_THAT(missing(queue), IsEmpty());
}

TEST_F(Links, MainMeetsThreadsOfItsOwnProgram) {
  for (const bool seen : {true, false}) {
    FactsBuilder f;
    const auto main = f.function("main"), worker = f.function("worker");
    f.function("main");
    f.start(seen ? main : f.function("on_request"), worker);
    const Facts facts = f.build();
    const Program program(facts, {});
    one_.use.roles = {{.role = kMainRole, .pace = {PaceKind::Free, 0}, .programs = 1}};
    const Candidate pair{.sides = {one_.side("head"), other_.side("tail")}};
    EXPECT_EQ(missingLinks(program, pair).empty(), seen);
  }
}

TEST_F(Links, ObjectIsOneForAllThreads) {
  other_.use.instance = Instance::Unknown;
  EXPECT_THAT(missing(neighbours()), ElementsAre("object"));
  other_.use.instance = Instance::Shared;
  one_.use.handed_over = true; // as the argument of each thread of one role
  EXPECT_THAT(missing(neighbours()), ElementsAre("object"));
  one_.use.instance = Instance::PerThread;
  EXPECT_THAT(missing(elements()), IsEmpty()) << "the element is the thread's own";
  selection_.by = Selector::Name;
  EXPECT_THAT(missing(elements()), ElementsAre("object"));
}

TEST_F(Links, DataAreNotNeededTogether) {
  Candidate candidate = neighbours();
  candidate.read_together = true;
  EXPECT_THAT(missing(candidate), ElementsAre("data"));
}

TEST_F(Links, OftenIsNeitherAFlagNorAWait) {
  other_.use.bytes = {8, 9};
  EXPECT_THAT(missing(neighbours()), ElementsAre("often"));
  other_.access.op = Op::ReadModifyWrite; // a spinlock
  EXPECT_THAT(missing(neighbours()), IsEmpty());
  other_.use.bytes = {8, 16};
  one_.access.value.edit().from = Provenance::Constant;
  EXPECT_THAT(missing(neighbours()), ElementsAre("often"));
  one_.access.op = Op::ReadModifyWrite; // adds a constant
  EXPECT_THAT(missing(neighbours()), IsEmpty());
  one_.use.roles.front().pace = {PaceKind::Timed, 1'000'000};
  EXPECT_THAT(missing(neighbours()), ElementsAre("often"));
  one_.use.roles.front().pace = {PaceKind::Beside, 0};
  EXPECT_THAT(missing(neighbours()), ElementsAre("often"));
  other_.use.looped = false;
  Candidate stored{.sides = {other_.side("slots[]")}, .elements = true, .selection = &selection_};
  EXPECT_THAT(missing(stored), IsEmpty()) << "counted in place, which loops do";
  other_.access.op = Op::Write;
  EXPECT_THAT(missing(stored), ElementsAre("often"));
}

TEST_F(Links, LineIsSharedByMoreThanEdgesAndChance) {
  selection_.stride = 0; // [tid * size + i]
  EXPECT_THAT(missing(elements()), ElementsAre("line"));
  selection_ = selection(Selector::Parallel, 8);
  EXPECT_THAT(missing(elements()), ElementsAre("line"));
  selection_ = selection(Selector::Shard, 8);
  selection_.index.from = Provenance::Hash;
  selection_.count = 16;
  EXPECT_THAT(missing(elements()), IsEmpty()) << "two lines hold all";
  selection_.count = 17;
  EXPECT_THAT(missing(elements()), ElementsAre("line"));
  selection_.count = 0;
  EXPECT_THAT(missing(elements()), ElementsAre("line")) << "as many as the data ask for";
}

TEST_F(Links, AreNamedInTheOrderOfTheChain) {
  EXPECT_THAT(linkNames(), ElementsAre("threads", "object", "data", "often", "line", "run"));
}

} // namespace linksTest
} // namespace fsfind
