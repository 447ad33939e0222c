// Arrays of numbers, atomics and locks: a record around each element, or why there is none.
#include "tests/unit/rules/WrapElements.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace wrapElementsTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(WrapElementsTest, PadsNoBits) {
  facts.slots.clear();
  finding.object.type = "std::vector<bool>::word";
  finding.object.size = 0;
  EXPECT_TRUE(advice().before.empty());
  EXPECT_TRUE(advice().edits.empty());
  EXPECT_EQ(advice().size_before, 0U);
  EXPECT_FALSE(advice().why.empty());
}

TEST_F(WrapElementsTest, DrawsEachElementWithWritersOfItsOwnWhereItHasThem) {
  finding.members.resize(1);
  finding.members[0].writers = {"7", "8"};
  const auto writers = [&](std::size_t element) { return advice().before.at(element).writers; };
  finding.verdict = Verdict::Measured;
  EXPECT_THAT(writers(1), testing::ElementsAre("7", "8")) << "each by both";
  finding.members[0].written_by_elements = true;
  EXPECT_EQ(writers(1).size(), 1U);
  EXPECT_NE(writers(0), writers(1));
  finding.members[0].written_by_elements = false;
  finding.verdict = Verdict::Latent;
  EXPECT_NE(writers(0), writers(1)) << "as the rule says";
}

TEST_F(WrapElementsTest, DrawsNoObjectsAsIfTheyWereAnArray) {
  EXPECT_FALSE(advice().before.empty());
  finding.allocator_induced = true;
  EXPECT_TRUE(advice().before.empty());
  EXPECT_EQ(advice().size_after, 64U);
}

TEST_F(WrapElementsTest, DefinesARecordAndEditsAllUses) {
  EXPECT_THAT(advice().edits, ElementsAre(Edit{"counts.c", 3, 8, 3, 12,
                                               "struct counts_slot { _Alignas(64) long value; }"},
                                          Edit{"counts.c", 5, 12, 5, 12, ".value"}));
  EXPECT_EQ(advice().size_after, 64U);
}

TEST_F(WrapElementsTest, NotForWhatItsElementsLeadTo) {
  finding.object.name = "counts[]";
  EXPECT_THAT(advice().edits, IsEmpty());
  EXPECT_EQ(advice().instances, 0U);
}

TEST_F(WrapElementsTest, NotIfSourcesThatAreNotReadInFullMayUseIt) {
  facts.units.emplace_back().errors = 1;
  facts.units.back().file = "more.c";
  EXPECT_THAT(advice().edits, IsEmpty());
  FactVariable counts;
  counts.place = at(3, 13);
  counts.type = TypeIndex(0);
  counts.storage = Storage::Static;
  facts.variables = {counts};
  EXPECT_THAT(advice().edits, SizeIs(2));
  facts.variables.front().unit = 1;
  EXPECT_THAT(advice().edits, IsEmpty());
}

TEST_F(WrapElementsTest, DefinesItBeforeTheDeclarationInCpp) {
  facts.units[0].cplusplus = true;
  slots().indent = "  ";
  slots().head = at(3, 1);
  EXPECT_EQ(definition(), "struct alignas(64) counts_slot { long value; };\n  ");
}

TEST_F(WrapElementsTest, OneEditWhereTheTypeComesFirst) {
  facts.units[0].cplusplus = true;
  slots().head = at(3, 1);
  slots().edits.front() = {at(3, 1), at(3, 5), "CountsSlot"};
  EXPECT_THAT(definition(), HasSubstr("};\nCountsSlot"));
  EXPECT_EQ(advice().edits.size(), 2U);
}

TEST_F(WrapElementsTest, PadsWhereMemoryIsNotAligned) {
  slots().aligned = false;
  EXPECT_EQ(definition(), "struct counts_slot { long value; char padding[56]; }");
  slots().size = 40;
  EXPECT_EQ(advice().size_after, 96U);
}

/// `struct image { long counts[8]; };` in line 2, of malloc's memory from line 9.
TEST_F(WrapElementsTest, AlignsTheMemoryOfTheRecordAroundIt) {
  FactRecord &image = facts.records.emplace_back();
  image.name = "image";
  image.place = at(2, 8);
  image.alignable = true;
  image.members.emplace_back().place = slots().place;
  FactType &type = facts.types.emplace_back();
  type.kind = TypeClass::Record;
  type.record = RecordIndex(0);
  FactAllocation &taken = facts.functions.emplace_back().allocations.emplace_back();
  taken.element = TypeIndex(1);
  taken.alignment = 16;
  taken.call = {at(9, 3), at(9, 9), at(9, 10), at(9, 30), "aligned_alloc", true, true, {}, {}};
  const auto texts = [&] {
    std::vector<std::string> all;
    for (const Edit &edit : advice().edits)
      all.push_back(edit.text);
    return all;
  };
  EXPECT_THAT(texts(), testing::Contains("aligned_alloc"));
  EXPECT_THAT(texts(), testing::Contains("64, "));
  taken.call = {}; // no edit can align it
  EXPECT_THAT(definition(), HasSubstr("char padding[56];"));
}

