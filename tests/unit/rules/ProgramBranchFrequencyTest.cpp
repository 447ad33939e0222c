#include "rules/program/Program.h"
#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

/// What happens seldom, once, or in one thread only is no contention.
namespace fsfind {
namespace programBranchFrequencyTest {

using test::FactsBuilder;
using test::kAtomic;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Several threads that run `worker`, and a global.
struct Workers {
  Workers() {
    main = f.function("main");
    worker = f.function("worker");
    f.start(main, worker, true);
    total = f.global("total", f.atomic());
  }
  [[nodiscard]] std::vector<Finding> findings() const {
    return checkFacts(f.build(),
                      {.min_confidence = Confidence::Medium, .suspects = true, .rules = {}});
  }

  FactsBuilder f;
  FunctionIndex main, worker;
  VariableIndex total;
};

TEST(ProgramBranchFrequency, WhatRunsSeldomIsNoUse) {
  Workers often, seldom;
  often.f.update(often.worker, often.f.variable(often.total), kAtomicInLoop);
  EXPECT_THAT(often.findings(), SizeIs(1));
  seldom.f.update(seldom.worker, seldom.f.variable(seldom.total), kAtomicInLoop).frequency =
      BranchFrequency::Seldom;
  EXPECT_THAT(seldom.findings(), IsEmpty());
}

TEST(ProgramBranchFrequency, WhatIsCalledSeldomHasNoRole) {
  Workers program;
  const auto report = program.f.function("report");
  program.f.call(program.worker, report, 1).frequency = BranchFrequency::Seldom;
  program.f.update(report, program.f.variable(program.total), kAtomicInLoop);
  EXPECT_THAT(program.findings(), IsEmpty());
  program.f.call(program.worker, report, 1);
  EXPECT_THAT(program.findings(), SizeIs(1)) << "called from elsewhere, too";
}

TEST(ProgramBranchFrequency, AMaximumSettlesUnlessSomeoneSetsItBack) {
  Workers program;
  program.f.update(program.worker, program.f.variable(program.total), kAtomicInLoop).frequency =
      BranchFrequency::Latched;
  EXPECT_THAT(program.findings(), IsEmpty());
  program.f.write(program.worker, program.f.variable(program.total), kAtomicInLoop);
  EXPECT_THAT(program.findings(), SizeIs(1));
}

TEST(ProgramBranchFrequency, OneThreadOfManyDoesNotContend) {
  Workers program;
  program.f.update(program.worker, program.f.variable(program.total), kAtomicInLoop).one_thread =
      true;
  EXPECT_THAT(program.findings(), IsEmpty());
}

TEST(ProgramBranchFrequency, AFunctionThatOneThreadCallsRunsInOne) {
  Workers program;
  const auto helper = program.f.function("helper");
  program.f.call(program.worker, helper, 1).one_thread = true;
  program.f.update(helper, program.f.variable(program.total), kAtomicInLoop);
  EXPECT_THAT(program.findings(), IsEmpty());
  program.f.call(program.worker, helper, 1);
  EXPECT_THAT(program.findings(), SizeIs(1)) << "all call it elsewhere";
}

TEST(ProgramBranchFrequency, ALoopAroundACallForAnotherObjectIsNoneForThisOne) {
  Workers program;
  FactsBuilder &f = program.f;
  const auto count = f.function("count");
  const auto made = f.global("made", f.atomic()), done = f.global("done", f.atomic());
  f.update(count, f.parameter(0, f.pointer(f.atomic())).deref(), kAtomic);
  const auto call = [&](VariableIndex counter, std::uint32_t loop_depth) {
    f.call(program.worker, count, loop_depth).arguments = {
        {f.variable(counter).address().designator(), {}}};
  };
  call(made, 0);
  call(done, 1);
  const auto findings = program.findings();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].message, HasSubstr("'done'"));
}

TEST(ProgramBranchFrequency, ElementsThatOneThreadWritesAreNoSlots) {
  Workers program;
  const auto sums = program.f.global("sums", program.f.array(program.f.plain(8), 8));
  const auto slot = program.f.variable(sums).index(Provenance::ThreadId, 0, "tid");
  program.f.update(program.worker, slot, kInLoop).one_thread = true;
  EXPECT_THAT(program.findings(), IsEmpty());
  program.f.update(program.worker, slot, kInLoop);
  EXPECT_THAT(program.findings(), SizeIs(1));
}

} // namespace programBranchFrequencyTest
} // namespace fsfind
