// What facts of a program say of files that have changed since.
#include "rules/merge/Outdated.h"

#include "rules/merge/MergeFacts.h"

#include <gtest/gtest.h>
#include <string>

namespace fsfind::test {
namespace factsOutdatedTest {

/// `void read(struct ring *r) { r->MEMBER = 1; }` of `user.c`, and `struct ring { NAMES }` of
/// `ring.h` with the function `reset`, which was found at `line`.
Facts ringFacts(const std::vector<std::string> &names, std::uint32_t line, std::uint32_t member) {
  Facts facts;
  facts.units.resize(1);
  facts.units[0].file = "user.c";
  facts.files = {{"user.c", 1}, {"ring.h", line}};
  facts.types.resize(1);
  FactRecord &ring = facts.records.emplace_back();
  ring.key = ring.name = "ring";
  ring.place = {FileIndex(1), line, 8};
  for (const std::string &name : names) {
    FactMember &made = ring.members.emplace_back();
    made.name = name;
    made.place = {FileIndex(1), ++line, 3};
    made.offset = ring.size;
    made.size = 8;
    ring.size += 8;
  }
  FactFunction &user = facts.functions.emplace_back();
  user.key = user.name = "user";
  user.defined = true;
  user.place = {FileIndex(0), 3, 6};
  FactAccess &access = user.accesses.emplace_back();
  access.op = Op::Write;
  access.what.root = Root::Parameter;
  access.what.steps = {{}, {StepKind::Member, RecordIndex(0), member, {}}};
  FactFunction &reset = facts.functions.emplace_back();
  reset.key = reset.name = "reset";
  reset.defined = true;
  reset.place = {FileIndex(1), line + 2, 6};
  reset.accesses = facts.functions.front().accesses; // `user` has moved
  return facts;
}

const FactFunction &named(const Facts &facts, const std::string &key) {
  for (const FactFunction &function : facts.functions)
    if (function.key == key)
      return function;
  static const FactFunction kNone;
  return kNone;
}

/// The program's facts with those of a unit that read `ring.h` anew, but not `user.c`.
Facts refreshed(Facts program, Facts unit) {
  unit.functions.erase(unit.functions.begin());
  dropOutdated(program, {false, true}, unit);
  mergeFacts(program, std::move(unit));
  return program;
}

TEST(FactsOutdated, PlacesAreThoseOfTheFileAsItIsNow) {
  const Facts now = refreshed(ringFacts({"head", "tail"}, 5, 1), ringFacts({"head", "tail"}, 6, 1));
  ASSERT_EQ(now.records.size(), 1U);
  EXPECT_EQ(now.place(now.records[0].place), (Place{"ring.h", 6, 8}));
  EXPECT_EQ(now.place(named(now, "reset").place).line, 10U);
  EXPECT_EQ(now.functions.size(), 2U);
  EXPECT_EQ(named(now, "user").accesses.at(0).what.steps.at(1).member, 1U);
}

TEST(FactsOutdated, MembersAreFollowedByName) {
  const Facts now =
      refreshed(ringFacts({"head", "tail"}, 5, 1), ringFacts({"size", "head", "tail"}, 5, 2));
  ASSERT_EQ(now.records.size(), 1U);
  EXPECT_EQ(named(now, "user").accesses.at(0).what.steps.at(1).member, 2U);
  const Facts without =
      refreshed(ringFacts({"head", "tail"}, 5, 1), ringFacts({"head", "last"}, 5, 1));
  EXPECT_TRUE(named(without, "user").accesses.at(0).what.steps.empty()) << "it is no more";
}

TEST(FactsOutdated, WhatTheFileNoLongerHasIsForgotten) {
  Facts unit = ringFacts({"head"}, 5, 0);
  unit.records[0].key = "other";
  unit.functions[1].key = "renamed";
  const Facts now = refreshed(ringFacts({"head", "tail"}, 5, 1), std::move(unit));
  EXPECT_FALSE(named(now, "reset").defined);
  EXPECT_TRUE(named(now, "reset").accesses.empty());
  EXPECT_TRUE(named(now, "user").accesses.at(0).what.steps.empty());
  for (const FactRecord &record : now.records)
    EXPECT_TRUE(record.key == "other" || !record.place.known()) << record.key;
}

TEST(FactsOutdated, OtherFilesStay) {
  Facts program = ringFacts({"head", "tail"}, 5, 1);
  const Facts before = program;
  dropOutdated(program, {false, false}, ringFacts({"size"}, 9, 0));
  EXPECT_EQ(program.records, before.records);
  EXPECT_EQ(program.functions, before.functions);
}

} // namespace factsOutdatedTest
} // namespace fsfind::test
