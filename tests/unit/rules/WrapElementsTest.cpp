// Arrays of numbers, atomics and locks: a record around each element, or why there is none.
#include "rules/merge/MergeFacts.h"
#include "rules/remedy/source/Advise.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace fsfind {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// `static long counts[8];` in line 3 of counts.c, used in line 5.
class WrapElementsTest : public testing::Test {
protected:
  WrapElementsTest() {
    facts.files = {{"counts.c"}};
    facts.units.emplace_back().file = "counts.c";
    facts.types.resize(1);
    FactSlots slots;
    slots.key = "c:counts";
    slots.place = at(3, 13);
    slots.wrapper = "counts_slot";
    slots.value = "long value";
    slots.types = {"long"};
    slots.size = slots.align = 8;
    slots.elements = 8;
    slots.head = at(3, 8);
    slots.aligned = slots.filled = true;
    slots.edits = {{at(3, 8), at(3, 12), "struct counts_slot"}, {at(5, 12), at(5, 12), ".value"}};
    facts.slots = {slots};
    finding.rule = "fsfind-per-thread-slots";
    finding.location = {"counts.c", 3, 13};
    finding.object.name = "counts";
    finding.object.type = "long";
    finding.object.size = 8;
  }

  static FactPlace at(std::uint32_t line, std::uint32_t column) {
    return {FileIndex(0), line, column};
  }
  FactSlots &slots() { return facts.slots[0]; }
  [[nodiscard]] Advice advice() const {
    for (const Advice &one : advise(facts, Roles(facts), finding, 64))
      if (one.remedy == Remedy::AlignType)
        return one;
    return {};
  }
  /// The edit that defines the record.
  [[nodiscard]] std::string definition() const {
    for (const Edit &edit : advice().edits)
      if (edit.line == 3 && (edit.column == 1 || edit.column == 8) &&
          edit.text.find('{') != std::string::npos)
        return edit.text;
    return {};
  }

  Facts facts;
  Finding finding;
};

TEST_F(WrapElementsTest, DefinesARecordAndEditsAllUses) {
  EXPECT_THAT(advice().edits, ElementsAre(Edit{"counts.c", 3, 8, 3, 12,
                                               "struct counts_slot { _Alignas(64) long value; }"},
                                          Edit{"counts.c", 5, 12, 5, 12, ".value"}));
  EXPECT_EQ(advice().size_after, 64U);
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

/// `static void add(long *all, int i)` in line 2 of counts.c, which the array is passed to.
class WrapGivenElementsTest : public WrapElementsTest {
protected:
  WrapGivenElementsTest() {
    slots().top = at(3, 1);
    FactSlots all;
    all.key = "c:add#0";
    all.place = at(2, 23);
    all.top = at(2, 1);
    all.wrapper = "all_slot";
    all.types = {"long"};
    all.size = all.align = 8;
    all.aligned = all.view = true;
    all.given_by = {slots().key};
    all.edits = {{at(2, 17), at(2, 21), "struct all_slot"}, {at(2, 38), at(2, 38), ".value"}};
    facts.slots.push_back(all);
  }
  FactSlots &parameter() { return facts.slots[1]; }
};

TEST_F(WrapGivenElementsTest, WrapsThemWhereverTheyAreUsed) {
  EXPECT_THAT(advice().edits, testing::UnorderedElementsAre(
                                  Edit{"counts.c", 2, 1, 2, 1,
                                       "struct counts_slot { _Alignas(64) long value; };\n\n"},
                                  Edit{"counts.c", 2, 17, 2, 21, "struct counts_slot"},
                                  Edit{"counts.c", 2, 38, 2, 38, ".value"},
                                  Edit{"counts.c", 3, 8, 3, 12, "struct counts_slot"},
                                  Edit{"counts.c", 5, 12, 5, 12, ".value"}));
}

TEST_F(WrapGivenElementsTest, NamesTheRecordByItsNamespace) {
  facts.units[0].cplusplus = true;
  parameter().space = "app::";
  slots().edits[0].text = "counts_slot";
  EXPECT_THAT(advice().edits, testing::Contains(Edit{"counts.c", 3, 8, 3, 12, "app::counts_slot"}));
}

TEST_F(WrapGivenElementsTest, NotIfOneOfThemCannotChange) {
  parameter().obstacle = "it is passed to 'qsort'";
  EXPECT_THAT(explained(advice()), HasSubstr("it is handed on, where it is passed to 'qsort'"));
  parameter().obstacle.clear();
  parameter().place = {};
  EXPECT_THAT(explained(advice()), HasSubstr("its definition is not seen"));
}

TEST_F(WrapGivenElementsTest, NotIfOneOfThemIsNotKnown) {
  parameter().given_by.emplace_back("c:other");
  EXPECT_THAT(explained(advice()), HasSubstr("not all that it is handed to is seen"));
}

TEST_F(WrapGivenElementsTest, NotIfNothingGivesOneOfThemItsElements) {
  FactSlots other = parameter();
  other.key = "c:g#0";
  other.given_by.clear();
  parameter().given_by = {"c:counts", "c:g#0"};
  facts.slots.push_back(other);
  EXPECT_THAT(explained(advice()), HasSubstr("no code is seen that gives"));
}

TEST_F(WrapGivenElementsTest, NotAsAnotherType) {
  FactSlots pointer = parameter();
  pointer.key = "c:job";
  pointer.view = false;
  pointer.value = "volatile long value";
  facts.slots.push_back(pointer);
  EXPECT_THAT(explained(advice()), HasSubstr("it is handed on as another type"));
}

TEST_F(WrapGivenElementsTest, InTheOneHeaderOfSeveralFiles) {
  facts.files.push_back({"add.h"});
  facts.files.push_back({"other.h"});
  parameter().top.file = FileIndex(1);
  EXPECT_THAT(advice().edits, testing::Contains(testing::Field(&Edit::file, "add.h")));
  slots().top.file = FileIndex(2);
  EXPECT_THAT(explained(advice()), HasSubstr("code of several files"));
}

TEST_F(WrapGivenElementsTest, CountingWithinThemIsNoHindrance) {
  slots().addressed = true;
  parameter().counted = true;
  EXPECT_THAT(advice().edits, testing::Not(IsEmpty()));
  FactSlots other = parameter();
  other.key = "c:h#0";
  other.given_by.clear();
  other.obstacle = "it stands for something else, too";
  facts.slots.push_back(other);
  EXPECT_THAT(explained(advice()), HasSubstr("code counts from one to the next"));
}

TEST_F(WrapGivenElementsTest, GiversOfAllUnitsCount) {
  Facts other = facts;
  other.units[0].file = "other.c";
  other.slots[1].given_by = {"c:more"};
  other.slots[1].counted = true;
  mergeFacts(facts, other);
  ASSERT_EQ(facts.slots.size(), 2U);
  EXPECT_THAT(facts.slots[0].given_by, ElementsAre("c:counts", "c:more"));
  EXPECT_TRUE(facts.slots[0].counted);
  EXPECT_FALSE(facts.slots[0].filled);
  EXPECT_TRUE(facts.slots[1].filled);
}

} // namespace
} // namespace fsfind
