#include "rules/remedy/layout/RecordLayout.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace recordLayoutTest {

using testing::ElementsAre;

LayoutPart part(std::uint64_t offset, std::uint64_t size, const std::string &writer = "") {
  LayoutPart one;
  one.name = "m" + std::to_string(offset);
  one.offset = offset;
  one.size = one.align = size;
  one.alignable = true;
  one.contended = !writer.empty();
  if (writer != "-" && !writer.empty())
    one.writers = {writer};
  return one;
}

std::vector<std::size_t> alignedOf(const Arrangement &arrangement) {
  std::vector<std::size_t> aligned;
  for (const Placed &member : arrangement.members)
    if (member.aligned)
      aligned.push_back(member.part);
  return aligned;
}

std::vector<std::size_t> orderOf(const Arrangement &arrangement) {
  std::vector<std::size_t> order;
  for (const Placed &member : arrangement.members)
    order.push_back(member.part);
  return order;
}

TEST(RecordLayout, APartWhoseTypeIsAlignedTakesWholeLines) {
  LayoutParts parts = {part(0, 8, "a"), part(8, 8, "b"), part(16, 8, "b")};
  parts[1].fills_lines = true;
  const auto separated = separatedInPlace(parts, 64);
  ASSERT_TRUE(separated);
  EXPECT_EQ(separated->members[1].offset, 64U);
  EXPECT_EQ(separated->members[2].offset, 128U);
  EXPECT_EQ(separated->size, 192U);
  EXPECT_EQ(groupedByWriters(parts, 64).members[2].offset, 128U);
  EXPECT_EQ(alignedBefore(parts, {}, 64).size, 24U) << "unless it is aligned";
}

TEST(RecordLayout, KeepsTheLayoutThatNothingChanges) {
  LayoutParts parts = {part(0, 4), part(8, 8), part(16, 1)};
  EXPECT_EQ(alignedBefore(parts, {}, 64).size, 24U);
  EXPECT_EQ(alignedBefore(parts, {}, 64).members[2].offset, 16U);
  parts[1].offset = 2; // a bit-field within the first
  EXPECT_EQ(alignedBefore(parts, {}, 64).members[1].offset, 2U);
}

TEST(RecordLayout, AlignsWhereTheRecordGrowsLeast) {
  LayoutParts parts = {part(0, 8, "a")};
  for (std::uint64_t i = 1; i < 9; ++i)
    parts.push_back(part(8 * i, 8));
  parts.push_back(part(72, 8, "b"));
  const auto found = separatedInPlace(parts, 64);
  ASSERT_TRUE(found);
  EXPECT_THAT(alignedOf(*found), ElementsAre(8U)) << "m64 begins a line as it is";
  EXPECT_EQ(found->size, 128U);
}

TEST(RecordLayout, AlignsOnceForMembersOfOneWriter) {
  const auto found = separatedInPlace({part(0, 8, "a"), part(8, 8, "b"), part(16, 8, "b")}, 64);
  ASSERT_TRUE(found);
  EXPECT_THAT(alignedOf(*found), ElementsAre(1U));
  EXPECT_EQ(found->size, 128U);
}

TEST(RecordLayout, PartsWhatIsReadFromWhatIsWritten) {
  const auto found = separatedInPlace({part(0, 8, "-"), part(8, 8, "b")}, 64);
  ASSERT_TRUE(found);
  EXPECT_THAT(alignedOf(*found), ElementsAre(1U));
}

TEST(RecordLayout, HasNoAnswerWhereNothingCanBeWritten) {
  LayoutParts parts = {part(0, 8, "a"), part(8, 8, "b")};
  parts[1].alignable = false;
  EXPECT_FALSE(separatedInPlace(parts, 64));
  parts[1].align = 64; // it is aligned already
  EXPECT_TRUE(separatedInPlace(parts, 64));
  EXPECT_FALSE(separatedInPlace({part(0, 8, "a"), part(8, 8, "a")}, 64));
}

TEST(RecordLayout, GroupsMembersByWriter) {
  const Arrangement found =
      groupedByWriters({part(0, 8, "a"), part(8, 8, "b"), part(16, 8, "a"), part(24, 8, "-")}, 64);
  EXPECT_THAT(orderOf(found), ElementsAre(0U, 2U, 1U, 3U));
  EXPECT_THAT(alignedOf(found), ElementsAre(1U, 3U));
  EXPECT_EQ(found.size, 192U);
}

TEST(RecordLayout, LeavesWhatTheConflictIsNotAboutBehindWhatItFollows) {
  const Arrangement found = groupedByWriters(
      {part(0, 8), part(8, 8, "a"), part(16, 8, "b"), part(24, 8), part(32, 8, "a"), part(40, 8)},
      64);
  EXPECT_THAT(orderOf(found), ElementsAre(0U, 1U, 4U, 5U, 2U, 3U));
  EXPECT_THAT(alignedOf(found), ElementsAre(2U));
  EXPECT_EQ(found.size, 128U);
}

TEST(RecordLayout, KeepsTheOrderWhereAnotherSavesNoLine) {
  LayoutParts parts = {part(0, 1, "a"), part(8, 8, "a"), part(16, 1, "a"), part(24, 8, "b")};
  EXPECT_THAT(orderOf(groupedByWriters(parts, 64)), ElementsAre(0U, 1U, 2U, 3U));
}

TEST(RecordLayout, PacksAGroupWithoutHoles) {
  LayoutParts parts;
  for (std::uint64_t i = 0; i < 5; ++i) {
    parts.push_back(part(16 * i, 1, "a"));
    parts.push_back(part(16 * i + 8, 8, "a"));
  }
  EXPECT_EQ(groupedByWriters(parts, 64).size, 64U);
}

TEST(RecordLayout, GroupsApartWhatTheConflictIsNotAbout) {
  const Arrangement found =
      groupedApart({part(0, 8), part(8, 8, "a"), part(16, 8, "b"), part(24, 8, "a")}, 64);
  EXPECT_THAT(orderOf(found), ElementsAre(0U, 1U, 3U, 2U));
  EXPECT_EQ(found.size, 192U);
}

TEST(RecordLayout, KnowsWhatANewOrderBringsTogether) {
  LayoutParts parts = {part(0, 8), part(8, 8, "a"), part(16, 8, "b"), part(24, 8, "a")};
  const auto brings = [&](std::uint64_t align) {
    return bringsTogether(parts, align, groupedByWriters(parts, 64), 64);
  };
  EXPECT_FALSE(brings(8));
  parts[3].offset = 48; // from where it hardly ever shares a line with the first
  EXPECT_TRUE(brings(8));
  EXPECT_FALSE(brings(64)) << "in a record that begins a line it does";
  parts[3].offset = 64;
  EXPECT_TRUE(brings(64));
  parts[0].contended = true;
  parts[0].writers = {"a"};
  EXPECT_FALSE(brings(64)) << "one thread's";
}

TEST(RecordLayout, DoesNotKnowWhichBytesOfLargeMembersAreUsed) {
  LayoutParts parts = {part(0, 8, "b"), part(8, 8, "a"), part(16, 120), part(136, 8, "a")};
  parts[2].align = 8;
  EXPECT_TRUE(bringsTogether(parts, 8, groupedByWriters(parts, 64), 64))
      << "the last comes before the large one's first bytes";
  parts[3].contended = false;
  EXPECT_FALSE(bringsTogether(parts, 8, groupedByWriters(parts, 64), 64));
}

} // namespace recordLayoutTest
} // namespace fsfind
