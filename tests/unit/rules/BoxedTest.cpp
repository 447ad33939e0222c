#include "rules/model/Boxed.h"
#include "rules/model/Facts.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace fsfind {
namespace boxedTest {

using testing::ElementsAre;
using testing::IsEmpty;

struct Note {
  std::string text;
  int number = 0;
  bool operator==(const Note &) const = default;
};

/// What facts of large programs have millions of.
TEST(Boxed, IsAsWideAsAPointer) {
  static_assert(sizeof(Boxed<Note>) == sizeof(void *));
  static_assert(sizeof(Rare<Note>) == sizeof(void *));
  static_assert(sizeof(RareList<Note>) == sizeof(void *));
  EXPECT_LE(sizeof(FactStep), 24U);
  EXPECT_LE(sizeof(FactAccess), 120U);
  EXPECT_LE(sizeof(FactCall), 80U);
  EXPECT_LE(sizeof(FactArgument), 80U);
}

TEST(Boxed, TellsAbsenceFromTheUsualValue) {
  Boxed<Note> none, usual = Note{};
  EXPECT_FALSE(none.has_value());
  EXPECT_TRUE(usual);
  EXPECT_FALSE(none == usual);
  none.emplace();
  EXPECT_TRUE(none == usual);
  none.reset();
  EXPECT_FALSE(none);
}

TEST(Boxed, CopiesAreIndependentAndMovesLeaveNothing) {
  Boxed<Note> one = Note{"a", 1};
  Boxed<Note> copy = one;
  copy->number = 2;
  EXPECT_EQ(one->number, 1);
  one = copy;
  EXPECT_EQ(*one, (Note{"a", 2}));
  const Boxed<Note> moved = std::move(one);
  EXPECT_EQ(moved->text, "a");
  EXPECT_FALSE(one.has_value()); // NOLINT(bugprone-use-after-move): that is promised
  copy = Boxed<Note>();
  EXPECT_FALSE(copy);
}

TEST(Rare, ReadsAsTheUsualValueAndKeepsOthersOnly) {
  Rare<Note> one;
  EXPECT_EQ(one->text, "");
  EXPECT_EQ(one.kept(), nullptr);
  one = Note{};
  EXPECT_EQ(one.kept(), nullptr);
  one = Note{"a", 1};
  const Note &read = one;
  EXPECT_EQ(read, (Note{"a", 1}));
  EXPECT_EQ(one.kept(), &*one);
  one = {};
  EXPECT_EQ(one.kept(), nullptr);
}

TEST(Rare, EqualsByValueHoweverItIsKept) {
  Rare<Note> one;
  const Rare<Note> other;
  one.edit().number = 1;
  EXPECT_FALSE(one == other);
  one.edit().number = 0;
  EXPECT_TRUE(one == other);
  Rare<Note> copy = one;
  copy.edit().text = "b";
  EXPECT_EQ(one->text, "");
}

TEST(RareList, IsAListThatTakesNothingWhenEmpty) {
  RareList<Note> list;
  EXPECT_THAT(list, IsEmpty());
  EXPECT_EQ(list.begin(), list.end());
  list.push_back({"a", 1});
  list.emplace_back().number = 2;
  EXPECT_THAT(list, ElementsAre(Note{"a", 1}, Note{"", 2}));
  EXPECT_EQ(list.front().text, "a");
  EXPECT_EQ(list.back().number, list[1].number);
  const RareList<Note> copy = list;
  list.eraseIf([](const Note &one) { return one.number == 1; });
  EXPECT_THAT(list, ElementsAre(Note{"", 2}));
  list.eraseIf([](const Note &) { return true; });
  EXPECT_EQ(list.begin(), nullptr);
  EXPECT_THAT(copy, ElementsAre(Note{"a", 1}, Note{"", 2}));
}

TEST(RareList, ComparesByElements) {
  const RareList<int> none = std::vector<int>(), short_list = {1}, long_list = {1, 2},
                      other = {0, 3};
  EXPECT_TRUE(none == RareList<int>());
  EXPECT_TRUE(none < short_list);
  EXPECT_TRUE(short_list < long_list);
  EXPECT_TRUE(other < short_list);
  EXPECT_FALSE(long_list == short_list);
}

} // namespace boxedTest
} // namespace fsfind
