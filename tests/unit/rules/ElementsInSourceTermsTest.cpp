// Elements of arrays that a recording shows, told in the facts' own terms, and what is beside them.
#include "rules/join/Apart.h"
#include "rules/join/InSourceTerms.h"
#include "rules/model/RuleIds.h"
#include "tests/support/Recording.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace elementsInSourceTermsTest {

using testing::ElementsAre;

TEST(ElementsInSourceTerms, TheElementOfAnArrayInTheObjectIsTheOneToAlign) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex slot = f.record("slot", {{"hits", number}, {"lost", number}});
  const TypeIndex table = f.record("table", {{"id", number}, {"slots", f.array(slot, 4)}});
  Finding finding = Recording(f).of(kRulePerThreadSlots, f.global("the_table", table), table);
  Recording(f).add(finding, slot, "lost", "slots[].lost", 8, {"2", "3"});
  const auto told = terms(finding, f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "slot");
  EXPECT_EQ(told->object.size, 16U);
  EXPECT_EQ(told->members[0].offset, 8U) << "from the element";
  EXPECT_EQ(told->location, f.build().place(f.build().records[1].members[1].place));
  FactRecord &record = f.at(*f.build().type(slot).record);
  record.align = 64;
  EXPECT_FALSE(areApart(*told, f.build(), 64));
  record.size = 64;
  EXPECT_TRUE(areApart(*told, f.build(), 64));
}

/// Poses behind an index, as buffers are, of which a thread writes one.
struct Stage {
  explicit Stage(std::uint64_t poses) : stage(stageOf(poses)) {}
  TypeIndex stageOf(std::uint64_t poses) {
    return f.record("Stage", {{"front", number}, {"poses", f.array(pose, poses)}});
  }
  FactsBuilder f;
  TypeIndex number = f.plain(4);
  TypeIndex pose = f.record("Pose", {{"x", number}, {"y", number}});
  TypeIndex stage;
  VariableIndex the_stage = f.global("the_stage", stage);

  Finding measured() const {
    Finding finding = Recording(f).of(kRulePerThreadSlots, the_stage, stage);
    Recording(f).add(finding, stage, "front", "front", 0, {});
    Recording(f).add(finding, pose, "x", "poses[].x", 4, {"2"});
    return finding;
  }
};

TEST(ElementsInSourceTerms, AnArrayOfOneThreadIsPartedFromTheMembersBesideIt) {
  const Stage stage(2);
  const auto told = terms(stage.measured(), stage.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->rule, kRuleAdjacentThreadFields) << "aligned, the object has all on one line";
  EXPECT_EQ(told->record->name, "Stage");
  EXPECT_THAT(pathsOf(*told), ElementsAre("front", "poses[].x"));
}

TEST(ElementsInSourceTerms, BuffersThatOthersReadArePartedFromEachOther) {
  Stage stage(2);
  Finding finding = stage.measured();
  finding.members[1].read_by_others = true;
  for (const std::string_view rule : {kRulePerThreadSlots, kRuleAdjacentThreadFields}) {
    finding.rule = rule;
    const auto told =
        inSourceTerms(finding, FactLookup(stage.f.build()), filesOf(finding, stage.f.build()));
    ASSERT_TRUE(told) << rule;
    ASSERT_EQ(told->places.size(), 1U);
    const Finding &place = told->places.front();
    EXPECT_EQ(place.rule, kRulePerThreadSlots);
    EXPECT_EQ(place.record->name, "Pose");
    EXPECT_EQ(place.object.size, 8U);
    EXPECT_THAT(pathsOf(place), ElementsAre("x")) << "what is beside them is parted with them";
    const Facts &facts = stage.f.build();
    EXPECT_EQ(place.location, facts.place(facts.records[1].members[1].place));
    EXPECT_FALSE(areApart(*told, facts, 64));
  }
  const auto told =
      inSourceTerms(finding, FactLookup(stage.f.build()), filesOf(finding, stage.f.build()));
  FactRecord &record = stage.f.at(*stage.f.build().type(stage.stage).record);
  record.align = 64;
  record.members[1].offset = 64;
  EXPECT_FALSE(areApart(*told, stage.f.build(), 64)) << "the buffers share a line";
  FactRecord &pose = stage.f.at(*stage.f.build().type(stage.pose).record);
  pose.align = pose.size = 64;
  EXPECT_TRUE(areApart(*told, stage.f.build(), 64));
}

