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
    access.cost = 100;
    line.accesses.push_back(access);
  }
  profile.lines = {line, line};
  EXPECT_THAT(contendedData(profile),
              ElementsAre(ContendedDatum{"table", "hits", "Slot", 42, 400}));
}

TEST(ContendedData, WhatIsNotContendedIsSampledAllTheSame) {
  Profile profile;
  profile.targets.resize(1);
  profile.targets[0].object.name = "hits";
  Access access;
  access.target = TargetIndex(0);
  access.cost = 100;
  profile.lines.resize(1);
  profile.lines[0].accesses = {access};
  EXPECT_THAT(sampledData(profile), ElementsAre(ContendedDatum{"hits", "", "", 0, 100}));
  EXPECT_TRUE(contendedData(profile).empty());
}

/// A profile with contended loads of each member, that the record declares in an object of the
/// type.
struct Member {
  std::string path, record;
};
Profile profileOf(const std::string &type, const std::vector<Member> &members) {
  Profile profile;
  profile.lines.resize(1);
  for (const Member &member : members) {
    Access access;
    access.target = TargetIndex(profile.targets.size());
    access.contended = 10;
    profile.lines[0].accesses.push_back(access);
    Target &target = profile.targets.emplace_back();
    target.object.type = type;
    target.member = member.path;
    target.record = RecordInfo{member.record, {}, 16, 0};
  }
  return profile;
}

std::uint64_t loadsAbout(const Finding &finding, const Profile &profile) {
  std::uint64_t loads = 0;
  for (const ContendedDatum &datum : contendedData(profile))
    loads += isAbout(finding, datum) ? datum.loads : 0;
  return loads;
}

TEST(ContendedData, MembersOfBasesAreThoseOfTheRecord) {
  const Finding finding = findingOf("ns::Engine", {"stop_", "seen_"});
  EXPECT_EQ(loadsAbout(finding, profileOf("ns::Engine", {{"stop_", "Token"}})), 10U);
  EXPECT_EQ(loadsAbout(finding, profileOf("Pool", {{"engines[2].stop_", "Token"},
                                                   {"engines[2].seen_", "ns::Engine"},
                                                   {"other.stop_", "Token"}})),
            20U)
      << "`other` has no member of the record";
  EXPECT_EQ(loadsAbout(finding, profileOf("Token", {{"stop_", "Token"}})), 0U);
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
