#include "rules/measured/usage/LineUsage.h"
#include "tests/support/ProfileBuilder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace fsfind {
namespace judgeSharingTest {

using test::ProfileBuilder;

std::optional<Sharing> sharingOf(ProfileBuilder &builder) {
  const Profile profile = builder.build();
  return lineUsage(profile, profile.lines.front()).table.sharing();
}

TEST(JudgeSharing, OfAbsurdlyManyThreadsTheBusiestAreJudged) {
  ProfileBuilder builder;
  builder.line(0x1000);
  constexpr std::uint32_t kThreads = 17'000;
  for (std::uint32_t tid = 1; tid <= kThreads; ++tid)
    builder.storeAt(tid, tid % 64, tid == kThreads ? 50 : 5, 1);
  const Profile profile = builder.build();
  const LineUsage usage = lineUsage(profile, profile.lines.front());
  EXPECT_LT(usage.threads.size(), kThreads);
  EXPECT_EQ(profile.thread(usage.threads.back()).tid, kThreads);
  EXPECT_TRUE(usage.table.sharing());
}

TEST(JudgeSharing, SameBytesAreTrueSharing) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 8, 50).loadAt(2, 8, 50, 50);
  EXPECT_EQ(sharingOf(builder), Sharing::True);
}

TEST(JudgeSharing, OverlapByOneByteIsTrueSharing) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 0, 50, 8).loadAt(2, 7, 50, 50, 1);
  EXPECT_EQ(sharingOf(builder), Sharing::True);
}

TEST(JudgeSharing, DifferentBytesAreFalseSharing) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 0, 50).loadAt(1, 0, 50, 50).storeAt(2, 8, 50);
  EXPECT_EQ(sharingOf(builder), Sharing::False);
}

TEST(JudgeSharing, AnAccessToSeveralMembersCountsForEachOfThem) {
  ProfileBuilder builder;
  builder.line(0x1000);
  const TargetIndex object = builder.global("sums", "Sums", 0x1000, 16);
  const TargetIndex low = builder.member(object, "low", 0),
                    high = builder.member(object, "high", 8);
  const TargetIndex both = builder.member(object, "low/high", 0, 16);
  builder.target(both).parts = {low, high};
  builder.store(1, both, 50);
  builder.last().size = 16;
  builder.load(2, low, 50, 50);
  const Profile profile = builder.build();
  const LineUsage usage = lineUsage(profile, profile.lines.front());
  ASSERT_EQ(usage.cells.size(), 2U);
  EXPECT_EQ(usage.cells[0].target, low);
  EXPECT_EQ(usage.cells[1].target, high);
  EXPECT_EQ(usage.table.at(0, 0).stores, 50U);
  EXPECT_EQ(usage.table.at(0, 1).stores, 50U);
}

TEST(JudgeSharing, AWriterBesideAReaderIsFalseSharing) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 0, 50).loadAt(2, 8, 50, 50);
  EXPECT_EQ(sharingOf(builder), Sharing::False);
}

TEST(JudgeSharing, QueueIndicesThatAreAlsoReadByTheOtherSideAreMixed) {
  ProfileBuilder builder;
  builder.line(0x1000);
  builder.storeAt(1, 0, 100).loadAt(1, 8, 60, 50);
  builder.storeAt(2, 8, 100).loadAt(2, 0, 60, 50);
  EXPECT_EQ(sharingOf(builder), Sharing::Mixed);
}

TEST(JudgeSharing, ALockAndItsDataUsedByAllIsTrueSharing) {
  ProfileBuilder builder;
  builder.line(0x1000);
  for (const std::uint32_t tid : {1U, 2U, 3U, 4U})
    builder.storeAt(tid, 0, 40 + tid).loadAt(tid, 0, 30, 20).storeAt(tid, 8, 20).loadAt(tid, 8, 9);
  EXPECT_EQ(sharingOf(builder), Sharing::True);
}

