#include "rules/remedy/source/MadeObjects.h"
#include "rules/remedy/source/WrittenRecord.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace madeObjectsTest {

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
  ASSERT_EQ(made.variables(makers.slot).size(), 1U);
  EXPECT_EQ(made.variables(makers.slot).front().second, &facts.variable(one));
  std::vector<const FactAllocation *> all, found;
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations)
      if (allocation.element == makers.slot)
        all.push_back(&allocation);
  for (const auto &[_, seen] : made.allocations(makers.slot))
    found.push_back(seen.allocation);
  EXPECT_EQ(found, all);
  EXPECT_EQ(all.size(), 2U);
}

TEST(MadeObjects, OfARecordAreThoseThatContainIt) {
  Makers makers;
  makers.f.global("slots", makers.f.array(makers.slot, 4));
  const Facts &facts = makers.f.build();
  const FactLookup lookup(facts);
  const WrittenRecord slot(lookup, makers.declared(makers.slot));
  ASSERT_EQ(slot.allocations().size(), 4U);
  EXPECT_EQ(slot.allocations()[0]->element, makers.ring);
  EXPECT_EQ(slot.allocations()[1]->element, makers.slot);
  EXPECT_TRUE(slot.isInVariables());
  EXPECT_EQ(slot.count(), 0U) << "more may be allocated";
  const WrittenRecord ring(lookup, makers.declared(makers.ring));
  EXPECT_EQ(ring.allocations().size(), 2U);
  EXPECT_FALSE(ring.isInVariables());
}

TEST(MadeObjects, OfARecordAreCountedIfOnlyVariablesMakeThem) {
  test::FactsBuilder f;
  const TypeIndex slot = f.record("Slot", {{"hits", f.plain(8)}});
  f.global("slots", f.array(slot, 4));
  f.global("one", slot);
  const Facts &facts = f.build();
  const FactLookup lookup(facts);
  const WrittenRecord record(lookup, facts.place(f.at(*f.at(slot).record).place));
  EXPECT_THAT(record.allocations(), IsEmpty());
  EXPECT_EQ(record.count(), 5U);
}

} // namespace madeObjectsTest
} // namespace fsfind
