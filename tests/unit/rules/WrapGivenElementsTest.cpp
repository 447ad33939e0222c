// Arrays that are handed to functions or kept in pointers: one record around the elements of all.
#include "tests/unit/rules/WrapElements.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace wrapGivenElementsTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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

} // namespace wrapGivenElementsTest
} // namespace fsfind
