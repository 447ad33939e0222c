#include "rules/advice/AlignEdit.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

/// A ring whose members two threads write, as facts and as a finding.
class AlignEditTest : public testing::Test {
protected:
  AlignEditTest() {
    facts.files = {"ring.h"};
    facts.units = {unit("a.cpp", true)};
    facts.types.resize(2);
    facts.types[1].kind = TypeClass::Record;
    facts.types[1].record = RecordIndex(0);
    FactRecord ring;
    ring.name = "Ring";
    ring.place = at(3, 8);
    ring.alignable = true;
    for (std::uint32_t i = 0; i < 3; ++i) {
      FactMember member;
      member.place = at(4 + i, 10);
      member.declaration = at(4 + i, 3);
      member.offset = 8 * i;
      ring.members.push_back(member);
    }
    facts.records = {ring};
    finding.rule = "fsfind-adjacent-thread-fields";
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
  [[nodiscard]] std::vector<Edit> edits(std::uint32_t line_size = 64) const {
    return alignEdits(facts, finding, line_size);
  }
  FactFunction &function() { return facts.functions.emplace_back(); }

  Facts facts;
  Finding finding;
};

TEST_F(AlignEditTest, AlignsTheFirstMemberOfEachOtherWriter) {
  EXPECT_THAT(edits(), ElementsAre(insertion(5, 3, "alignas(64) ")));
  finding.members[2].writers = {"produce"};
  EXPECT_THAT(edits(),
              ElementsAre(insertion(5, 3, "alignas(64) "), insertion(6, 3, "alignas(64) ")));
}

TEST_F(AlignEditTest, AlignsTheMemberReportedWhereWritersAreTheSame) {
  for (FindingMember &one : finding.members)
    one.writers = {"work"};
  EXPECT_THAT(edits(), ElementsAre(insertion(5, 3, "alignas(64) ")));
}

TEST_F(AlignEditTest, AlignsTheRecordOfElements) {
  finding.rule = "fsfind-per-thread-slots";
  EXPECT_THAT(edits(128), ElementsAre(insertion(3, 8, "alignas(128) ")));
}

TEST_F(AlignEditTest, AlignsInCByAMember) {
  finding.rule = "fsfind-per-thread-slots";
  facts.units = {unit("a.c", false)};
  EXPECT_THAT(edits(), IsEmpty()) << "no variable proves where the records lie";
  facts.variables = {ofRing()};
  EXPECT_THAT(edits(), ElementsAre(insertion(4, 3, "_Alignas(64) ")));
}

TEST_F(AlignEditTest, LeavesAHeaderOfTwoLanguagesAlone) {
  facts.units.push_back(unit("b.c", false));
  facts.variables = {ofRing()};
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AlignEditTest, WritesTheProjectsConstantForTheUsualLine) {
  ring().constant = "kCacheLine";
  EXPECT_THAT(edits(), ElementsAre(Field(&Edit::text, "alignas(kCacheLine) ")));
  EXPECT_THAT(edits(128), ElementsAre(Field(&Edit::text, "alignas(128) ")));
  ring().constant = "std::hardware_constructive_interference_size";
  EXPECT_THAT(edits(), ElementsAre(Field(&Edit::text, "alignas(64) ")));
}

TEST_F(AlignEditTest, IsAllOrNothing) {
  finding.members[2].writers = {"produce"};
  ring().members[2].declaration = {};
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AlignEditTest, LeavesPromisedLayoutsAlone) {
  ring().alignable = false;
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AlignEditTest, LeavesRecordsCopiedAsBytesAlone) {
  FactAccess access;
  access.bulk = true;
  access.what.type = TypeIndex(1);
  function().accesses = {access};
  EXPECT_THAT(edits(), IsEmpty());
}

TEST_F(AlignEditTest, AsksWhetherTheAllocatorHonoursAlignment) {
  FactAllocation allocation;
  allocation.kind = AllocationKind::New;
  allocation.element = TypeIndex(1);
  FactFunction &allocating = function();
  allocating.allocations = {allocation};
  EXPECT_EQ(edits().size(), 1U);
  facts.units[0].aligned_new = false;
  EXPECT_THAT(edits(), IsEmpty());
  facts.units[0].aligned_new = true;
  allocating.allocations[0].kind = AllocationKind::Malloc;
  allocating.allocations[0].alignment = 16;
  EXPECT_THAT(edits(), IsEmpty());
  allocating.allocations[0].kind = AllocationKind::Aligned;
  allocating.allocations[0].alignment = 64;
  EXPECT_EQ(edits().size(), 1U);
}

TEST_F(AlignEditTest, HasNoEditForOtherRules) {
  finding.rule = "fsfind-contended-atomic";
  EXPECT_THAT(edits(), IsEmpty());
}

} // namespace
} // namespace fsfind
