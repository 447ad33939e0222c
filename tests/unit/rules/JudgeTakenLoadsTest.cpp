// Which part of a finding's contended loads is false sharing, and what putting the data apart
// gains.
#include "rules/measured/findings/Judge.h"
#include "rules/model/DisplayName.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>
#include <optional>

namespace fsfind {
namespace judgeTakenLoadsTest {

using test::ProfileBuilder;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// Of a load that was added last.
void took(ProfileBuilder &builder, std::uint64_t same, std::uint64_t other) {
  builder.last().essential = same;
  builder.last().useless = other;
}

/// A queue whose two sides write one index each and read the other's; `same` of each side's hundred
/// contended loads met a write to the index they read.
ProfileBuilder queue(std::uint64_t same) {
  ProfileBuilder builder;
  const TargetIndex q = builder.global("q", "Queue", 0x4000, 16);
  const TargetIndex head = builder.member(q, "head", 0), tail = builder.member(q, "tail", 8);
  builder.line(0x4000).store(1, head, 100).load(1, tail, 120, 100);
  took(builder, same, 100 - same);
  builder.store(2, tail, 100).load(2, head, 120, 100);
  took(builder, same, 100 - same);
  return builder;
}

/// A setting, and a counter beside it: who looks at the one adds to the other.
ProfileBuilder settingBeside(bool in_one_record, std::optional<std::uint64_t> essential) {
  ProfileBuilder builder;
  TargetIndex setting, count;
  if (in_one_record) {
    const TargetIndex state = builder.global("state", "State", 0x4000, 16);
    setting = builder.member(state, "setting", 0);
    count = builder.member(state, "count", 8);
  } else {
    setting = builder.global("setting", "long", 0x4000, 8);
    count = builder.global("count", "long", 0x4008, 8);
  }
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U, 3U}) {
    builder.store(tid, count, 50).load(tid, setting, 60, 50);
    if (essential)
      took(builder, *essential, 50 - *essential);
  }
  return builder;
}

Finding onlyFinding(const Profile &profile) {
  const std::vector<Finding> found = judge(profile, {}).findings;
  EXPECT_THAT(found, SizeIs(1));
  return found.empty() ? Finding{} : found.front();
}

Finding onlyFinding(ProfileBuilder builder) {
  return onlyFinding(builder.build());
}

TEST(JudgeTakenLoads, MixedSharingSaysWhichPartIsFalse) {
  const Finding finding = onlyFinding(queue(20));
  EXPECT_EQ(finding.sharing, Sharing::Mixed);
  ASSERT_TRUE(finding.cost.false_part);
  EXPECT_DOUBLE_EQ(finding.cost.false_part->share, 0.8);
  EXPECT_FALSE(finding.cost.false_part->estimated);
  EXPECT_THAT(finding.message, HasSubstr("; 80.0% of the contended loads are false sharing"));
  EXPECT_THAT(finding.message, Not(HasSubstr("by who stores where")));
}

TEST(JudgeTakenLoads, WhatComesWhenDataAreApartCountsAgainstWhatEnds) {
  for (const auto &[news, false_part] :
       {std::pair{80U, 0.2}, std::pair{90U, 0.1}, std::pair{160U, 0.0}}) {
    ProfileBuilder builder;
    const TargetIndex q = builder.global("q", "Queue", 0x4000, 64);
    const TargetIndex head = builder.member(q, "head", 0), tail = builder.member(q, "tail", 8);
    builder.line(0x4000).store(1, head, 100).load(1, tail, 120, 100);
    took(builder, 80, 20);
    builder.last().parted = {news, 80, 80};
    builder.store(2, tail, 100).load(2, head, 120, 100);
    took(builder, 80, 20);
    builder.last().parted = {news, 80, 80};
    const Finding finding = onlyFinding(std::move(builder));
    ASSERT_TRUE(finding.cost.false_part);
    EXPECT_NEAR(finding.cost.false_part->share, false_part, 1e-9);
    EXPECT_EQ(finding.sharing, false_part > 0.15 ? Sharing::Mixed : Sharing::True);
  }
}

TEST(JudgeTakenLoads, PartsOfALineTellNothingOfSmallerData) {
  ProfileBuilder builder;
  const TargetIndex q = builder.global("q", "Flags", 0x4000, 2);
  const TargetIndex left = builder.member(q, "left", 0, 1),
                    right = builder.member(q, "right", 1, 1);
  builder.line(0x4000).store(1, left, 100).load(1, left, 120, 100);
  took(builder, 0, 100);
  builder.last().parted = {100, 100, 100};
  builder.last().size = 1;
  builder.store(2, right, 100).load(2, right, 120, 100);
  took(builder, 0, 100);
  builder.last().parted = {100, 100, 100};
  builder.last().size = 1;
  const Finding finding = onlyFinding(std::move(builder));
  EXPECT_EQ(finding.sharing, Sharing::False);
}

