#include "rules/remedy/source/MadeObjects.h"
#include "rules/remedy/source/WrittenRecord.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Two functions that allocate objects of two records in turn, and some of an unknown type.
struct Makers {
  Makers() {
    other = f.record("Other", {{"name", f.plain(8)}});
    slot = f.record("Slot", {{"hits", f.plain(8)}});
    ring = f.record("Ring", {{"slot", slot}});
    for (const char *name : {"first", "second"})
      for (const std::optional<TypeIndex> &type :
           {std::optional(ring), std::optional(other), std::optional(slot), {}})
        f.at(f.function(name)).allocations.emplace_back().element = type;
  }
  [[nodiscard]] Place declared(TypeIndex type) {
    return f.build().place(f.at(*f.at(type).record).place);
  }
  test::FactsBuilder f;
  TypeIndex other, slot, ring;
};

TEST(MadeObjects, AreFoundByTypeInTheOrderOfTheFacts) {
  Makers makers;
  const VariableIndex one = makers.f.global("one", makers.slot);
  makers.f.global("two", makers.other);
  const Facts &facts = makers.f.build();
  const MadeObjects made(facts);
  const auto is_slot = [&](TypeIndex type) { return type == makers.slot; };
  EXPECT_THAT(made.variables(is_slot), ElementsAre(&facts.variable(one)));
  const auto known = [](TypeIndex) { return true; };
  std::vector<const FactAllocation *> all;
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (allocation.element)
        all.push_back(&allocation);
  EXPECT_EQ(made.allocations(known), all);
  EXPECT_EQ(all.size(), 6U);
}

TEST(MadeObjects, OfARecordAreThoseThatContainIt) {
  Makers makers;
  makers.f.global("slots", makers.f.array(makers.slot, 4));
  const Facts &facts = makers.f.build();
  const MadeObjects made(facts);
  const WrittenRecord slot(facts, makers.declared(makers.slot), &made);
  ASSERT_EQ(slot.allocations().size(), 4U);
  EXPECT_EQ(slot.allocations()[0]->element, makers.ring);
  EXPECT_EQ(slot.allocations()[1]->element, makers.slot);
  EXPECT_TRUE(slot.isInVariables());
  EXPECT_EQ(slot.count(), 0U) << "more may be allocated";
  const WrittenRecord ring(facts, makers.declared(makers.ring), &made);
  EXPECT_EQ(ring.allocations().size(), 2U);
  EXPECT_FALSE(ring.isInVariables());
}

TEST(MadeObjects, OfARecordAreCountedIfOnlyVariablesMakeThem) {
  test::FactsBuilder f;
  const TypeIndex slot = f.record("Slot", {{"hits", f.plain(8)}});
  f.global("slots", f.array(slot, 4));
  f.global("one", slot);
  const Facts &facts = f.build();
  const MadeObjects made(facts);
  const WrittenRecord record(facts, facts.place(f.at(*f.at(slot).record).place), &made);
  EXPECT_THAT(record.allocations(), IsEmpty());
  EXPECT_EQ(record.count(), 5U);
}

} // namespace
} // namespace fsfind
