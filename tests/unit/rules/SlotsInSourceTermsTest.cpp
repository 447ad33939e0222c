// Arrays of numbers that a recording shows, told in the facts' own terms, and whether facts part
// their elements.
#include "rules/join/Apart.h"
#include "rules/model/RuleIds.h"
#include "tests/support/Recording.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace fsfind::test {
namespace slotsInSourceTermsTest {

using testing::ElementsAre;

/// `static long sums[4][2];` with the facts that wrap its rows.
struct Rows {
  FactsBuilder f;
  TypeIndex number = f.plain(8);
  TypeIndex row = f.array(number, 2);
  VariableIndex sums = f.global("sums", f.array(row, 4));

  [[nodiscard]] Facts facts() const {
    Facts facts = f.build();
    facts.slots.emplace_back().place = facts.variable(sums).place;
    facts.slots.back().size = 16;
    return facts;
  }
  [[nodiscard]] std::optional<Finding> told() const {
    Finding finding = Recording(f).of(kRulePerThreadSlots, sums, row);
    FindingMember any;
    any.path = any.variable = "sums";
    any.writers = {"2", "3"};
    finding.members = {any};
    return only(inSourceTerms(finding, FactLookup(facts()), filesOf(finding, f.build())));
  }
};

TEST(SlotsInSourceTerms, RowsOfNumbersAreFoundByTheArray) {
  Rows rows;
  const auto told = rows.told();
  ASSERT_TRUE(told);
  EXPECT_EQ(told->location, rows.f.build().place(rows.f.build().variable(rows.sums).place));
  EXPECT_EQ(told->object.size, 16U);
  EXPECT_FALSE(areApart(*told, rows.facts(), 64));
  const TypeIndex slot = rows.f.record("sums_slot", {{"value", rows.row}});
  rows.f.at(rows.f.build().variable(rows.sums).type).element = slot;
  FactRecord &record = rows.f.at(*rows.f.build().type(slot).record);
  record.size = record.align = 64;
  EXPECT_TRUE(areApart(*told, rows.facts(), 64));
}

TEST(SlotsInSourceTerms, NeighbouringArraysThatSeveralThreadsWriteArePartedByElements) {
  FactsBuilder f;
  const TypeIndex numbers = f.array(f.plain(8), 4);
  const std::vector<VariableIndex> arrays = {f.global("wins", numbers),
                                             f.global("losses", numbers)};
  Facts facts = f.build();
  for (const VariableIndex array : arrays) {
    facts.slots.emplace_back().place = facts.variable(array).place;
    facts.slots.back().size = 8;
  }
  Finding finding = Recording(f).of(kRuleAdjacentGlobals, arrays[0], numbers);
  finding.members.clear();
  for (const VariableIndex array : arrays) {
    FindingMember &member = finding.members.emplace_back();
    member.path = member.variable = facts.variable(array).name;
    member.declared = Recording(f).place(facts.variable(array).place);
    member.writers = {"2", "3"};
  }
  const auto told = only(inSourceTerms(finding, FactLookup(facts), filesOf(finding, f.build())));
  ASSERT_TRUE(told);
  EXPECT_EQ(told->rule, kRulePerThreadSlots);
  EXPECT_THAT(pathsOf(*told), ElementsAre("wins", "losses"));
}

/// `long sacks[4], rye; ` side by side: a thread writes the number, and two the array.
struct ArrayBesideNumber {
  FactsBuilder f;
  TypeIndex numbers = f.array(f.plain(8), 4);
  VariableIndex sacks = f.global("sacks", numbers);
  VariableIndex rye = f.global("rye", f.plain(8));
  VariableIndex oats = f.global("oats", f.plain(8));

