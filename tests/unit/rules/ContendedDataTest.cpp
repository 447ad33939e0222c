// Contended loads by the data they hit, and which of them a finding is about.
#include "rules/compare/ContendedData.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace contendedDataTest {

using testing::ElementsAre;

Finding findingOf(const std::string &record, const std::vector<std::string> &members) {
  Finding finding;
  if (!record.empty())
    finding.record = RecordInfo{record, {}, 16, 0};
  for (const std::string &member : members)
    finding.members.push_back({member, {}, 0, 8, {}, {"1"}, 0});
  return finding;
}

TEST(ContendedData, SumsWhatHasTheSameNames) {
  Profile profile;
  profile.targets.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    profile.targets[i].object.name = "table";
    profile.targets[i].object.type = "ns::Slot<int>";
    profile.targets[i].member = "[" + std::to_string(i) + "].hits";
  }
  Line line;
  for (std::uint32_t i = 0; i < 2; ++i) {
    Access access;
    access.target = TargetIndex(i);
    access.contended = 10 + i;
    line.accesses.push_back(access);
  }
  profile.lines = {line, line};
  EXPECT_THAT(contendedData(profile), ElementsAre(ContendedDatum{"table", "hits", "Slot", 42}));
}

TEST(ContendedData, MembersAreThoseOfTheRecord) {
  const Finding finding = findingOf("ns::Queue", {"head", "tail"});
  EXPECT_TRUE(isAbout(finding, {"queue", "head", "Queue", 1}));
  EXPECT_TRUE(isAbout(finding, {"all", "queue.tail", "Queue", 1}));
  EXPECT_TRUE(isAbout(finding, {"queue", "head.slots", "Slots", 1})) << "inside the member";
  EXPECT_TRUE(isAbout(finding, {"queue", "head", "", 1})) << "its record is not known";
  EXPECT_FALSE(isAbout(finding, {"list", "head", "List", 1}));
  EXPECT_FALSE(isAbout(finding, {"queue", "size", "Queue", 1}));
  EXPECT_FALSE(isAbout(finding, {"", "", "", 1}));
}

TEST(ContendedData, VariablesAreFoundByTheirOwnName) {
  EXPECT_TRUE(isAbout(findingOf("", {"ns::hits"}), {"ns::hits", "", "", 1}));
  EXPECT_FALSE(isAbout(findingOf("", {"ns::hits"}), {"ns::misses", "", "", 1}));
  Finding elements;
  elements.object.name = "slots";
  EXPECT_TRUE(isAbout(elements, {"slots", "count", "Slot", 1}));
  EXPECT_FALSE(isAbout(elements, {"others", "count", "Slot", 1}));
}

TEST(ContendedData, AreNamedAsTheAuthorWouldWriteThem) {
  EXPECT_EQ(nameOf({"queue", "head", "Queue", 1}), "queue.head");
  EXPECT_EQ(nameOf({"hits", "", "", 1}), "hits");
  EXPECT_EQ(nameOf({"", "", "", 1}), "unknown");
}

} // namespace contendedDataTest
} // namespace fsfind::test