TEST(JudgeTakenLoads, PartsOfALineTellNothingOfBits) {
  for (const bool bits : {true, false}) {
    ProfileBuilder builder;
    builder.line(0x4000);
    for (const std::uint32_t tid : {1U, 2U}) {
      const TargetIndex word =
          builder.global("seen", bits ? std::string(kBitWord) : "long", 0x4000 + 8 * tid, 8);
      builder.target(word).object.index = tid;
      builder.store(tid, word, 100).load(3 - tid, word, 120, 100);
      took(builder, 50, 50);
      builder.last().parted = {100, 100, 100};
    }
    const Finding finding = onlyFinding(std::move(builder));
    EXPECT_EQ(finding.sharing, bits ? Sharing::Mixed : Sharing::True);
  }
}

TEST(JudgeTakenLoads, ElementsArePartedWhole) {
  ProfileBuilder builder;
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U}) {
    const TargetIndex slot = builder.global("slots", "Slot", 0x4000 + 16 * tid, 16);
    builder.target(slot).object.index = tid;
    builder.store(tid, slot, 100).load(3 - tid, slot, 120, 100);
    took(builder, 50, 50);
    builder.last().parted = {100, 50, 50};
  }
  const Finding finding = onlyFinding(std::move(builder));
  ASSERT_TRUE(finding.cost.false_part);
  EXPECT_NEAR(finding.cost.false_part->share, 0.5, 1e-9) << "two members of one slot miss at once";
}

TEST(JudgeTakenLoads, WhatEachLoadMetOverridesWhatSamplesSuggest) {
  EXPECT_EQ(onlyFinding(queue(96)).sharing, Sharing::True);
  EXPECT_EQ(onlyFinding(queue(96)).rule, "fsfind-contended-atomic");
  EXPECT_EQ(onlyFinding(queue(4)).sharing, Sharing::False);
}

TEST(JudgeTakenLoads, OnlyTheFalsePartIsGained) {
  Profile profile = queue(75).build();
  profile.cost *= 10;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadL1)] = 100;
  profile.class_latency[static_cast<std::size_t>(SampleClass::LoadL1)] = 1000;
  const FindingCost cost = onlyFinding(profile).cost;
  ASSERT_TRUE(cost.gain && cost.share);
  EXPECT_NEAR(cost.gain->share.value, 0.25 * cost.share->value * (1 - 10.0 / 200), 1e-9);
  EXPECT_NEAR(cost.gain->share.high, 0.25 * cost.share->high, 1e-9);
}

TEST(JudgeTakenLoads, HardwareIsEstimatedByWhoStoresWhere) {
  ProfileBuilder builder;
  const TargetIndex q = builder.global("q", "Queue", 0x4000, 24);
  const TargetIndex hot = builder.member(q, "hot", 0), limit = builder.member(q, "limit", 16);
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U, 3U})
    builder.store(tid, hot, 50).load(tid, hot, 50, 30).load(tid, limit, 30, 10).inFunction("look");
  const Finding finding = onlyFinding(builder);
  EXPECT_EQ(finding.sharing, Sharing::Mixed);
  ASSERT_TRUE(finding.cost.false_part);
  EXPECT_DOUBLE_EQ(finding.cost.false_part->share, 0.25);
  EXPECT_TRUE(finding.cost.false_part->estimated);
  EXPECT_THAT(finding.message, HasSubstr("25.0% of the contended loads are false sharing, by who "
                                         "stores where"));
}

TEST(JudgeTakenLoads, OnHardwareWhatAFunctionStoresToIsUsedWithWhatItLoads) {
  for (const bool in_one_record : {true, false}) {
    const Finding finding = onlyFinding(settingBeside(in_one_record, {}));
    EXPECT_EQ(finding.rule, "fsfind-contended-atomic");
    EXPECT_EQ(finding.cost.hitm, 150U);
    EXPECT_TRUE(finding.cost.false_part.value().estimated);
    EXPECT_DOUBLE_EQ(finding.cost.false_part->share, 0);
  }
  ProfileBuilder far = settingBeside(true, {});
  Profile profile = far.build();
  Access &load = profile.lines.front().accesses[1];
  Site site = profile.site(load.site);
  site.module_address += 4096;
  load.site = SiteIndex(static_cast<std::uint32_t>(profile.sites.size()));
  profile.sites.push_back(site);
  EXPECT_GT(onlyFinding(profile).cost.false_part.value().share, 0.2)
      << "in code far away, it may be another operation";
}