  [[nodiscard]] std::optional<SourceFindings> told(bool by_elements) const {
    Facts facts = f.build();
    facts.slots.emplace_back().place = facts.variable(sacks).place;
    facts.slots.back().size = 8;
    Finding finding = Recording(f).of(kRuleAdjacentGlobals, sacks, numbers);
    finding.members.clear();
    for (const auto &[variable, writers] : {std::pair(sacks, std::vector<std::string>{"2", "3"}),
                                            std::pair(rye, std::vector{std::string("2")}),
                                            std::pair(oats, std::vector{std::string("3")})}) {
      FindingMember &member = finding.members.emplace_back();
      member.path = member.variable = facts.variable(variable).name;
      member.declared = Recording(f).place(facts.variable(variable).place);
      member.writers = writers;
    }
    finding.members.front().written_by_elements = by_elements;
    return inSourceTerms(finding, FactLookup(facts), filesOf(finding, f.build()));
  }
};

TEST(SlotsInSourceTerms, AnArrayBesideVariablesIsPartedByElementsIfThreadsWriteTheirOwn) {
  const auto told = ArrayBesideNumber().told(true);
  ASSERT_TRUE(told);
  ASSERT_EQ(told->places.size(), 2U);
  EXPECT_EQ(told->places[0].rule, kRuleAdjacentGlobals);
  EXPECT_THAT(pathsOf(told->places[0]), ElementsAre("rye", "oats"));
  EXPECT_EQ(told->places[1].rule, kRulePerThreadSlots);
  EXPECT_THAT(pathsOf(told->places[1]), ElementsAre("sacks", ""))
      << "others are beside it, so that padding parts it from none of them";
}

TEST(SlotsInSourceTerms, AnArrayThatThreadsWriteAlikeStaysWhole) {
  const auto told = ArrayBesideNumber().told(false);
  ASSERT_TRUE(told);
  ASSERT_EQ(told->places.size(), 1U);
  EXPECT_THAT(pathsOf(told->places[0]), ElementsAre("sacks", "rye", "oats"));
}

TEST(SlotsInSourceTerms, ThreadsMayMeetWithinRows) {
  Rows rows;
  rows.f.write(rows.f.function("add"),
               rows.f.variable(rows.sums).index(Provenance::Loop).index(Provenance::Unknown));
  EXPECT_FALSE(rows.told());
}

/// Threads have elements of their own in two arrays of a record.
struct Arrays {
  FactsBuilder f;
  TypeIndex number = f.plain(4), row = f.array(number, 4), small = f.array(f.plain(2), 4);
  TypeIndex depot = f.record("depot", {{"name", f.plain(8)}, {"arrived", row}, {"late", small}});
  VariableIndex the_depot = f.global("the_depot", depot);