/// `static short late[8];` in line 4, used in line 6.
TEST_F(WrapElementsTest, WrapsAllArraysThatShareTheLines) {
  FactSlots late = slots();
  late.key = "c:late";
  late.place = at(4, 14);
  late.wrapper = "late_slot";
  late.value = "short value";
  late.size = late.align = 2;
  late.head = at(4, 8);
  late.edits = {{at(4, 8), at(4, 13), "struct late_slot"}, {at(6, 11), at(6, 11), ".value"}};
  facts.slots.push_back(late);
  finding.members.resize(2);
  finding.members[0].declared = finding.location;
  finding.members[1].declared = facts.place(late.place);
  finding.members[1].path = "late";
  EXPECT_EQ(advice().edits.size(), 4U);
  EXPECT_THAT(advice().edits[2].text, HasSubstr("_Alignas(64) short value;"));
  EXPECT_THAT(advice().why, HasSubstr("likewise one of 'late'"));
  EXPECT_EQ(advice().size_before, 10U);
  EXPECT_EQ(advice().size_after, 128U);
  EXPECT_EQ(advice().instances, 0U) << "no declarations of them are in the facts";
  facts.slots[1].obstacle = "it is passed to 'qsort'";
  EXPECT_THAT(advice().edits, IsEmpty());
  EXPECT_THAT(advice().why, HasSubstr("of 'late' "));
  EXPECT_THAT(advice().obstacle, HasSubstr("it is passed to 'qsort'"));
  finding.members[0].written_by_elements = true;
  finding.members[1].writers = {"11", "12"};
  EXPECT_EQ(advice().edits.size(), 2U) << "threads meet in its elements";
}

/// `static long counts[8], sums[8];` in line 3.
TEST_F(WrapElementsTest, WrapsWhatTheSameDeclarationDeclares) {
  slots().together = 2;
  EXPECT_THAT(explained(advice()), HasSubstr("declares others too")) << "which are not known";
  FactSlots sums = slots();
  sums.key = "c:sums";
  sums.place = at(3, 24);
  sums.edits[1] = {at(7, 12), at(7, 12), ".value"};
  facts.slots.push_back(sums);
  EXPECT_EQ(advice().edits.size(), 3U) << "one is the declaration's type";
  facts.slots[1].obstacle = "it is passed to 'qsort'";
  EXPECT_THAT(explained(advice()), HasSubstr("for it is passed to 'qsort'"));
  facts.slots[1] = sums;
  facts.slots[1].value = "volatile long value";
  EXPECT_THAT(explained(advice()), HasSubstr("arrays of several kinds"));
}

/// `using Cell = std::atomic<long>;` in line 2, by which the array's elements are called.
TEST_F(WrapElementsTest, MakesARecordOfTheElementsNameInstead) {
  facts.units[0].cplusplus = true;
  slots().obstacle = "it is passed to 'total'";
  slots().alias = "c:Cell";
  FactSlots name;
  name.key = "c:Cell";
  name.wrapper = "Cell";
  name.base = "std::atomic<long>";
  name.value = "using atomic::atomic;";
  name.types = {"std::atomic<long>"};
  name.size = name.align = 8;
  name.aligned = true;
  name.head = at(2, 1);
  name.edits = {{at(2, 1), at(2, 31), ""}};
  facts.slots.push_back(name);
  EXPECT_THAT(advice().edits,
              ElementsAre(Edit{"counts.c", 2, 1, 2, 31,
                               "struct alignas(64) Cell : std::atomic<long> { using "
                               "atomic::atomic; }"}));
  EXPECT_EQ(advice().size_after, 64U);
  facts.slots[1].addressed = true;
  EXPECT_THAT(advice().edits, testing::SizeIs(1));
  facts.indexed = {"std::atomic<long>"};
  EXPECT_THAT(advice().edits, IsEmpty());
  EXPECT_THAT(explained(advice()),
              HasSubstr("for it is passed to 'total', and 'Cell' cannot become a record, "
                        "for code counts from object to object"));
  facts.indexed.clear();
  FactSlots parameter; // by which code counts, though it is given arrays only
  parameter.key = "c:f#0";
  parameter.types = {"std::atomic<long>"};
  parameter.view = parameter.counted = true;
  facts.slots.push_back(parameter);
  EXPECT_THAT(explained(advice()), HasSubstr("code counts from object to object"));
  facts.slots.pop_back();
  facts.slots[1].aligned = false;
  EXPECT_THAT(explained(advice()), HasSubstr("before C++17"));
}

