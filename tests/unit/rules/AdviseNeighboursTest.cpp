// What a recording alone advises on variables that lie beside each other.
#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/AdviseMeasured.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace adviseNeighboursTest {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A whole variable of eight bytes.
FindingMember variable(const std::string &name, std::vector<std::string> writers, Update update) {
  FindingMember one;
  one.path = one.variable = name;
  one.size = 8;
  one.writers = std::move(writers);
  one.updates = {update};
  return one;
}

Finding neighbours(Sharing sharing, std::vector<FindingMember> members) {
  Finding finding;
  finding.rule = kRuleAdjacentGlobals;
  finding.sharing = sharing;
  finding.conflict = Conflict::WriteWrite;
  finding.location = {"a.c", 9, 0};
  finding.object.name = members.front().path;
  finding.members = std::move(members);
  finding.cost.latency_share = 0.5;
  adviseMeasured(finding, 64, analyzer::Knowledge::builtIn().nameWords());
  return finding;
}

TEST(AdviseNeighbours, ThatTheSameThreadsWriteStayTogether) {
  const FindingMember used = variable("used", {"1", "2"}, Update::Replace),
                      total = variable("total", {"1", "2"}, Update::Replace);
  const Finding together = neighbours(Sharing::False, {used, total});
  EXPECT_THAT(together.advice, IsEmpty());
  EXPECT_THAT(together.no_advice, HasSubstr("the same threads write each of these variables"));
  const Finding apart =
      neighbours(Sharing::False, {used, total, variable("done", {"3"}, Update::Replace)});
  ASSERT_THAT(apart.advice, SizeIs(1));
  EXPECT_EQ(apart.advice[0].remedy, Remedy::AlignMembers);
  EXPECT_THAT(apart.advice[0].example, AllOf(HasSubstr("used"), HasSubstr("done")));
  EXPECT_THAT(apart.advice[0].example, Not(HasSubstr("total"))) << "it has the writers of 'used'";
  EXPECT_THAT(apart.advice[0].why, HasSubstr("kept together"));
}

TEST(AdviseNeighbours, WhatANodeHoldsTakesWholeLines) {
  FindingMember metres = variable("Trip.metres", {"2"}, Update::Add);
  metres.object_type = "Trip";
  metres.variable.clear();
  metres.declared = {"a.cpp", 3, 1};
  const auto advised = [&metres](const std::string &type) {
    Finding finding = neighbours(Sharing::False, {metres});
    finding.rule = kRuleAdjacentObjects;
    finding.location = {"a.cpp", 9, 0};
    finding.object = Object();
    finding.object.kind = ObjectKind::Heap;
    finding.object.type = type;
    finding.object.size = 48;
    adviseMeasured(finding, 64, analyzer::Knowledge::builtIn().nameWords());
    return finding.advice;
  };
  for (const std::string type : {"", "std::_Rb_tree_node<std::pair<int const, Trip> >"}) {
    const std::vector<Advice> advice = advised(type);
    ASSERT_THAT(advice, SizeIs(1));
    EXPECT_EQ(advice[0].remedy, Remedy::AlignType);
    EXPECT_EQ(advice[0].example, "struct alignas(64) Trip { ... };\n");
  }
  metres.declared = {};
  const std::vector<Advice> advice = advised("");
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_EQ(advice[0].remedy, Remedy::AlignAllocation);
  EXPECT_EQ(advice[0].example, "") << "of what type?";
}

/// Objects of 24 bytes that are a record of the program's, beside each other on the heap.
Finding objects(const std::string &file) {
  FindingMember next = variable("next", {"1", "2"}, Update::Replace);
  next.variable.clear();
  Finding finding = neighbours(Sharing::Mixed, {next});
  finding.rule = kRulePerThreadSlots;
  finding.allocator_induced = true;
  finding.location = {file, 9, 0};
  finding.object = Object();
  finding.object.kind = ObjectKind::Heap;
  finding.object.type = "app::Hook<long>";
  finding.object.size = 24;
  finding.record = RecordInfo{.name = "app::Hook<long>", .declared = {file, 5, 0}, .size = 24};
  return finding;
}

