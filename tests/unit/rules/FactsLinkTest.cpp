// What merging and linking make of the units of real programs.
#include "rules/merge/MergeFacts.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace factsLinkTest {

using testing::ElementsAre;

/// Facts of one unit, composed by hand.
struct UnitFacts {
  explicit UnitFacts(const std::string &name) {
    facts.units.resize(1);
    facts.units[0].file = name;
    facts.files = {{name}, {"shared.h", 1}};
    facts.types.resize(1);
  }

  FactFunction &function(const std::string &key, bool defined, std::uint32_t file = 0) {
    FactFunction &made = facts.functions.emplace_back();
    made.key = made.name = key;
    made.defined = defined;
    made.place = {FileIndex(file), 10, 1};
    return made;
  }
  FactVariable &variable(const std::string &key, bool defined, std::uint32_t file = 0) {
    FactVariable &made = facts.variables.emplace_back();
    made.key = made.name = key;
    made.defined = defined;
    made.place = {FileIndex(file), 5, 1};
    return made;
  }
  /// A record of words and a type of it; none: incomplete.
  TypeIndex record(const std::string &key, std::uint32_t members, std::uint32_t file = 1) {
    FactRecord made;
    made.key = made.name = key;
    made.place = {FileIndex(file), 1, 8};
    made.size = members * 8;
    made.members.resize(members);
    for (std::uint32_t i = 0; i < members; ++i) {
      made.members[i].name = std::string(1, static_cast<char>('a' + i));
      made.members[i].offset = i * 8;
      made.members[i].size = 8;
    }
    facts.records.push_back(made);
    FactType type;
    type.kind = TypeClass::Record;
    type.text = key;
    type.size = made.size;
    type.record = RecordIndex(facts.records.size() - 1);
    return add(type);
  }
  TypeIndex pointer(TypeIndex to) {
    FactType type;
    type.kind = TypeClass::Pointer;
    type.text = facts.type(to).text + " *";
    type.size = 8;
    type.element = to;
    return add(type);
  }
  TypeIndex add(const FactType &type) {
    facts.types.push_back(type);
    return TypeIndex(facts.types.size() - 1);
  }
  void call(std::size_t from, std::size_t to) {
    FactCall call;
    call.callee = FunctionIndex(to);
    facts.functions[from].calls.push_back(call);
  }

  Facts facts;
};

Facts merged(const UnitFacts &one, const UnitFacts &other) {
  FactsMerger merger;
  merger.add(one.facts);
  merger.add(other.facts);
  return merger.take();
}

const FactFunction &find(const Facts &facts, const std::string &key) {
  static const FactFunction kNone;
  for (const FactFunction &function : facts.functions)
    if (function.key == key)
      return function;
  return kNone;
}

TEST(FactsLink, CallsLeadToTheDefinitionInAnotherUnit) {
  UnitFacts one("main.c"), other("worker.c");
  one.function("main", true), one.function("work", false, 1);
  one.call(0, 1);
  other.function("work", true).accesses.resize(3);
  const Facts facts = linked(merged(one, other));
  ASSERT_EQ(facts.functions.size(), 2U);
  const FunctionIndex callee = find(facts, "main").calls.at(0).callee;
  EXPECT_EQ(facts.function(callee).accesses.size(), 3U);
}

TEST(FactsLink, AnInlineFunctionOfAHeaderCountsOnce) {
  UnitFacts one("a.c"), other("b.c");
  one.function("count", true, 1).accesses.resize(1);
  other.function("count", true, 1).accesses.resize(2);
  const Facts facts = merged(one, other);
  ASSERT_EQ(facts.functions.size(), 1U);
  EXPECT_EQ(facts.functions[0].accesses.size(), 2U);
}

TEST(FactsLink, ProgramsOfOneBuildKeepTheirOwnFunctions) {
  UnitFacts one("test1.c"), other("test2.c");
  for (UnitFacts *unit : {&one, &other}) {
    unit->function("main", true), unit->function("worker", true);
    unit->facts.functions[1].accesses.resize(unit == &one ? 1 : 2);
    unit->call(0, 1);
    unit->variable("counter", true);
  }
  const Facts facts = linked(merged(one, other));
  EXPECT_EQ(facts.variables.size(), 2U);
  ASSERT_EQ(facts.functions.size(), 4U);
  for (const FactFunction &function : facts.functions)
    for (const FactCall &call : function.calls)
      EXPECT_EQ(facts.function(call.callee).place.file, function.place.file);
}

TEST(FactsLink, AVariableBelongsToTheUnitThatDefinesIt) {
  UnitFacts one("a.c"), other("b.c");
  one.variable("total", false, 1);
  FactVariable &definition = other.variable("total", true);
  definition.order = 7;
  const Facts facts = linked(merged(one, other));
  ASSERT_EQ(facts.variables.size(), 1U);
  EXPECT_EQ(facts.units[facts.variables[0].unit].file, "b.c");
  EXPECT_EQ(facts.variables[0].order, 7U);
}

