#include "rules/remedy/source/Advise.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace adviseTest {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A ring whose members two threads write, as facts and as a finding.
class AdviseTest : public testing::Test {
protected:
  AdviseTest() {
    facts.files = {{"ring.h"}};
    facts.units = {unit("a.cpp", true)};
    facts.types.resize(2);
    facts.types[0].text = "long";
    facts.types[0].size = facts.types[0].align = 8;
    facts.types[1].kind = TypeClass::Record;
    facts.types[1].record = RecordIndex(0);
    FactRecord ring;
    ring.name = "Ring";
    ring.place = ring.head = at(3, 8);
    ring.objects.heap = true;
    ring.alignable = true;
    ring.size = 24;
    ring.align = 8;
    for (std::uint32_t i = 0; i < 3; ++i) {
      FactMember member;
      member.name = std::string(1, static_cast<char>('a' + i));
      member.size = 8;
      member.place = at(4 + i, 10);
      member.declaration = at(4 + i, 3);
      member.offset = 8 * i;
      ring.members.push_back(member);
    }
    facts.records = {ring};
    finding.rule = "fsfind-adjacent-thread-fields";
    finding.confidence = Confidence::High;
    finding.record = RecordInfo{.name = "Ring", .declared = facts.place(ring.place)};
    finding.location = facts.place(at(5, 10));
    finding.members = {member(0, "produce"), member(1, "consume"), member(2, "consume")};
  }

  static FactUnit unit(const std::string &file, bool cplusplus) {
    FactUnit one;
    one.file = file;
    one.cplusplus = one.aligned_new = cplusplus;
    return one;
  }
  static FactVariable ofRing() {
    FactVariable variable;
    variable.type = TypeIndex(1);
    return variable;
  }
  static FactPlace at(std::uint32_t line, std::uint32_t column) {
    return {FileIndex(0), line, column};
  }
  [[nodiscard]] FindingMember member(std::uint32_t number, const std::string &writer) const {
    FindingMember one;
    one.declared = facts.place(at(4 + number, 10));
    one.offset = 8 * number;
    one.writers = {writer};
    return one;
  }
  static Edit insertion(std::uint32_t line, std::uint32_t column, const std::string &text) {
    return {"ring.h", line, column, line, column, text};
  }
  FactRecord &ring() { return facts.records[0]; }
  [[nodiscard]] std::vector<Advice> advice(std::uint32_t line_size = 64) const {
    return advise(facts, Roles(facts), finding, line_size);
  }
  [[nodiscard]] std::vector<Edit> edits(std::uint32_t line_size = 64) const {
    Finding advised = finding;
    advised.advice = advice(line_size);
    return advised.edits();
  }
  FactFunction &function() { return facts.functions.emplace_back(); }

  Facts facts;
  Finding finding;
};

TEST_F(AdviseTest, AlignsTheFirstMemberOfEachOtherWriter) {
  EXPECT_THAT(edits(), ElementsAre(insertion(5, 3, "alignas(64) ")));
  finding.members[2].writers = {"produce"};
  EXPECT_THAT(edits(),
              ElementsAre(insertion(5, 3, "alignas(64) "), insertion(6, 3, "alignas(64) ")));
}

TEST_F(AdviseTest, AlignsTheMemberReportedWhereWritersAreTheSame) {
  for (FindingMember &one : finding.members)
    one.writers = {"work"};
  EXPECT_THAT(edits(), ElementsAre(insertion(5, 3, "alignas(64) ")));
}

TEST_F(AdviseTest, AlignsTheRecordOfElements) {
  finding.rule = "fsfind-per-thread-slots";
  EXPECT_THAT(edits(128), ElementsAre(insertion(3, 8, "alignas(128) ")));
}

TEST_F(AdviseTest, AlignsInCByAMember) {
  finding.rule = "fsfind-per-thread-slots";
  facts.units = {unit("a.c", false)};
  ring().objects.heap = false;
  EXPECT_THAT(edits(), IsEmpty()) << "no variable proves where the records lie";
  facts.variables = {ofRing()};
  EXPECT_THAT(edits(), ElementsAre(insertion(4, 3, "_Alignas(64) ")));
}

