// Members in another order, as edits of the source.
#include "rules/remedy/source/MovedMembers.h"
#include "cli/fix/TextEdits.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <tuple>

namespace fsfind {
namespace movedMembersTest {

using testing::HasSubstr;
using testing::SizeIs;

/// A record as its source has it: members of one line each, or more if so told.
class MovedMembersTest : public testing::Test {
protected:
  MovedMembersTest() {
    facts.files = {{"s.h"}};
    facts.types.resize(2);
    facts.types[1].kind = TypeClass::Record;
    facts.types[1].record = RecordIndex(0);
    FactRecord record;
    record.place = {FileIndex(0), 1, 8};
    record.alignable = true;
    facts.records = {record};
    source = "struct S {\n";
  }

  /// Adds a member; `lines` has "long" where its declaration begins.
  FactMember &member(const std::string &name, const std::string &lines) {
    FactMember one;
    one.name = name;
    one.first_line = nextLine();
    one.lines = lines;
    const std::size_t at = lines.find("long");
    const std::size_t start = lines.rfind('\n', at) + 1;
    const auto before = std::count(lines.begin(), lines.begin() + static_cast<long>(at), '\n');
    one.declaration = {FileIndex(0), one.first_line + static_cast<std::uint32_t>(before),
                       static_cast<std::uint32_t>(at - start + 1)};
    source += lines;
    return facts.records[0].members.emplace_back(one);
  }
  void abc() {
    for (const char *name : {"a", "b", "c"})
      member(name, std::string("  long ") + name + ";\n");
    source += "};\n";
  }
  [[nodiscard]] std::uint32_t nextLine() const {
    return static_cast<std::uint32_t>(1 + std::count(source.begin(), source.end(), '\n'));
  }

  /// Members by number; one that is aligned has 10 added.
  static Arrangement order(const std::vector<std::size_t> &numbers) {
    Arrangement arrangement;
    for (const std::size_t number : numbers)
      arrangement.members.push_back({number % 10, 0, number >= 10});
    return arrangement;
  }
  [[nodiscard]] std::vector<Edit> edits(const std::vector<std::size_t> &numbers) const {
    const FactLookup lookup(facts);
    const WrittenRecord target(lookup, facts.place(facts.records[0].place));
    const Arrangement arrangement = order(numbers);
    return MovedMembers(facts, target, arrangement).edits("alignas(64) ");
  }
  [[nodiscard]] std::string after(const std::vector<std::size_t> &numbers) const {
    return fix::edited(source, edits(numbers));
  }
  [[nodiscard]] std::string obstacle(const std::vector<std::size_t> &numbers = {0, 2, 11}) const {
    const FactLookup lookup(facts);
    const WrittenRecord target(lookup, facts.place(facts.records[0].place));
    const Arrangement arrangement = order(numbers);
    return MovedMembers(facts, target, arrangement).obstacle();
  }

