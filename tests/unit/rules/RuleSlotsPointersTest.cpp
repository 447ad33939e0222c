#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleSlotsPointersTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

std::vector<Finding> check(const FactsBuilder &builder) {
  return checkFacts(builder.build(), {.suspects = true, .rules = {"fsfind-per-thread-slots"}});
}

/// Threads count at the begin of their own element of 72 bytes, which has a pointer at its end.
struct Scratch {
  Scratch() {
    record = f.record(
        "Scratch",
        {{"used", f.plain(8)}, {"rest", f.array(f.plain(8), 7)}, {"data", f.pointer(f.plain(8))}});
    all = f.global("all", f.pointer(record));
    run = f.function("run");
    f.start(f.function("main"), run, true);
    f.update(run, f.variable(all).deref().index(Provenance::ThreadId).member("used"), kInLoop);
    FactAllocation allocation;
    allocation.target = f.variable(all).designator();
    allocation.alignment = 16;
    f.at(run).allocations.push_back(allocation);
  }
  FactsBuilder f;
  TypeIndex record;
  VariableIndex all;
  FunctionIndex run;
};

TEST(RuleSlotsPointers, ReadWhereWhatTheyLeadToIsUsed) {
  Scratch s;
  EXPECT_THAT(check(s.f), IsEmpty());
  s.f.read(s.run,
           s.f.variable(s.all)
               .deref()
               .index(Provenance::ThreadId)
               .member("data")
               .deref()
               .index(Provenance::Loop),
           kInLoop);
  EXPECT_THAT(check(s.f), SizeIs(1));
}

TEST(RuleSlotsPointers, ElementsOfRowsAreNotTheTables) {
  FactsBuilder f;
  const auto rows = f.global("rows", f.array(f.pointer(f.plain(8)), 8));
  const auto row = f.global("row", f.pointer(f.plain(8)));
  const auto run = f.function("run");
  f.start(f.function("main"), run, true);
  for (const Provenance which : {Provenance::Loop, Provenance::Constant})
    f.update(run, f.variable(rows).index(which).deref().index(Provenance::ThreadId), kInLoop);
  f.update(run, f.variable(row).deref().index(Provenance::ThreadId), kInLoop);
  std::vector<std::string> names;
  for (const Finding &finding : check(f))
    names.push_back(finding.object.name);
  EXPECT_THAT(names, UnorderedElementsAre("rows[]", "row"));
}

TEST(RuleSlotsPointers, OfAsManyAsThereAreThreads) {
  FactsBuilder f;
  const auto flags = f.global("flags", f.array(f.atomic(), 64, "MAX_THREADS"));
  f.update(f.function("post"), f.variable(flags).index(Provenance::Unknown, 0, "to"),
           test::kAtomicInLoop);
  EXPECT_THAT(check(f), SizeIs(1));
  FactsBuilder plain;
  const auto roles = plain.global("roles", plain.array(plain.plain(4), 64, "MAX_THREADS"));
  plain.write(plain.function("assign"), plain.variable(roles).index(Provenance::Unknown, 0, "to"),
              kInLoop);
  EXPECT_THAT(check(plain), IsEmpty()) << "nothing says that others look at it";
  FactsBuilder other;
  const auto words = other.global("words", other.array(other.atomic(), 64, "WORDS"));
  other.update(other.function("post"), other.variable(words).index(Provenance::Unknown, 0, "to"),
               test::kAtomicInLoop);
  EXPECT_THAT(check(other), IsEmpty());
}

} // namespace ruleSlotsPointersTest
} // namespace fsfind