/// A ring's two ends, of which each side writes its own and mostly looks at the other's; `apart`:
/// bytes from the one to the other. The recording does not tell what loads met.
ProfileBuilder ring(std::uint64_t apart) {
  ProfileBuilder builder;
  const TargetIndex r = builder.global("ring", "Ring", 0x4000, apart + 8);
  const TargetIndex tail = builder.member(r, "tail", 0), head = builder.member(r, "head", apart);
  builder.line(0x4000)
      .store(1, tail, 100)
      .inFunction("produce")
      .load(1, tail, 40, 20)
      .inFunction("produce");
  builder.load(2, tail, 400, 400).inFunction("consume");
  if (apart >= kDefaultLineSize)
    builder.line(0x4000 + apart);
  builder.load(1, head, 300, 300).inFunction("produce");
  builder.store(2, head, 100).inFunction("consume").load(2, head, 40, 20).inFunction("consume");
  return builder;
}

/// Two threads take a lock by tickets and change what lies beside it.
ProfileBuilder ticketLock() {
  ProfileBuilder builder;
  const TargetIndex bank = builder.global("bank", "Bank", 0x4000, 24);
  const TargetIndex next = builder.member(bank, "next", 0),
                    serving = builder.member(bank, "serving", 8),
                    total = builder.member(bank, "total", 16);
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U})
    for (const TargetIndex member : {next, serving, total})
      builder.store(tid, member, 60)
          .inFunction("deposit")
          .load(tid, member, 80, 60)
          .inFunction("deposit");
  return builder;
}

/// One thread counts, another looks at a flag beside the counter.
ProfileBuilder counterAndFlag() {
  ProfileBuilder builder;
  const TargetIndex job = builder.global("job", "Job", 0x4000, 16);
  builder.line(0x4000).store(1, builder.member(job, "done", 0), 200);
  builder.load(2, builder.member(job, "stop", 8), 200, 150);
  return builder;
}

ProfileBuilder sharedCounter() {
  ProfileBuilder builder;
  const TargetIndex hits = builder.global("hits", "long", 0x4000, 8);
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U})
    builder.store(tid, hits, 100).load(tid, hits, 100, 90);
  return builder;
}

TEST(JudgeTakenLoads, OnHardwareFindingAndLineHaveOneVerdict) {
  struct Case {
    const char *what;
    ProfileBuilder builder;
    Sharing sharing;
  };
  std::vector<Case> cases;
  cases.push_back({"a ring's ends on one line", ring(8), Sharing::Mixed});
  cases.push_back({"a ring's ends apart", ring(kDefaultLineSize), Sharing::True});
  cases.push_back({"a lock with its data", ticketLock(), Sharing::True});
  cases.push_back({"a setting with its counter", settingBeside(true, {}), Sharing::True});
  cases.push_back({"a counter and a flag", counterAndFlag(), Sharing::False});
  cases.push_back({"a counter of all threads", sharedCounter(), Sharing::True});
  for (Case &one : cases) {
    const Profile profile = one.builder.build();
    const Report report = judge(profile, {});
    ASSERT_FALSE(report.findings.empty()) << one.what;
    EXPECT_EQ(report.findings.front().sharing, one.sharing) << one.what;
    ASSERT_FALSE(report.lines.empty()) << one.what;
    EXPECT_EQ(report.lines.front().sharing, one.sharing) << one.what;
  }
}

TEST(JudgeTakenLoads, OnHardwareEndsThatEachSideWritesAreParted) {
  const Finding finding = onlyFinding(ring(8));
  EXPECT_EQ(finding.rule, "fsfind-adjacent-thread-fields");
  ASSERT_TRUE(finding.cost.false_part);
  EXPECT_LT(finding.cost.false_part->share, 0.1) << "each waits for the other's index, mostly";
}

TEST(JudgeTakenLoads, OnHardwareAFunctionUsesOneElementAtATime) {
  ProfileBuilder builder;
  builder.line(0x4000);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const TargetIndex stats = builder.global("stats", "Stats", 0x4000 + i * 16, 16, i);
    const TargetIndex limit = builder.member(stats, "limit", 0);
    const TargetIndex hits = builder.member(stats, "hits", 8);
    for (const std::uint32_t tid : {1U, 2U, 3U})
      builder.store(tid, hits, 50).load(tid, limit, 50, 20);
  }
  EXPECT_GT(onlyFinding(builder).cost.false_part.value().share, 0.7);
}

TEST(JudgeTakenLoads, BytesOfOneLockCannotBePutApart) {
  ProfileBuilder builder;
  const TargetIndex lock = builder.global("lock", "pthread_mutex_t", 0x4000, 40);
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U, 3U}) {
    builder.storeAt(tid, 0, 50, 4).last().target = lock;
    builder.loadAt(tid, 8, 60, 50, 4).last().target = lock;
  }
  const Finding finding = onlyFinding(builder);
  EXPECT_EQ(finding.rule, "fsfind-contended-atomic");
  EXPECT_EQ(finding.sharing, Sharing::True);
  EXPECT_THAT(finding.message, HasSubstr("lock is contended by all its threads"));
}