TEST(ElementsInSourceTerms, BuffersMayHaveTheMostContendedLoads) {
  const Stage stage(3);
  Finding finding = stage.measured();
  std::swap(finding.members[0], finding.members[1]);
  finding.members[0].readers = {"3"};
  const auto told = terms(finding, stage.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "Pose");
}

TEST(ElementsInSourceTerms, WhatABuffersReaderLoadsFirstIsNotPartedWithinIt) {
  Stage stage(2);
  Finding finding = Recording(stage.f).of(kRuleAdjacentThreadFields, stage.the_stage, stage.stage);
  Recording(stage.f).add(finding, stage.pose, "x", "poses[].x", 4, {});
  Recording(stage.f).add(finding, stage.pose, "y", "poses[].y", 4, {"2"});
  finding.members[0].readers = {"3"};
  const auto within = terms(finding, stage.f);
  ASSERT_TRUE(within);
  EXPECT_EQ(within->rule, kRuleAdjacentThreadFields) << "it may be what the writer's element has";
  EXPECT_EQ(within->record->name, "Pose");
  finding.members[1].read_by_others = true;
  const auto told =
      inSourceTerms(finding, FactLookup(stage.f.build()), filesOf(finding, stage.f.build()));
  ASSERT_TRUE(told);
  ASSERT_EQ(told->places.size(), 1U);
  EXPECT_EQ(told->places.front().rule, kRulePerThreadSlots)
      << "what is written is read, too, and not shared: the reader is in another element";
  EXPECT_EQ(told->places.front().record->name, "Pose");
  FactRecord &pose = stage.f.at(*stage.f.build().type(stage.pose).record);
  FactRecord &record = stage.f.at(*stage.f.build().type(stage.stage).record);
  pose.align = pose.size = record.align = 64;
  EXPECT_TRUE(areApart(*told, stage.f.build(), 64));
}

TEST(ElementsInSourceTerms, ManyElementsAreAQueuesAndStayTogether) {
  const Stage stage(64);
  Finding finding = stage.measured();
  finding.members[1].read_by_others = true;
  const auto told = terms(finding, stage.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "Stage");
  finding.members[1].writers = {"2", "3"};
  EXPECT_FALSE(terms(finding, stage.f)) << "their writers would still meet";
}

TEST(ElementsInSourceTerms, MembersOfElementsWithWritersOfTheirOwnMayMeetWithinOne) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex lane = f.record("lane", {{"sent", number}, {"taken", number}});
  const TypeIndex table = f.record("table", {{"id", number}, {"lanes", f.array(lane, 4)}});
  const VariableIndex the_table = f.global("the_table", table);
  const auto within = [&](const std::vector<std::string> &writers_of_taken) {
    Finding finding = Recording(f).of(kRulePerThreadSlots, the_table, table);
    Recording(f).add(finding, lane, "sent", "lanes[].sent", 8, {"2", "3"});
    Recording(f).add(finding, lane, "taken", "lanes[].taken", 8, writers_of_taken);
    return only(withinElements(finding, FactLookup(f.build()), filesOf(finding, f.build())));
  };
  const auto told = within({"4", "5"});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->rule, kRuleAdjacentThreadFields);
  EXPECT_EQ(told->record->name, "lane");
  EXPECT_THAT(pathsOf(*told), ElementsAre("sent", "taken"));
  EXPECT_FALSE(within({"3", "4"})) << "a thread that writes both has elements of its own";
  EXPECT_FALSE(within({}));
}

TEST(ElementsInSourceTerms, ElementsOfAContainerAreFoundByItsVariable) {
  FactsBuilder f;
  const TypeIndex tally = f.record("Tally", {{"hits", f.plain(8)}});
  const VariableIndex tallies = f.global("tallies", f.container(tally));
  Finding finding = Recording(f).of(kRulePerThreadSlots, tallies, tally);
  Recording(f).add(finding, tally, "hits", "hits", 0, {"2", "3"});
  const auto told = terms(finding, f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "Tally");
  EXPECT_EQ(told->location, f.build().place(f.build().variable(tallies).place));
}

} // namespace elementsInSourceTermsTest
} // namespace fsfind::test
