// Who writes, and who only set or cleared what others then used.
#include "rules/model/SettingStores.h"

#include "rules/measured/findings/Judge.h"
#include "rules/measured/usage/MemberUsage.h"
#include "rules/model/TypeLayout.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace settingStoresTest {

using test::ProfileBuilder;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

struct User {
  std::uint64_t thread = 0, place = 0;
};

TimedUse stores(const User &who, std::uint64_t samples, const TimeSpan &times) {
  TimedUse use;
  use.thread = who.thread;
  use.place = who.place;
  use.store = true;
  use.samples = samples;
  use.times = times;
  return use;
}

TimedUse loads(const User &who, std::uint64_t samples, const TimeSpan &times) {
  TimedUse use = stores(who, samples, times);
  use.store = false;
  use.contended = samples;
  use.contended_times = times;
  return use;
}

/// A line that thread 2 stores to and thread 3 loads from, from 1,000 to 2,000, and more.
std::vector<bool> settingBeside(const std::vector<TimedUse> &more) {
  std::vector<TimedUse> uses{stores({2, 8}, 400, {1000, 2000}), loads({3, 0}, 300, {1000, 2000})};
  uses.insert(uses.end(), more.begin(), more.end());
  std::vector<bool> setting = settingStores(uses);
  return {setting.begin() + 2, setting.end()};
}

TEST(SettingStores, WhatWasStoredBeforeOthersCameIsSet) {
  EXPECT_THAT(settingBeside({stores({1, 0}, 100, {10, 900})}), ElementsAre(true));
}

TEST(SettingStores, WhatWasStoredAfterOthersHadEndedIsSet) {
  EXPECT_THAT(settingBeside({stores({1, 0}, 5, {2100, 2200})}), ElementsAre(true));
}

TEST(SettingStores, OneSampleBeforeHundredsIsNoAccident) {
  EXPECT_THAT(settingBeside({stores({1, 0}, 1, {10, 10})}), ElementsAre(true));
}

TEST(SettingStores, OneSampleAmongOthersTellsNothing) {
  EXPECT_THAT(settingBeside({stores({1, 0}, 1, {1500, 1500})}), ElementsAre(false));
}

TEST(SettingStores, AWriterOfTheFirstHalfIsAWriter) {
  EXPECT_THAT(settingBeside({stores({1, 0}, 100, {900, 1500})}), ElementsAre(false));
}

// One thread's loads find the line; the other's stores wait for it.
TEST(SettingStores, ThreadsWhoseStoresMeetAreWritersThoughOneHardlySuffersLoads) {
  EXPECT_THAT(settingStores(
                  std::vector{stores({1, 0}, 800, {1000, 2000}), loads({1, 0}, 9000, {1000, 2000}),
                              stores({2, 8}, 800, {1000, 2000}), loads({2, 8}, 4, {1000, 1010})}),
              Each(false));
}

TEST(SettingStores, StoresAtBothEndsAreSet) {
  EXPECT_THAT(settingBeside({stores({1, 0}, 5, {10, 20}), stores({1, 0}, 5, {2010, 2020})}),
              ElementsAre(true, true));
}

TEST(SettingStores, AStoreInBetweenSpeaksForAllOfThatThreadThere) {
  EXPECT_THAT(settingBeside({stores({1, 0}, 5, {10, 20}), stores({1, 0}, 5, {1400, 1600}),
                             stores({1, 16}, 5, {10, 20})}),
              ElementsAre(false, false, true));
}

TEST(SettingStores, WithoutTimesNothingIsTold) {
  EXPECT_THAT(settingBeside({stores({1, 0}, 100, {})}), ElementsAre(false));
}

TEST(SettingStores, FewLoadsOfOthersTellNothing) {
  const std::vector<TimedUse> uses{stores({2, 8}, 5, {10, 30}), loads({3, 0}, 3, {20, 30}),
                                   stores({1, 0}, 1, {10, 10})};
  EXPECT_THAT(settingStores(uses), Each(false));
}

TEST(SettingStores, ALineThatOneThreadFillsAndOthersReadKeepsItsWriter) {
  const std::vector<TimedUse> uses{stores({1, 0}, 100, {10, 20}), loads({2, 0}, 300, {30, 40})};
  EXPECT_THAT(settingStores(uses), Each(false));
}

TEST(SettingStores, WhereNobodyIsContendedAllSamplesOfOthersCount) {
  const std::vector<TimedUse> uses{stores({1, 0}, 10, {10, 20}), stores({2, 8}, 100, {30, 90}),
                                   stores({3, 0}, 100, {30, 90})};
  EXPECT_THAT(settingStores(uses), ElementsAre(true, false, false));
}

TEST(SettingStores, ThreadsThatWriteOneAfterTheOtherAreAllWriters) {
  std::vector<TimedUse> uses{loads({3, 8}, 300, {0, 999})};
  for (std::uint64_t i = 0; i < 10; ++i)
    uses.push_back(stores({10 + i, 0}, 50, {100 * i, 100 * i + 99}));
  EXPECT_THAT(settingStores(uses), Each(false));
}

/// What an earlier block at these bytes had to suffer says nothing of the later one's begin.
TEST(SettingStores, ABlockBeginsWhenItIsUsedFirst) {
  std::vector<TimedUse> uses{stores({2, 0}, 400, {0, 900}), loads({3, 0}, 300, {0, 900}),
                             stores({1, 0}, 20, {1000, 1010}), stores({5, 8}, 400, {1100, 2000}),
                             loads({6, 0}, 300, {1100, 2000})};
  for (TimedUse &use : uses)
    use.memory = use.times.begin >= 1000;
  EXPECT_THAT(settingStores(uses), ElementsAre(false, false, true, false, false));
}

TEST(SettingStores, NoFindingAndNoLayoutCallsOneWhoSetsAWriter) {
  ProfileBuilder builder;
  const TargetIndex object = builder.global("job", "Job", 0x1000, 16);
  const TargetIndex limit = builder.member(object, "limit", 0);
  const TargetIndex done = builder.member(object, "done", 8);
  builder.line(0x1000).store(2, done, 400).load(3, limit, 300, 300);
  builder.store(1, limit, 100).last().sets = true;
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  ASSERT_THAT(report.findings, SizeIs(1));
  for (const FindingMember &member : report.findings.front().members) {
    EXPECT_THAT(member.writers, Not(Contains("1")));
    EXPECT_THAT(member.rare_writers, IsEmpty());
  }
  ASSERT_THAT(report.lines, SizeIs(1));
  EXPECT_EQ(report.lines.front().writers, 1U);
  TypeLayout layout;
  layout.name = "Job";
  layout.size = 16;
  layout.members.resize(2);
  layout.members[0].size = layout.members[1].size = layout.members[1].offset = 8;
  addMemberUsage(profile, layout);
  EXPECT_THAT(layout.members[0].use.writers, IsEmpty());
  EXPECT_THAT(layout.members[1].use.writers, SizeIs(1));
}

} // namespace settingStoresTest
} // namespace fsfind
