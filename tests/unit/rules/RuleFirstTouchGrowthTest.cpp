#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleFirstTouchGrowthTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(const FactsBuilder &builder) {
  return checkFacts(builder.build(), {.min_confidence = Confidence::Medium,
                                      .suspects = true,
                                      .rules = {"fsfind-serial-first-touch"}});
}

/// A record behind a global pointer, and a region of main that goes over what its member leads to.
struct Series {
  explicit Series(bool rows = false)
      : number(f.plain(8, "double")), values(f.pointer(number)),
        record(f.record("Series", {{"data", rows ? f.array(values, 4) : values}})),
        main(f.function("main")), region(f.function("region")) {
    series = f.global("series", f.pointer(record));
    f.at(region).kind = FunctionKind::ParallelRegion;
    f.at(region).parent = main;
  }
  test::Path data() { return f.variable(series).deref().member("data"); }
  void start() {
    FactStart &start = f.start(main, region, true);
    start.kind = StartKind::Region;
    start.place = at(90);
  }
  static FactPlace at(std::uint32_t line) { return {FileIndex(0), line, 1}; }

  FactsBuilder f;
  TypeIndex number, values, record;
  FunctionIndex main, region;
  VariableIndex series;
};

/// `grown[i] = …; series->data = grown;`
Series grown(bool copies) {
  Series s;
  const VariableIndex grown = s.f.local("grown", s.values, s.main);
  FactAllocation made;
  made.target = s.f.variable(grown).designator();
  made.element = s.number;
  made.how = "malloc";
  made.place = Series::at(10);
  s.f.at(s.main).allocations.push_back(made);
  s.f.write(s.main, s.f.variable(grown).deref().index(Provenance::Loop), kInLoop).place =
      Series::at(12);
  if (copies)
    s.f.read(s.main, s.data().deref().index(Provenance::Loop), kInLoop).place = Series::at(12);
  FactAccess &kept = s.f.write(s.main, s.data());
  kept.stored = s.f.variable(grown).designator();
  kept.place = Series::at(14);
  s.start();
  s.f.update(s.region, s.data().deref().index(Provenance::ParallelLoop), kInLoop);
  return s;
}

TEST(RuleFirstTouchGrowth, ANewBlockIsFilled) {
  EXPECT_THAT(check(grown(false).f), SizeIs(1));
}

TEST(RuleFirstTouchGrowth, WhatIsCopiedIntoALargerBlockWasTouchedBefore) {
  EXPECT_THAT(check(grown(true).f), IsEmpty());
}

/// `series->data = make();`, which gives back what it has allocated, then a loop over all of it.
Series made(bool by_threads) {
  Series s;
  const FunctionIndex make = s.f.function("make"), clear = s.f.function("clear");
  const VariableIndex block = s.f.local("block", s.values, make, true);
  FactAllocation allocated;
  allocated.target = s.f.variable(block).designator();
  allocated.element = s.number;
  allocated.how = "malloc";
  s.f.at(make).allocations.push_back(allocated);
  if (by_threads) {
    s.f.start(make, clear, true).kind = StartKind::Region;
    s.f.write(clear, s.f.variable(block).deref().index(Provenance::ParallelLoop), kInLoop);
  }
  FactAccess back;
  back.what.root = Root::Result;
  back.what.function = make;
  back.op = Op::Write;
  back.stored = s.f.variable(block).designator();
  s.f.at(make).accesses.push_back(back);
  FactAccess &kept = s.f.write(s.main, s.data());
  kept.stored = back.what;
  kept.place = Series::at(10);
  s.f.write(s.main, s.data().deref().index(Provenance::Loop), kInLoop).place = Series::at(12);
  s.start();
  s.f.update(s.region, s.data().deref().index(Provenance::ParallelLoop), kInLoop);
  return s;
}

TEST(RuleFirstTouchGrowth, FunctionsWhoseThreadsFillGiveBackWhatIsPlaced) {
  EXPECT_THAT(check(made(false).f), SizeIs(1));
  EXPECT_THAT(check(made(true).f), IsEmpty());
}

TEST(RuleFirstTouchGrowth, RowsOfASmallArrayOfPointersAreNotSmall) {
  Series s(true);
  s.f.write(s.main, s.data().index(Provenance::Loop).deref().index(Provenance::Loop), kInLoop)
      .place = Series::at(12);
  s.start();
  s.f.update(s.region, s.data().at(0).deref().index(Provenance::ParallelLoop), kInLoop);
  const auto findings = check(s.f);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].object.name, "Series.data[]");
}

TEST(RuleFirstTouchGrowth, OneElementAssignedAsAWholeFillsNothing) {
  Series s;
  s.f.write(s.main, s.data().deref().index(Provenance::Unknown)).bulk = true;
  s.start();
  s.f.update(s.region, s.data().deref().index(Provenance::ParallelLoop), kInLoop);
  EXPECT_THAT(check(s.f), IsEmpty());
}

/// `series->data = make();`, which returns `new double[n]()` or `new double[n]`.
Series givenBack(bool touches) {
  Series s;
  const FunctionIndex make = s.f.function("make");
  Designator result;
  result.root = Root::Result;
  result.function = make;
  result.type = s.values;
  FactAllocation made;
  made.target = result;
  made.element = s.number;
  made.touches = touches;
  made.how = "new T[n]";
  made.place = Series::at(10);
  s.f.at(make).allocations.push_back(made);
  FactAccess &kept = s.f.write(s.main, s.data());
  kept.stored = result;
  kept.place = Series::at(14);
  s.start();
  s.f.update(s.region, s.data().deref().index(Provenance::ParallelLoop), kInLoop);
  return s;
}

TEST(RuleFirstTouchGrowth, GivenBackStraightFromWhereItIsMade) {
  EXPECT_THAT(check(givenBack(true).f), SizeIs(1));
  EXPECT_THAT(check(givenBack(false).f), IsEmpty());
}

} // namespace ruleFirstTouchGrowthTest
} // namespace fsfind