TEST_F(AdviseTest, PadsInAHeaderOfTwoLanguages) {
  facts.units.push_back(unit("b.c", false));
  facts.variables = {ofRing()};
  EXPECT_THAT(edits(), ElementsAre(insertion(5, 3, "char padding[56]; ")));
}

TEST_F(AdviseTest, WritesTheProjectsConstantForTheUsualLine) {
  ring().constant = {"kCacheLine", 64};
  EXPECT_THAT(edits(), ElementsAre(Field(&Edit::text, "alignas(kCacheLine) ")));
  EXPECT_THAT(edits(128), ElementsAre(Field(&Edit::text, "alignas(128) ")));
  ring().constant.name = "std::hardware_constructive_interference_size";
  EXPECT_THAT(edits(), ElementsAre(Field(&Edit::text, "alignas(64) ")));
}

TEST_F(AdviseTest, IsAllOrNothing) {
  finding.members[2].writers = {"produce"};
  ring().members[2].declaration = {};
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AdviseTest, LeavesPromisedLayoutsAlone) {
  ring().alignable = false;
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AdviseTest, LeavesRecordsCopiedAsBytesAlone) {
  ring().order_uses.bytes = true;
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AdviseTest, AlignsTheAllocationsToo) {
  FactAllocation allocation;
  allocation.kind = AllocationKind::Malloc;
  allocation.how = "malloc";
  allocation.element = TypeIndex(1);
  allocation.call.name = at(20, 5);
  allocation.call.name_end = at(20, 11);
  allocation.call.arguments = allocation.call.end = at(20, 12);
  allocation.call.aligning = "aligned_alloc";
  allocation.call.follows = allocation.call.whole = true;
  function().allocations = {allocation};
  const std::vector<Edit> made = edits();
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[1].text, "aligned_alloc");
  EXPECT_THAT(advice(), Not(Contains(Field(&Advice::remedy, Remedy::AlignAllocation))));
}

TEST_F(AdviseTest, LeavesPartsOfUnionsAlone) {
  FactRecord both;
  both.name = "Both";
  both.is_union = true;
  both.members.emplace_back().type = TypeIndex(1);
  facts.records.push_back(both);
  EXPECT_THAT(edits(), IsEmpty());
  EXPECT_THAT(advice().front().obstacle, HasSubstr("it is part of a union"));
}

TEST_F(AdviseTest, AReasonWhereNothingCanBeAdvised) {
  finding.rule = "fsfind-adjacent-thread-fields";
  EXPECT_THAT(whyNoAdvice(FactLookup(facts), finding), HasSubstr("no alignment written in 'Ring'"));
  ring().packed = true;
  EXPECT_THAT(advice(), IsEmpty());
  EXPECT_THAT(whyNoAdvice(FactLookup(facts), finding), HasSubstr("'Ring' is packed"));
}

TEST_F(AdviseTest, AsksWhetherTheAllocatorHonoursAlignment) {
  FactAllocation allocation;
  allocation.kind = AllocationKind::New;
  allocation.element = TypeIndex(1);
  FactFunction &allocating = function();
  allocating.allocations = {allocation};
  EXPECT_EQ(edits().size(), 1U);
  const auto pads = ElementsAre(Field(&Edit::text, HasSubstr("padding")));
  facts.units[0].aligned_new = false;
  EXPECT_THAT(edits(), pads);
  facts.units[0].aligned_new = true;
  allocating.allocations[0].kind = AllocationKind::Malloc;
  allocating.allocations[0].alignment = 16;
  EXPECT_THAT(edits(), pads);
  ring().objects.storage = ring().objects.unsized = true;
  EXPECT_THAT(edits(), IsEmpty()) << "the size that is asked for may be a number";
  ring().objects.storage = ring().objects.unsized = false;
  allocating.allocations[0].kind = AllocationKind::Aligned;
  allocating.allocations[0].alignment = 64;
  EXPECT_EQ(edits().size(), 1U);
}