TEST(JudgeSharing, AbsenceThatChanceExplainsIsNotBelieved) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 0, 90).storeAt(1, 8, 10).storeAt(2, 0, 6);
  EXPECT_EQ(sharingOf(builder), Sharing::True) << "six samples would show 0.6 stores of byte 8";
  ProfileBuilder enough;
  enough.line(0x1000).storeAt(1, 0, 90).storeAt(1, 8, 10).storeAt(2, 0, 60);
  EXPECT_EQ(sharingOf(enough), Sharing::Mixed);
}

TEST(JudgeSharing, ReadMostlyDataBesideAHotWordIsMixed) {
  ProfileBuilder builder;
  builder.line(0x1000);
  for (const std::uint32_t tid : {1U, 2U, 3U})
    builder.storeAt(tid, 0, 50).loadAt(tid, 0, 50, 40).loadAt(tid, 16, 30, 20);
  EXPECT_EQ(sharingOf(builder), Sharing::Mixed) << "HITM on bytes nobody writes";
}

TEST(JudgeSharing, OneThreadOrNoWriterIsNoSharing) {
  ProfileBuilder one;
  one.line(0x1000).storeAt(1, 0, 50).loadAt(1, 8, 50);
  EXPECT_EQ(sharingOf(one), std::nullopt);
  ProfileBuilder readers;
  readers.line(0x1000).loadAt(1, 0, 50).loadAt(2, 8, 50);
  EXPECT_EQ(sharingOf(readers), std::nullopt);
}

TEST(JudgeSharing, HitmWithoutSampledStoresLetsLoadsCountAsWrites) {
  ProfileBuilder builder;
  builder.line(0x1000).loadAt(1, 0, 50, 50).loadAt(2, 8, 50, 50);
  EXPECT_EQ(sharingOf(builder), Sharing::False);
}

TEST(JudgeSharing, AFinalSumOverTheSlotsIsNoise) {
  ProfileBuilder builder;
  builder.line(0x1000);
  for (std::uint32_t slot = 0; slot < 8; ++slot)
    builder.storeAt(10 + slot, slot * 8, 400)
        .loadAt(10 + slot, slot * 8, 400, 300)
        .loadAt(1, slot * 8, 1);
  EXPECT_EQ(sharingOf(builder), Sharing::False);
}

TEST(JudgeSharing, AVectorLoadOverlapsEverySlotItReads) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 0, 50).storeAt(2, 8, 50).loadAt(3, 0, 50, 40, 32);
  EXPECT_EQ(sharingOf(builder), Sharing::Mixed);
}

TEST(JudgeSharing, UnknownSizeTakesTheNamedMembersExtent) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("q", "Queue", 0x1000, 64);
  const TargetIndex head = builder.member(queue, "head", 0, 8);
  builder.line(0x1000).storeAt(1, 0, 50, 0).storeAt(2, 4, 50, 0);
  EXPECT_EQ(sharingOf(builder), Sharing::False) << "single bytes, as nothing is known";
  builder.lastLine().accesses[0].target = builder.lastLine().accesses[1].target = head;
  EXPECT_EQ(sharingOf(builder), Sharing::True);
}

TEST(JudgeSharing, TheInsideOfANamedMutexIsOneCell) {
  ProfileBuilder builder;
  const TargetIndex pool = builder.global("pool", "Pool", 0x1000, 64);
  const TargetIndex mutex = builder.member(pool, "mutex_", 0, 40);
  builder.line(0x1000).storeAt(1, 0, 50, 4).loadAt(2, 16, 50, 50, 4);
  for (Access &access : builder.lastLine().accesses)
    access.target = mutex;
  EXPECT_EQ(sharingOf(builder), Sharing::True);
}

