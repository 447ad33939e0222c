// Advice on members that lie within the members of the object's own record.
#include "tests/unit/rules/MeasuredAdvice.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace measuredPartsTest {

using testing::IsEmpty;
using testing::SizeIs;

FindingMember member(const std::string &path, std::uint64_t offset, const std::string &writer) {
  FindingMember one;
  one.path = path;
  one.offset = offset;
  one.size = 4;
  one.writers = {writer};
  return one;
}

/// Of `type depot struct { in, out side }`.
Finding ofDepot() {
  Finding finding;
  finding.rule = kRuleAdjacentThreadFields;
  finding.related = {{{"depot.go", 39, 0}, "most stores come from here"}};
  finding.object.type = "main.depot";
  finding.object.size = 16;
  finding.record = RecordInfo{"main.depot", {}, 16, 0, {}};
  finding.record->members = std::make_shared<const RecordMembers>(
      RecordMembers{{"in", "main.side", 0, 8, 4}, {"out", "main.side", 8, 8, 4}});
  finding.members = {member("in.count", 0, "11"), member("in.sum", 4, "11"),
                     member("out.count", 8, "12")};
  finding.cost.latency_share = 0.5;
  return finding;
}

TEST(MeasuredParts, AreMembersOfWhoWritesWithinThem) {
  const std::vector<Advice> advice = adviceOn(ofDepot());
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_EQ(advice[0].remedy, Remedy::AlignMembers);
  EXPECT_EQ(advice[0].example, "in side\n_ [64]byte\nout side\n");
}

TEST(MeasuredParts, ThatThreadsWriteApartWithinAreNotParted) {
  Finding finding = ofDepot();
  finding.members[1].writers = {"12"};
  EXPECT_THAT(adviceOn(finding), IsEmpty());
}

TEST(MeasuredParts, OfAnotherRecordAreNone) {
  Finding finding = ofDepot();
  finding.object.type = "main.yard";
  EXPECT_THAT(adviceOn(finding), IsEmpty());
}

} // namespace measuredPartsTest
} // namespace fsfind