Finding advised(Finding finding) {
  adviseMeasured(finding, 64, analyzer::Knowledge::builtIn().nameWords());
  return finding;
}

TEST(AdviseNeighbours, NoAlignmentOfATypeReachesWhatAnAllocatorOfBytesHandsOut) {
  Finding finding = objects("a.cpp");
  finding.object.allocated.function = "app::makeHook";
  EXPECT_EQ(advised(finding).advice.at(0).example, "struct alignas(64) Hook { ... };\n");
  EXPECT_THAT(advised(finding).advice.at(0).why, HasSubstr("malloc"));
  finding.object.allocated.function = "app::allocateMemory";
  EXPECT_THAT(advised(finding).advice.at(0).example, Not(HasSubstr("alignas")));
  EXPECT_THAT(advised(finding).advice.at(0).why, HasSubstr("app::allocateMemory"));
  finding = objects("a.rs");
  finding.object.allocated.function = "app::allocate_hook";
  EXPECT_EQ(advised(finding).advice.at(0).example, "#[repr(align(64))]\nstruct Hook { ... }\n");
}

TEST(AdviseNeighbours, WhatLiesAroundARecordKeepsItsAlignmentInRust) {
  Finding finding = objects("a.rs");
  finding.object.block_size = 40;
  const Advice advice = advised(finding).advice.at(0);
  EXPECT_EQ(advice.example, "#[repr(align(64))]\nstruct Hook { ... }\n");
  EXPECT_THAT(advice.why, AllOf(HasSubstr("40 bytes"), HasSubstr("24 bytes")));
  EXPECT_EQ(advice.size_after, 0U) << "what else lies in the block is not known";
  finding.location.file = "a.cpp";
  EXPECT_EQ(advised(finding).advice.at(0).size_after, 64U);
}

TEST(AdviseNeighbours, ObjectsAtWhoseOwnBytesThreadsMostlyMeetAreNotPutApart) {
  Finding finding = objects("a.cpp");
  finding.cost.false_part = {.share = 0.5, .estimated = false};
  EXPECT_THAT(advised(finding).advice, SizeIs(1));
  finding.cost.false_part->share = 0.15;
  EXPECT_THAT(advised(finding).advice, IsEmpty());
  EXPECT_THAT(advised(finding).no_advice, HasSubstr("the same bytes"));
  finding.location = {};
  finding.related.push_back({{"a.rs", 12, 0}, "most stores come from here"});
  EXPECT_THAT(advised(finding).no_advice, HasSubstr("the same bytes")) << "as rustc tells places";
}

Finding fight(Sharing sharing, Update update) {
  return neighbours(sharing,
                    {variable("ring.used", {"1", "2"}, update), variable("done", {"3"}, update)});
}

TEST(AdviseNeighbours, WhoseOwnBytesAreContendedAreNotPutApart) {
  const Finding counters = fight(Sharing::True, Update::Add);
  ASSERT_THAT(counters.advice, SizeIs(1));
  EXPECT_EQ(counters.advice[0].remedy, Remedy::ShardPerCpu);
  EXPECT_THAT(counters.advice[0].why, HasSubstr("the same 'ring.used', so"));
  const Finding locks = fight(Sharing::True, Update::Conditional);
  EXPECT_THAT(locks.advice, IsEmpty());
  EXPECT_THAT(locks.no_advice, HasSubstr("change 'ring.used' by compare-and-swap"));
  const Finding mixed = fight(Sharing::Mixed, Update::Add);
  ASSERT_THAT(mixed.advice, SizeIs(1));
  EXPECT_EQ(mixed.advice[0].remedy, Remedy::AlignMembers) << "a part of it ends";
}

} // namespace adviseNeighboursTest
} // namespace fsfind