  [[nodiscard]] Facts facts(std::size_t arrays = 2) const {
    Facts facts = f.build();
    const FactRecord &of = facts.record(*facts.type(depot).record);
    for (std::size_t i = 1; i <= arrays; ++i) {
      facts.slots.emplace_back().place = of.members[i].place;
      facts.slots.back().size = facts.type(*facts.type(of.members[i].type).element).size;
    }
    return facts;
  }
  [[nodiscard]] Finding measured() const {
    Finding finding = Recording(f).of(kRulePerThreadSlots, the_depot, depot);
    Recording(f).add(finding, depot, "late", "late", 0, {"2", "3"}, 20);
    Recording(f).add(finding, depot, "arrived", "arrived", 0, {"2", "3"});
    const FactRecord &record = f.build().record(*f.build().type(depot).record);
    finding.record = RecordInfo{"depot", Recording(f).place(record.place), record.size};
    return finding;
  }
  [[nodiscard]] std::optional<Finding> told(std::size_t arrays = 2) const {
    return only(
        inSourceTerms(measured(), FactLookup(facts(arrays)), filesOf(measured(), f.build())));
  }
  /// Each element becomes a record of a line.
  TypeIndex wrap(TypeIndex array, TypeIndex element) {
    const TypeIndex slot = f.record("slot", {{"value", element}});
    FactRecord &wrapper = f.at(*f.build().type(slot).record);
    wrapper.size = wrapper.align = 64;
    f.at(array).element = slot;
    return slot;
  }
};

TEST(SlotsInSourceTerms, ArraysSideBySideAreAllNamed) {
  Arrays arrays;
  const auto told = arrays.told();
  ASSERT_TRUE(told);
  EXPECT_THAT(pathsOf(*told), ElementsAre("depot.late", "depot.arrived"));
  EXPECT_EQ(told->object.name, "depot.late");
  EXPECT_EQ(told->object.size, 2U);
  EXPECT_EQ(told->location, told->members[0].declared);
  EXPECT_NE(told->location, told->members[1].declared);
  EXPECT_FALSE(arrays.told(1)) << "of one nothing is known";
}

TEST(SlotsInSourceTerms, MembersBesideArraysThatThreadsWriteArePartedInTheirRecord) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex gauge =
      f.record("gauge", {{"now", number}, {"heights", f.array(number, 2)}, {"waves", number}});
  const VariableIndex the_gauge = f.global("the_gauge", gauge);
  Facts facts = f.build();
  facts.slots.emplace_back().place = facts.record(*facts.type(gauge).record).members[1].place;
  const auto told = [&](const std::vector<std::string> &writers_of_now) {
    Finding finding = Recording(f).of(kRulePerThreadSlots, the_gauge, gauge);
    Recording(f).add(finding, gauge, "now", "now", 0, writers_of_now, 30);
    Recording(f).add(finding, gauge, "heights", "heights", 0, {"2"});
    Recording(f).add(finding, gauge, "waves", "waves", 0, {"2"});
    return inSourceTerms(finding, FactLookup(facts), filesOf(finding, facts));
  };
  const auto read = told({});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->places.size(), 2U);
  EXPECT_EQ(read->places[0].object.name, "gauge.heights");
  EXPECT_EQ(read->places[1].rule, kRuleAdjacentThreadFields);
  EXPECT_THAT(pathsOf(read->places[1]), ElementsAre("now", "waves"));
  EXPECT_FALSE(areApart(*read, facts, 64));
  const auto written = told({"2"});
  ASSERT_TRUE(written);
  EXPECT_EQ(written->places.size(), 1U) << "one thread's, parted from the array with its elements";
}

TEST(SlotsInSourceTerms, ArraysAreApartIfAllAre) {
  Arrays arrays;
  const auto told = arrays.told();
  ASSERT_TRUE(told);
  arrays.wrap(arrays.small, arrays.number);
  EXPECT_FALSE(areApart(*told, arrays.facts(), 64));
  arrays.wrap(arrays.row, arrays.number);
  EXPECT_TRUE(areApart(*told, arrays.facts(), 64));
}

TEST(SlotsInSourceTerms, WhatIsOnlyReadBesideArraysIsPartedByWholeLines) {
  Arrays arrays;
  Finding finding = arrays.measured();
  Recording(arrays.f).add(finding, arrays.depot, "name", "name", 0, {}, 30);
  std::rotate(finding.members.begin(), finding.members.end() - 1, finding.members.end());
  finding.members[0].readers = {"2", "3"};
  const auto told =
      only(inSourceTerms(finding, FactLookup(arrays.facts()), filesOf(finding, arrays.f.build())));
  ASSERT_TRUE(told);
  EXPECT_EQ(told->object.name, "depot.late");
  EXPECT_FALSE(told->members[0].declared.known());
  arrays.wrap(arrays.small, arrays.number);
  const TypeIndex slot = arrays.wrap(arrays.row, arrays.number);
  EXPECT_TRUE(areApart(*told, arrays.facts(), 64));
  arrays.f.at(*arrays.f.build().type(slot).record).align = 4; // padded only
  EXPECT_FALSE(areApart(*told, arrays.facts(), 64));
}

} // namespace slotsInSourceTermsTest
} // namespace fsfind::test
