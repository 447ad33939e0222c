// What findings take by another recording of the program, by a clock.
#include "rules/join/ClockShares.h"
#include "rules/model/RuleIds.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fsfind {
namespace clockSharesTest {

Finding findingOn(const std::string &variable, const std::vector<std::string> &members) {
  Finding finding;
  finding.rule = kRuleAdjacentThreadFields;
  finding.object.kind = ObjectKind::Global;
  finding.object.name = variable;
  finding.object.declared = {"/src/server.c", 12, 3};
  for (const std::string &member : members) {
    finding.members.emplace_back();
    finding.members.back().path = member;
  }
  return finding;
}

Finding byClock(Finding finding, double share) {
  finding.cost.base = CostBase::ClockTime;
  finding.cost.share = Estimate{share, share / 2, share * 2};
  return finding;
}

TEST(ClockShares, AreOfTheSameData) {
  std::vector<Finding> findings = {findingOn("stats", {"hits", "misses"}),
                                   findingOn("queue", {"head"})};
  Finding same = byClock(findingOn("stats", {"hits"}), 0.03);
  same.rule = kRuleContendedAtomic;
  addClockShares(findings, {byClock(findingOn("other", {"hits"}), 0.5), same});
  ASSERT_TRUE(findings[0].cost.clock_share);
  EXPECT_DOUBLE_EQ(findings[0].cost.clock_share->value, 0.03);
  EXPECT_DOUBLE_EQ(findings[0].cost.clock_share->low, 0.015);
  EXPECT_FALSE(findings[1].cost.clock_share) << "the clock did not see it";
}

TEST(ClockShares, AreNotToldOfOtherMembersOrFiles) {
  std::vector<Finding> findings = {findingOn("stats", {"hits"})};
  Finding elsewhere = byClock(findingOn("stats", {"hits"}), 0.2);
  elsewhere.object.declared.file = "/src/client.c";
  addClockShares(findings, {byClock(findingOn("stats", {"errors"}), 0.3), elsewhere});
  EXPECT_FALSE(findings[0].cost.clock_share);
}

TEST(ClockShares, AreNotToldWhereTheClockSawTooLittle) {
  std::vector<Finding> findings = {findingOn("stats", {"hits"})};
  Finding few = findingOn("stats", {"hits"});
  few.cost.unknown = "too few contended samples to say what this costs";
  addClockShares(findings, {few});
  EXPECT_FALSE(findings[0].cost.clock_share);
}

TEST(ClockShares, OfNeighboursAreByTheirMembers) {
  const auto neighbours = [](const std::vector<std::string> &members) {
    Finding finding = findingOn(members.front(), members);
    finding.rule = kRuleAdjacentGlobals;
    return finding;
  };
  std::vector<Finding> findings = {neighbours({"sent", "received"})};
  addClockShares(findings, {byClock(neighbours({"opened", "closed"}), 0.4),
                            byClock(neighbours({"received", "sent"}), 0.1)});
  ASSERT_TRUE(findings[0].cost.clock_share);
  EXPECT_DOUBLE_EQ(findings[0].cost.clock_share->value, 0.1);
}

} // namespace clockSharesTest
} // namespace fsfind