TEST(JudgeSharing, ANodeAndWhatItHoldsAreNotOneCell) {
  ProfileBuilder builder;
  const TargetIndex node = builder.global("", "std::_Rb_tree_node<Trip>", 0x1000, 48);
  const TargetIndex held = builder.global("", "Trip", 0x1020, 16);
  const TargetIndex metres = builder.member(held, "metres", 0, 4);
  builder.line(0x1000).storeAt(1, 0x20, 50, 4).loadAt(2, 0, 500, 300).storeAt(1, 0x20, 1);
  builder.lastLine().accesses[0].target = metres;
  builder.lastLine().accesses[1].target = node;
  builder.lastLine().accesses[2].target = node; // the constructor of what is held
  builder.target(metres).record.reset();
  EXPECT_EQ(sharingOf(builder), Sharing::True) << "nothing shows whose record it is";
  builder.target(metres).record = RecordInfo{"Trip", {}, 16, 0};
  EXPECT_EQ(sharingOf(builder), Sharing::False);
  const Profile profile = builder.build();
  const LineUsage usage = lineUsage(profile, profile.lines.front());
  EXPECT_EQ(usage.cells[usage.first_cell[0]].target, metres);
  EXPECT_EQ(usage.cells[usage.first_cell[1]].target, node);
}

TEST(JudgeSharing, AnAuthorsUnionIsNotOneCell) {
  ProfileBuilder builder;
  const TargetIndex both = builder.global("u", "U", 0x1000, 16);
  builder.target(both).record = RecordInfo{"U", {}, 16, 0};
  builder.line(0x1000).store(1, both, 50).store(2, both, 50).load(2, both, 50, 50);
  Line &line = builder.lastLine();
  for (std::size_t i = 1; i < line.accesses.size(); ++i)
    line.accesses[i].offset = 8;
  for (Access &access : line.accesses)
    access.size = 8;
  EXPECT_EQ(sharingOf(builder), Sharing::False);
}

TEST(JudgeSharing, AnUntypedSymbolIsNotOneCell) {
  ProfileBuilder builder;
  const TargetIndex symbol = builder.global("counters", "", 0x1000, 64);
  builder.line(0x1000).storeAt(1, 0, 50).storeAt(2, 8, 50);
  for (Access &access : builder.lastLine().accesses)
    access.target = symbol;
  EXPECT_EQ(sharingOf(builder), Sharing::False);
}

TEST(JudgeSharing, WorksForOtherLineSizes) {
  ProfileBuilder builder(256);
  builder.line(0x1000).storeAt(1, 0, 50).storeAt(2, 248, 50, 16);
  EXPECT_EQ(sharingOf(builder), Sharing::False);
}

TEST(JudgeSharing, OrderOfAccessesDoesNotMatter) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    ProfileBuilder builder;
    builder.line(0x1000);
    for (int i = 0; i < 12; ++i) {
      const auto tid = static_cast<std::uint32_t>(random() % 4);
      const auto offset = static_cast<std::uint32_t>(random() % 8 * 8);
      if (random() % 2 != 0)
        builder.storeAt(tid, offset, 1 + random() % 50);
      else
        builder.loadAt(tid, offset, 50, random() % 50);
    }
    const auto first = sharingOf(builder);
    std::shuffle(builder.lastLine().accesses.begin(), builder.lastLine().accesses.end(), random);
    EXPECT_EQ(sharingOf(builder), first);
  }
}

TEST(JudgeSharing, EverySampleIsOnItsCell) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 0, 50).storeAt(2, 8, 40).loadAt(2, 4, 30, 20, 4);
  const Profile profile = builder.build();
  const LineUsage usage = lineUsage(profile, profile.lines.front());
  std::uint64_t samples = 0;
  for (std::size_t r = 0; r < usage.table.rows(); ++r)
    for (const CellUse &use : usage.table.row(r))
      samples += use.samples();
  EXPECT_EQ(samples, 50U * 2 + 40 + 30) << "the store at 0 covers [0,4) and [4,8)";
  EXPECT_EQ(usage.use(profile.lines.front().accesses[1], 1).stores, 40U);
}

} // namespace judgeSharingTest
} // namespace fsfind