  Facts facts;
  std::string source;
};

TEST_F(MovedMembersTest, MovesAsFewLinesAsCanBe) {
  abc();
  EXPECT_EQ(obstacle(), "");
  EXPECT_EQ(after({0, 2, 11}), "struct S {\n  long a;\n  long c;\n  alignas(64) long b;\n};\n");
  EXPECT_EQ(after({2, 10, 1}), "struct S {\n  long c;\n  alignas(64) long a;\n  long b;\n};\n");
  EXPECT_THAT(edits({2, 10, 1}), SizeIs(3)) << "a line more, an alignment, a line less";
  EXPECT_EQ(after({2, 1, 0}), "struct S {\n  long c;\n  long b;\n  long a;\n};\n");
  EXPECT_EQ(after({0, 1, 2}), source);
}

TEST_F(MovedMembersTest, TakesCommentsAlong) {
  member("a", "  long a; // a's\n");
  member("b", "  /// Of b,\n  /// more.\n  volatile long b;\n          // behind it\n");
  source += "\n  // of all that follows\n\n";
  member("c", "  long\n    c;\n");
  source += "\n  void run();\n};\n";
  EXPECT_EQ(after({0, 2, 11}),
            "struct S {\n  long a; // a's\n\n  // of all that follows\n\n  long\n    c;\n"
            "  /// Of b,\n  /// more.\n  volatile alignas(64) long b;\n          // behind it\n"
            "\n  void run();\n};\n");
}

TEST_F(MovedMembersTest, GivesEditsThatDoNotTouch) {
  for (int i = 0; i < 6; ++i)
    member("m" + std::to_string(i), "long m" + std::to_string(i) + ";\n");
  source += "};\n";
  std::vector<std::size_t> numbers = {0, 1, 2, 3, 4, 5};
  do {
    std::string expected = "struct S {\n";
    for (const std::size_t number : numbers)
      expected += (number == 3 ? "alignas(64) long m" : "long m") + std::to_string(number) + ";\n";
    std::vector<std::size_t> aligned = numbers;
    *std::find(aligned.begin(), aligned.end(), 3U) += 10;
    ASSERT_EQ(after(aligned), expected + "};\n");
    const auto all = edits(aligned);
    for (std::size_t i = 1; i < all.size(); ++i)
      ASSERT_LT(std::tie(all[i - 1].end_line, all[i - 1].end_column),
                std::tie(all[i].line, all[i].column));
  } while (std::next_permutation(numbers.begin(), numbers.end()));
}

TEST_F(MovedMembersTest, KeepsWhatCannotMoveWhereItIs) {
  abc();
  facts.records[0].members[1].lines.clear();
  EXPECT_EQ(after({2, 0, 11}), "struct S {\n  long c;\n  long a;\n  alignas(64) long b;\n};\n");
  EXPECT_EQ(obstacle({2, 0, 11}), "");
  EXPECT_THAT(obstacle({0, 1, 2}), "");
  EXPECT_THAT(obstacle({1, 0, 2}), HasSubstr("the lines of 'b'")) << "something goes behind it";
  facts.records[0].members[2].lines.clear();
  EXPECT_THAT(obstacle({0, 2, 1}), HasSubstr("cannot be told"));
}

TEST_F(MovedMembersTest, SaysWhatCountsOnTheOrder) {
  abc();
  const auto saying = [&](bool FactOrderUses::*use) {
    facts.records[0].order_uses = {};
    facts.records[0].order_uses.*use = true;
    return obstacle();
  };
  EXPECT_THAT(saying(&FactOrderUses::positions), HasSubstr("by their position"));
  EXPECT_THAT(saying(&FactOrderUses::offsets), HasSubstr("offsetof"));
  EXPECT_THAT(saying(&FactOrderUses::casts), HasSubstr("cast"));
  EXPECT_THAT(saying(&FactOrderUses::bytes), HasSubstr("bytes"));
  EXPECT_THAT(saying(&FactOrderUses::access), HasSubstr("access"));
  EXPECT_THAT(saying(&FactOrderUses::directives), HasSubstr("preprocessor"));
}

TEST_F(MovedMembersTest, AsksEveryInstanceOfATemplate) {
  abc();
  facts.records.push_back(facts.records[0]);
  EXPECT_EQ(obstacle(), "");
  facts.records[1].order_uses.positions = true;
  EXPECT_NE(obstacle(), "");
}

TEST_F(MovedMembersTest, LeavesPartsOfUnionsAlone) {
  abc();
  FactRecord both;
  both.is_union = true;
  both.members.resize(1);
  both.members[0].type = TypeIndex(1);
  facts.records.push_back(both);
  EXPECT_EQ(obstacle(), "it is part of a union");
}

TEST_F(MovedMembersTest, KeepsTheOrderOfConstruction) {
  abc();
  facts.records[0].members[0].ordered = facts.records[0].members[1].ordered = true;
  EXPECT_EQ(obstacle(), "");
  facts.records[0].members[2].ordered = true;
  EXPECT_EQ(obstacle(), "'b' has to come before 'c'");
}

} // namespace movedMembersTest
} // namespace fsfind