TEST_F(AdviseTest, HasNoEditForOtherRules) {
  finding.rule = "fsfind-contended-atomic";
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AdviseTest, TellsSizesLayoutsAndWhy) {
  facts.variables = {ofRing()};
  facts.variables[0].storage = Storage::Global;
  facts.variables[0].defined = true;
  const auto all = advice();
  ASSERT_FALSE(all.empty());
  const Advice &best = all.front();
  EXPECT_EQ(best.remedy, Remedy::AlignMembers);
  EXPECT_EQ(best.size_before, 24U);
  EXPECT_EQ(best.size_after, 128U);
  EXPECT_EQ(best.instances, 1U);
  EXPECT_THAT(best.why, HasSubstr("'a' is written by produce, 'b' is written by consume"));
  EXPECT_THAT(best.before,
              ElementsAre(Field(&LayoutMember::offset, 0U), Field(&LayoutMember::offset, 8U),
                          Field(&LayoutMember::offset, 16U)));
  EXPECT_THAT(best.after,
              ElementsAre(Field(&LayoutMember::offset, 0U), Field(&LayoutMember::offset, 64U),
                          Field(&LayoutMember::offset, 72U)));
}

TEST_F(AdviseTest, GroupsByWriterWhereThatIsSmaller) {
  finding.members[2].writers = {"produce"};
  const auto all = advice();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].size_after, 192U);
  EXPECT_EQ(all[1].remedy, Remedy::Reorder);
  EXPECT_EQ(all[1].size_after, 128U);
  EXPECT_THAT(all[1].edits, IsEmpty());
  EXPECT_THAT(all[1].obstacle, HasSubstr("the lines of 'c' cannot be told"));
  EXPECT_EQ(all[1].example, "long a;\nlong c;\nalignas(64) long b;\n");
  finding.members[1].writers = {};
  EXPECT_EQ(advice()[1].remedy, Remedy::Split);
}

TEST_F(AdviseTest, MovesMembersWhereThatIsSmaller) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    ring().members[i].first_line = 4 + i;
    ring().members[i].lines = "  long " + ring().members[i].name + ";\n";
  }
  EXPECT_EQ(advice().front().remedy, Remedy::AlignMembers) << "as small as any other";
  finding.members[2].writers = {"produce"};
  EXPECT_EQ(advice().front().remedy, Remedy::Reorder);
  EXPECT_EQ(advice().front().size_after, 128U);
  EXPECT_THAT(edits(), ElementsAre(Edit{"ring.h", 5, 1, 6, 1, ""},
                                   Edit{"ring.h", 7, 1, 7, 1, "  alignas(64) long b;\n"}));
  ring().order_uses.positions = true;
  EXPECT_EQ(advice().front().remedy, Remedy::AlignMembers) << "which needs no other order";
  EXPECT_THAT(advice()[1].obstacle, HasSubstr("its members get values by their position"));
  ring().order_uses = {};
  ring().alignable = false;
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AdviseTest, MovesNothingBehindAnArrayWithoutEnd) {
  finding.members[2].writers = {"produce"};
  EXPECT_THAT(advice(), Contains(Field(&Advice::remedy, Remedy::Reorder)));
  facts.types.resize(3);
  facts.types[2] = facts.types[0];
  facts.types[2].kind = TypeClass::Array;
  facts.types[2].elements = 1;
  ring().members[2].type = TypeIndex(2);
  EXPECT_THAT(advice(), Not(Contains(Field(&Advice::remedy, Remedy::Reorder))));
}

TEST_F(AdviseTest, SaysWhyThereIsNoEdit) {
  ring().alignable = false;
  const auto all = advice();
  ASSERT_FALSE(all.empty());
  EXPECT_THAT(all.front().obstacle, HasSubstr("its layout may be promised"));
  EXPECT_EQ(all.front().example, "long a;\nalignas(64) long b;\nlong c;\n");
}

TEST_F(AdviseTest, HasTheAllocationAlignedToo) {
  FactAllocation allocation;
  allocation.kind = AllocationKind::Malloc;
  allocation.how = "malloc";
  allocation.element = TypeIndex(1);
  function().allocations = {allocation};
  EXPECT_THAT(advice(), Contains(Field(&Advice::remedy, Remedy::AlignAllocation)));
}

