// Padding between the members of records that cannot be aligned: where, how much, and when not.
#include "rules/remedy/source/PaddingBetween.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace paddingBetweenTest {

using test::FactsBuilder;

/// `struct link { int id; long sent, limit, taken; };`: `sent` and `taken` are written by different
/// threads. A variable of it makes the objects.
class PaddingBetweenTest : public testing::Test {
protected:
  PaddingBetweenTest() {
    FactsBuilder f;
    const TypeIndex number = f.plain(8);
    f.global(
        "the_link",
        f.record("link",
                 {{"id", f.plain(4)}, {"sent", number}, {"limit", number}, {"taken", number}}));
    facts = f.build();
    link().tail = {FileIndex(0), 7, 13};
    FactRecord &record = link();
    record.alignable = true;
    record.align = 8;
    record.place = {FileIndex(0), 3, 8};
    std::uint32_t line = 4;
    for (FactMember &member : record.members) {
      member.lines = "\tlong " + member.name + ";\n";
      member.first_line = line;
      member.declaration = {FileIndex(0), line++, 2};
      LayoutPart part;
      part.name = member.name;
      part.offset = member.offset;
      part.size = part.align = member.size;
      parts.push_back(part);
    }
    use(1, "push");
    use(3, "pop");
  }

  void use(std::size_t part, const std::string &writer) {
    parts[part].writers.insert(writer);
    parts[part].contended = true;
  }
  FactRecord &link() { return facts.records[0]; }
  [[nodiscard]] std::optional<PaddedMembers> padded() const {
    const FactLookup lookup(facts);
    return paddingBetween(lookup, {lookup, facts.place(facts.records[0].place)}, parts, 64);
  }

  Facts facts;
  LayoutParts parts;
};

TEST_F(PaddingBetweenTest, PartsWritersWhereverTheRecordBegins) {
  const auto found = padded();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->edits.size(), 2U);
  EXPECT_EQ(found->edits[0].text.front(), '\t') << "as the line that it precedes";
  EXPECT_EQ(found->edits[0].column, 1U);
  const std::uint64_t sent_ends = parts[1].offset + parts[1].size;
  const auto offset_of = [&](std::size_t part) {
    for (const Placed &placed : found->arrangement.members)
      if (placed.part == part)
        return placed.offset;
    return std::uint64_t(0);
  };
  EXPECT_GE(offset_of(3), sent_ends + 56) << "an object may begin at any multiple of 8";
  EXPECT_EQ(found->edits[1].line, 8U) << "behind the last member";
  EXPECT_EQ(found->edits[1].text, "\tchar padding_2[56];\n");
  EXPECT_EQ(found->arrangement.size, offset_of(3) + 8 + 56) << "another block may follow";
}

TEST_F(PaddingBetweenTest, BeginsWhereABasesDataEnd) {
  parts[0].size = 16; // a base, in whose last 8 bytes the next member lies
  use(0, "pop");
  const auto found = padded();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->edits[0].text, "\tchar padding[56];\n");
  EXPECT_EQ(found->arrangement.members[1].offset, 64U);
}

TEST_F(PaddingBetweenTest, BehindABaseTheDerivedClassPads) {
  FactRecord derived = link();
  derived.place.line = 20;
  derived.members.resize(1);
  derived.members[0].base = true;
  derived.members[0].type = facts.variables[0].type;
  facts.records.push_back(derived);
  const auto found = padded();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->edits.size(), 1U);
}

TEST_F(PaddingBetweenTest, ThreeWritersNeedTwo) {
  use(2, "peek");
  const auto found = padded();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->edits.size(), 3U);
  EXPECT_EQ(found->edits[0].text, "\tchar padding[56];\n");
  EXPECT_EQ(found->edits[0].line, 6U);
  EXPECT_EQ(found->edits[1].text, "\tchar padding_2[56];\n");
  EXPECT_EQ(found->edits[1].line, 7U);
}

TEST_F(PaddingBetweenTest, SaysInAClassWithPrivateMembersThatNothingUsesIt) {
  link().has_private = true;
  facts.units[0].cplusplus = true;
  const auto old = padded();
  ASSERT_TRUE(old);
  EXPECT_EQ(old->edits[0].text, "\tchar padding[56] __attribute__((unused));\n");
  facts.units[0].aligned_new = true;
  const auto standard = padded();
  ASSERT_TRUE(standard);
  EXPECT_EQ(standard->edits[0].text, "\t[[maybe_unused]] char padding[56];\n");
}

TEST_F(PaddingBetweenTest, IsNotForOneWriterOrDeclarationsThatAreNotPlain) {
  parts[3].writers = parts[1].writers;
  EXPECT_FALSE(padded());
  parts[3].writers = {"pop"};
  EXPECT_TRUE(padded());
  link().members[2].declaration = link().members[3].declaration = {};
  EXPECT_FALSE(padded());
}

TEST_F(PaddingBetweenTest, NeedsARecordThatMayGrow) {
  link().objects.sizes = true;
  EXPECT_FALSE(padded());
  link().objects.sizes = false;
  link().members[0].name = "padding";
  EXPECT_FALSE(padded());
}

} // namespace paddingBetweenTest
} // namespace fsfind