TEST(FactsLink, AnInlineVariableBelongsToTheFirstUnit) {
  UnitFacts one("a.c"), other("b.c");
  one.variable("shared", true, 1).order = 3;
  other.variable("shared", true, 1).order = 9;
  const Facts facts = merged(other, one);
  ASSERT_EQ(facts.variables.size(), 1U);
  EXPECT_EQ(facts.units[facts.variables[0].unit].file, "a.c");
  EXPECT_EQ(facts.variables[0].order, 3U);
}

TEST(FactsLink, IncompleteRecordsBecomeWhole) {
  UnitFacts one("user.c"), other("owner.c");
  one.variable("queue", true).type = one.pointer(one.record("struct queue", 0));
  other.variable("mine", true).type = other.pointer(other.record("struct queue", 3));
  const Facts facts = linked(merged(one, other));
  ASSERT_EQ(facts.records.size(), 1U);
  EXPECT_EQ(facts.records[0].members.size(), 3U);
  ASSERT_EQ(facts.variables.size(), 2U);
  EXPECT_EQ(facts.variables[0].type, facts.variables[1].type);
  EXPECT_EQ(facts.type(*facts.type(facts.variables[0].type).element).size, 24U);
}

TEST(FactsLink, RecordsOfOneNameAndTwoLayoutsStayApart) {
  UnitFacts one("a.c"), other("b.c");
  one.variable("x", true).type = one.record("struct node", 2, 0);
  other.variable("y", true).type = other.record("struct node", 3, 0);
  const Facts facts = linked(merged(one, other));
  ASSERT_EQ(facts.records.size(), 2U);
  EXPECT_EQ(facts.type(facts.variables[0].type).size, 16U);
  EXPECT_EQ(facts.record(*facts.type(facts.variables[0].type).record).members.size(), 2U);
  EXPECT_EQ(facts.record(*facts.type(facts.variables[1].type).record).members.size(), 3U);
}

TEST(FactsLink, WhatUnitsSeeOfARecordIsJoined) {
  UnitFacts one("a.c"), other("b.c");
  for (UnitFacts *unit : {&one, &other}) {
    const TypeIndex slot = unit->pointer(unit->record("struct slot", unit == &one ? 0 : 2));
    unit->record("struct queue", 1);
    FactRecord &queue = unit->facts.records.back();
    queue.members[0].type = slot;
    queue.alignable = unit == &one;
    queue.members[0].ordered = queue.order_uses.casts = unit == &one;
    queue.order_uses.positions = unit == &other;
    queue.members[0].lines = unit == &one ? "slot *slots;\n" : "slot *slots; // more\n";
  }
  const Facts facts = merged(one, other);
  const auto queue = std::find_if(facts.records.begin(), facts.records.end(),
                                  [](const FactRecord &it) { return it.key == "struct queue"; });
  ASSERT_NE(queue, facts.records.end());
  EXPECT_FALSE(queue->alignable);
  EXPECT_TRUE(queue->order_uses.positions && queue->order_uses.casts);
  EXPECT_FALSE(queue->order_uses.offsets);
  EXPECT_TRUE(queue->members[0].ordered);
  EXPECT_EQ(queue->members[0].lines, "") << "units that do not agree on the text";
  const FactType &slot = facts.type(*facts.type(queue->members[0].type).element);
  EXPECT_EQ(facts.record(*slot.record).members.size(), 2U);
}

TEST(FactsLink, AFileThatUnitsReadWithOtherContentsHasNoneThatIsKnown) {
  UnitFacts one("a.c"), other("b.c"), third("c.c");
  EXPECT_EQ(merged(one, other).files.back(), (FactFile{"shared.h", 1}));
  third.facts.files[1].content = 2;
  EXPECT_EQ(merged(one, third).files.back(), FactFile{"shared.h"});
}

TEST(FactsLink, TablesAreSortedAndUnitsCountOnce) {
  UnitFacts one("b.c"), other("a.c");
  one.facts.cacheline_constants = {"LINE", "CACHE"};
  const Facts facts = merged(one, other);
  EXPECT_THAT(facts.files, ElementsAre(FactFile{"a.c"}, FactFile{"b.c"}, FactFile{"shared.h", 1}));
  EXPECT_THAT(facts.cacheline_constants, ElementsAre("CACHE", "LINE"));
  UnitFacts broken("a.c");
  broken.facts.units[0].errors = 3;
  const Facts twice = merged(broken, other);
  ASSERT_EQ(twice.units.size(), 1U);
  EXPECT_EQ(twice.units[0].errors, 0U);
}

} // namespace factsLinkTest
} // namespace fsfind::test
