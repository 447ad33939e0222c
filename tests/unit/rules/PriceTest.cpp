// Which advice on a recording's findings is worth what it takes.
#include "tests/unit/rules/MeasuredAdvice.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace priceTest {

using testing::HasSubstr;
using testing::SizeIs;

/// A record of so many members, two of which threads write apart.
Finding wideFields(std::size_t members, double share) {
  Finding finding = fields("a.c");
  RecordMembers all;
  for (std::size_t i = 0; i < members; ++i)
    all.push_back({"m" + std::to_string(i), "long", 8 * i, 8, 8});
  finding.record = record("wide", std::move(all), 8 * members);
  finding.members.clear();
  for (std::size_t i = 0; i < members; ++i)
    finding.members.push_back(member("m" + std::to_string(i), 8 * i, {std::to_string(i)}));
  finding.cost.latency_share = share;
  return finding;
}

TEST(Price, MemoryIsWeighedAgainstWhatItSaves) {
  EXPECT_EQ(remediesOf(wideFields(2, 0.1)), std::vector{Remedy::AlignMembers});
  EXPECT_EQ(remediesOf(wideFields(20, 0.1)), std::vector{Remedy::AlignMembers});
  const std::vector<Advice> dear = adviceOn(wideFields(20, 0.01));
  ASSERT_THAT(dear, SizeIs(2)) << "18 lines for one percent";
  EXPECT_EQ(dear[0].remedy, Remedy::LeaveAlone);
  EXPECT_EQ(dear[1].remedy, Remedy::AlignMembers) << "it is still told what would do";
  EXPECT_EQ(remediesOf(wideFields(2, 0.01)), std::vector{Remedy::AlignMembers});
  Finding partly = wideFields(20, 0.1);
  partly.sharing = Sharing::Mixed;
  partly.cost.false_part = FalsePart{0.1, false};
  EXPECT_EQ(remediesOf(partly).front(), Remedy::LeaveAlone) << "most of it would stay";
}

TEST(Price, SavesNoMoreThanIsToldAsTheGain) {
  Finding finding = wideFields(20, 0.03);
  EXPECT_EQ(remediesOf(finding).front(), Remedy::AlignMembers);
  finding.cost.share = Estimate{0.01, 0.008, 0.012};
  finding.cost.store_share = Estimate{0.002, 0.001, 0.003};
  EXPECT_THAT(adviceOn(finding).front().why, HasSubstr("at most 1.5% of the sampled cycles"));
  finding.cost.store_share = Estimate{0.01, 0.008, 0.012};
  EXPECT_EQ(remediesOf(finding).front(), Remedy::AlignMembers);
}

TEST(Price, EveryElementOnTheLinesHasItsPrice) {
  Finding finding = slots("a.c");
  finding.cost.latency_share = 0.02;
  finding.lines = {0x1000};
  EXPECT_EQ(remediesOf(finding), std::vector{Remedy::AlignType});
  for (std::uint64_t line = 0x1040; line < 0x1400; line += 64)
    finding.lines.push_back(line);
  EXPECT_EQ(remediesOf(finding).front(), Remedy::LeaveAlone);
}

TEST(Price, ElementsThatTheSameThreadsWriteInTurnStayTogether) {
  Finding finding = slots("a.c");
  finding.sharing = Sharing::Mixed;
  finding.cost.false_part = FalsePart{0.15, false};
  EXPECT_THAT(whyNone(finding), HasSubstr("the same threads write each of these elements"));
  finding.cost.false_part->share = 0.6;
  EXPECT_THAT(adviceOn(finding), SizeIs(1)) << "mostly they meet others' elements";
  finding.cost.false_part->share = 0.15;
  finding.members[0].written_by_elements = true;
  EXPECT_THAT(adviceOn(finding), SizeIs(1)) << "some elements have writers of their own";
}

} // namespace priceTest
} // namespace fsfind