TEST_F(AdviseTest, AlignsEachOfNeighbouringVariables) {
  finding.rule = "fsfind-adjacent-globals";
  finding.record.reset();
  for (std::uint32_t i = 0; i < 2; ++i) {
    FactVariable variable;
    variable.name = i == 0 ? "hits" : "misses";
    variable.place = at(4 + i, 10);
    variable.declaration = at(4 + i, 1);
    variable.order = i;
    facts.variables.push_back(variable);
  }
  finding.members.resize(2);
  EXPECT_THAT(edits(),
              ElementsAre(insertion(4, 1, "alignas(64) "), insertion(5, 1, "alignas(64) ")));
  EXPECT_EQ(advice().front().size_before, 16U);
  EXPECT_EQ(advice().front().size_after, 128U);
  facts.variables[1].constant = {"LINE", 64};
  EXPECT_EQ(edits()[1].text, "alignas(LINE) ");
  facts.variables[1].declaration = {};
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AdviseTest, CountsLocallyWhatALoopAddsTo) {
  finding.rule = "fsfind-contended-atomic";
  finding.sharing = Sharing::True;
  FactAccess access;
  access.op = Op::ReadModifyWrite;
  access.accumulates = Accumulation::Sum;
  access.same_object = true;
  access.atomic = true;
  access.loop_depth = 1;
  access.what.steps = {{StepKind::Member, RecordIndex(0), 0, {}}};
  access.what.type = TypeIndex(0);
  access.place = at(9, 5);
  function().accesses = {access};
  const auto all = advice();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].remedy, Remedy::AccumulateLocally);
  EXPECT_THAT(all[0].example, HasSubstr("long sum = 0;"));
  EXPECT_EQ(all[1].remedy, Remedy::ShardPerCpu);
  finding.rule = "fsfind-adjacent-thread-fields";
  finding.sharing = Sharing::False;
  const auto counted = Field(&Advice::remedy, Remedy::AccumulateLocally);
  EXPECT_THAT(advice(), Contains(counted));
  FactAccess reset = access; // whose change would be lost
  reset.op = Op::Write;
  reset.accumulates = Accumulation::None;
  facts.functions.front().accesses.push_back(reset);
  EXPECT_THAT(advice(), Not(Contains(counted)));
  facts.functions.front().accesses.pop_back();
  EXPECT_THAT(advice(), Contains(counted));
  FactAccess read = reset; // whoever waits for the count
  read.op = Op::Read;
  function().accesses = {read};
  EXPECT_THAT(advice(), Not(Contains(counted)));
}

TEST_F(AdviseTest, LeavesAloneWhatIsScannedFarMoreThanWritten) {
  finding.rule = "fsfind-per-thread-slots";
  finding.object.size = 8;
  FactVariable variable = ofRing();
  variable.place = at(5, 10);
  FactType rings;
  rings.kind = TypeClass::Array;
  rings.element = TypeIndex(1);
  rings.elements = 2048;
  facts.types.push_back(rings);
  variable.type = TypeIndex(2);
  facts.variables = {variable};
  EXPECT_EQ(edits().size(), 1U);
  FactAccess scan;
  scan.what.variable = VariableIndex(0);
  FactStep step;
  step.kind = StepKind::Index;
  step.index.edit().from = Provenance::Loop;
  scan.what.steps = {step};
  function().accesses = {scan};
  EXPECT_EQ(advice().front().remedy, Remedy::LeaveAlone);
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AdviseTest, LeavesAloneArraysOfWhatIsWeaklySuspected) {
  FactStep element, member;
  element.kind = StepKind::Index;
  element.index.edit().from = Provenance::Loop;
  member.kind = StepKind::Member;
  member.record = RecordIndex(0);
  FactAccess scan;
  scan.what.steps = {element, member};
  scan.what.type = TypeIndex(0);
  function().accesses = {scan};
  EXPECT_EQ(edits().size(), 1U) << "high confidence";
  finding.confidence = Confidence::Low;
  EXPECT_EQ(advice().front().remedy, Remedy::LeaveAlone);
  EXPECT_THAT(edits(), IsEmpty());
  facts.variables = {ofRing()};
  facts.variables[0].defined = true;
  EXPECT_EQ(edits().size(), 1U) << "there is but one";
}

TEST_F(AdviseTest, TouchesPagesWhereTheyAreUsed) {
  finding.rule = "fsfind-serial-first-touch";
  finding.object.name = "grid";
  const auto all = advice();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].remedy, Remedy::TouchInParallel);
  EXPECT_THAT(all[0].example, HasSubstr("grid["));
  EXPECT_EQ(all[1].remedy, Remedy::Interleave);
}

} // namespace adviseTest
} // namespace fsfind
