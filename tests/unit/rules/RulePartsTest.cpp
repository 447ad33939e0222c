#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace rulePartsTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder) {
  return checkFacts(builder.build(), {.min_confidence = Confidence::Medium,
                                      .suspects = true,
                                      .rules = {"fsfind-partition-edges"}});
}

/// Threads that share out the elements of an array.
struct Parts {
  Parts() {
    main = f.function("main");
    worker = f.function("worker");
    f.start(main, worker, true);
  }
  void write(VariableIndex array, Provenance from) {
    f.update(worker, f.variable(array).deref().index(from), kInLoop);
  }
  FactsBuilder f;
  FunctionIndex main, worker;
};

TEST(RuleParts, ElementsInTurn) {
  Parts p;
  const auto cells = p.f.global("cells", p.f.pointer(p.f.plain(8)));
  p.write(cells, Provenance::ParallelLoop);
  EXPECT_THAT(check(p.f), IsEmpty()) << "contiguous, and a part has many lines";
  p.write(cells, Provenance::StridedLoop);
  EXPECT_THAT(check(p.f), SizeIs(1));
}

/// `for (i = begin; i < n; i += step)` in a function that each thread calls.
TEST(RuleParts, InTurnIfTheLoopBeginsAtTheThreadsNumber) {
  for (const bool own : {true, false}) {
    Parts p;
    const auto sweep = p.f.function("sweep");
    FactArgument begin;
    begin.value.edit().from = own ? Provenance::ThreadId : Provenance::Loop;
    p.f.call(p.worker, sweep, 1).arguments.push_back(begin);
    const auto cells = p.f.global("cells", p.f.pointer(p.f.plain(8)));
    auto &update =
        p.f.update(sweep, p.f.variable(cells).deref().index(Provenance::StridedLoop), kInLoop);
    update.what.steps.back().index.edit().number = 1;
    EXPECT_THAT(check(p.f), SizeIs(own ? 1 : 0));
  }
}

TEST(RuleParts, NumberCarriedInARecord) {
  Parts p;
  const auto cursor = p.f.record("Cursor", {{"at", p.f.plain(4)}});
  const auto cursors = p.f.global("cursor", cursor);
  p.f.write(p.worker, p.f.variable(cursors).member("at"), kInLoop).value.edit().from =
      Provenance::StridedLoop;
  const auto cells = p.f.global("cells", p.f.pointer(p.f.plain(8)));
  auto &update =
      p.f.update(p.worker, p.f.variable(cells).deref().index(Provenance::Member), kInLoop);
  update.what.steps.back().index.edit().record = p.f.at(cursor).record;
  EXPECT_THAT(check(p.f), IsEmpty());
}

TEST(RuleParts, NumbersAreNoBuffers) {
  Parts p;
  p.write(p.f.global("size", p.f.plain(8)), Provenance::StridedLoop);
  EXPECT_THAT(check(p.f), IsEmpty());
}

TEST(RuleParts, EdgesOfAShortArrayThatIsSweptOften) {
  Parts p;
  const auto marks = p.f.global("marks", p.f.array(p.f.plain(1, "char"), 192));
  auto &update = p.f.update(p.worker, p.f.variable(marks).index(Provenance::ThreadId), kInLoop);
  update.what.steps.back().index.edit().scale = 0;
  EXPECT_THAT(check(p.f), IsEmpty()) << "once over it";
  update.loop_depth = 2;
  EXPECT_THAT(check(p.f), SizeIs(1));
  p.f.at(marks).declared_align = 64;
  EXPECT_THAT(check(p.f), IsEmpty()) << "parts are taken to be whole lines";
}

TEST(RuleParts, EdgesOfALongArrayAreFew) {
  Parts p;
  const auto marks = p.f.global("marks", p.f.array(p.f.plain(1, "char"), 1U << 20));
  p.f.update(p.worker, p.f.variable(marks).index(Provenance::ParallelLoop), kInLoop).loop_depth = 2;
  EXPECT_THAT(check(p.f), IsEmpty());
}

} // namespace rulePartsTest
} // namespace fsfind