TEST_F(WrapElementsTest, NotOfANameThatALargeArrayHasToo) {
  facts.units[0].cplusplus = true;
  slots().obstacle = "it is passed to 'total'";
  slots().alias = "c:Cell";
  FactSlots large = slots();
  large.key = "c:large";
  large.place = at(9, 1);
  large.elements = 4096;
  FactSlots name;
  name.key = "c:Cell";
  name.aligned = true;
  name.head = at(2, 1);
  name.edits = {{at(2, 1), at(2, 31), ""}};
  facts.slots.push_back(name);
  EXPECT_THAT(advice().edits, testing::SizeIs(1));
  facts.slots.push_back(large);
  EXPECT_THAT(explained(advice()), HasSubstr("4096 elements"));
}

TEST_F(WrapElementsTest, SaysWhyNot) {
  slots().obstacle = "it is passed to 'qsort'";
  EXPECT_THAT(advice().edits, IsEmpty());
  EXPECT_THAT(advice().obstacle, HasSubstr("it is passed to 'qsort'"));
  EXPECT_THAT(advice().example, HasSubstr("long value"));
}

TEST_F(WrapElementsTest, NotWhileCodeCountsFromElementToElement) {
  slots().addressed = true;
  EXPECT_THAT(advice().edits, testing::Not(IsEmpty()));
  facts.indexed = {"long"};
  EXPECT_THAT(advice().edits, IsEmpty());
  slots().addressed = false;
  EXPECT_THAT(advice().edits, testing::Not(IsEmpty()));
}

TEST_F(WrapElementsTest, NotWhatFillsACache) {
  slots().elements = 512;
  EXPECT_THAT(advice().edits, testing::Not(IsEmpty()));
  slots().elements = 513;
  EXPECT_THAT(explained(advice()), HasSubstr("first-level cache"));
}

TEST_F(WrapElementsTest, NotInHeadersOfBothLanguages) {
  facts.c_files = facts.cplusplus_files = {"counts.c"};
  EXPECT_THAT(advice().edits, IsEmpty());
}

TEST_F(WrapElementsTest, UsesOfAllUnitsCount) {
  Facts other = facts;
  other.units[0].file = "other.c";
  other.slots[0].place = {};
  other.slots[0].edits = {{at(9, 4), at(9, 4), ".value"}};
  Facts both = facts;
  mergeFacts(both, other);
  ASSERT_EQ(both.slots.size(), 1U);
  EXPECT_EQ(both.slots[0].edits.size(), 3U);
  EXPECT_TRUE(both.slots[0].place.known());

  other.slots[0].obstacle = "a macro";
  other.slots[0].edits.clear();
  mergeFacts(both, other);
  EXPECT_EQ(both.slots[0].obstacle, "a macro");
  EXPECT_THAT(both.slots[0].edits, IsEmpty());
}

TEST_F(WrapElementsTest, NotIfUnitsSeeDifferentDeclarations) {
  Facts other = facts;
  other.slots[0].value = "int value";
  mergeFacts(facts, other);
  EXPECT_THAT(facts.slots[0].obstacle, HasSubstr("different declarations"));
}

TEST_F(WrapElementsTest, OfANameRatherThanAllThatItIsHandedTo) {
  facts.units[0].cplusplus = true;
  slots().alias = "c:Cell";
  slots().top = at(3, 1);
  FactSlots name;
  name.key = "c:Cell";
  name.aligned = true;
  name.head = at(2, 1);
  name.edits = {{at(2, 1), at(2, 31), ""}};
  facts.slots.push_back(name);
  EXPECT_THAT(advice().edits, testing::SizeIs(testing::Gt(1)));
  FactSlots reference = slots();
  reference.key = "c:reference";
  reference.view = true;
  reference.given_by = {slots().key};
  facts.slots.push_back(reference);
  EXPECT_THAT(advice().edits, testing::SizeIs(1));
}

} // namespace wrapElementsTest
} // namespace fsfind