TEST(JudgeTakenLoads, LocksThatAllThreadsTakeAreFalseByWhatEachLoadMet) {
  ProfileBuilder builder;
  builder.line(0x4000);
  for (std::uint64_t i = 0; i < 8; ++i)
    for (const std::uint32_t tid : {1U, 2U, 3U}) {
      const TargetIndex lock = builder.global("locks", "spinlock", 0x4000 + i * 8, 8, i);
      builder.store(tid, lock, 50).load(tid, lock, 50, 20);
      took(builder, 8, 12);
    }
  const Finding finding = onlyFinding(builder);
  EXPECT_EQ(finding.rule, "fsfind-per-thread-slots");
  EXPECT_EQ(finding.sharing, Sharing::Mixed);
  EXPECT_DOUBLE_EQ(finding.cost.false_part->share, 0.6);
}

TEST(JudgeTakenLoads, WhatIsUsedTogetherWithWhatAllWriteIsOneFinding) {
  for (const bool in_one_record : {true, false}) {
    const Finding finding = onlyFinding(settingBeside(in_one_record, 50));
    EXPECT_EQ(finding.rule, "fsfind-contended-atomic");
    EXPECT_EQ(finding.sharing, Sharing::True);
    EXPECT_EQ(finding.cost.hitm, 150U);
    ASSERT_THAT(finding.members, SizeIs(2));
    EXPECT_EQ(finding.members[0].path, "count") << "what is written comes first";
    EXPECT_DOUBLE_EQ(finding.cost.false_part.value().share, 0);
  }
}

TEST(JudgeTakenLoads, WhatIsUsedAloneBesideWhatAllWriteIsShared) {
  EXPECT_EQ(onlyFinding(settingBeside(true, 0)).rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(onlyFinding(settingBeside(false, 0)).rule, "fsfind-adjacent-globals");
}

TEST(JudgeTakenLoads, OfAMixTheRestIsToldToo) {
  ProfileBuilder builder;
  const TargetIndex state = builder.global("state", "State", 0x4000, 16);
  const TargetIndex setting = builder.member(state, "setting", 0);
  const TargetIndex count = builder.member(state, "count", 8);
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U}) {
    builder.store(tid, count, 50).load(tid, count, 60, 30);
    builder.last().update = Update::Add;
    took(builder, 30, 0);
  }
  builder.load(3, setting, 60, 50).inFunction("look");
  took(builder, 0, 50);
  const auto remedies = [](const Finding &finding) {
    std::vector<Remedy> all;
    for (const Advice &one : finding.advice)
      all.push_back(one.remedy);
    return all;
  };
  Profile profile = builder.build();
  for (Access &access : profile.lines.front().accesses)
    access.update = Update::Add;
  EXPECT_THAT(remedies(onlyFinding(profile)), testing::Contains(Remedy::ShardPerCpu));
  for (Access &access : profile.lines.front().accesses)
    access.update = Update::Conditional;
  EXPECT_THAT(remedies(onlyFinding(profile)), Not(testing::Contains(Remedy::ShardPerCpu)));
}

/// Elements with two members, all of which each thread writes in turn, as goroutines do whose work
/// moves from one thread to another.
ProfileBuilder workThatMoves(std::uint64_t same) {
  ProfileBuilder builder;
  builder.line(0x4000);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const TargetIndex stats = builder.global("stats", "Stats", 0x4000 + i * 16, 16, i);
    const TargetIndex hits = builder.member(stats, "hits", 0);
    const TargetIndex misses = builder.member(stats, "misses", 8);
    for (const std::uint32_t tid : {1U, 2U, 3U})
      for (const TargetIndex member : {hits, misses}) {
        builder.store(tid, member, 50).load(tid, member, 50, 20);
        took(builder, same, 20 - same);
      }
  }
  return builder;
}

TEST(JudgeTakenLoads, ElementsOfWorkThatMovesBetweenThreadsAreApartByWhatEachLoadMet) {
  EXPECT_EQ(onlyFinding(workThatMoves(0)).rule, "fsfind-per-thread-slots");
  EXPECT_EQ(onlyFinding(workThatMoves(0)).sharing, Sharing::False);
  EXPECT_EQ(onlyFinding(workThatMoves(12)).sharing, Sharing::Mixed);
  EXPECT_NE(onlyFinding(workThatMoves(12)).rule, "fsfind-per-thread-slots")
      << "threads meet at the same bytes as well";
}

} // namespace judgeTakenLoadsTest
} // namespace fsfind
