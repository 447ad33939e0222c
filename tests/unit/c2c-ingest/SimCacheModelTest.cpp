#include "c2c-ingest/record/sim/CacheModel.h"

#include <gtest/gtest.h>

namespace fsfind::record::sim {
namespace simCacheModelTest {

/// CPUs 0 and 1 lie on node 0, CPUs 2 and 3 on node 1.
Options fourCpus() {
  return {.cpus = 4, .nodes = 2};
}

constexpr std::uint64_t kLine = 0x7f0000001000;

TEST(SimCacheModel, FirstTouchDecidesWhereMemoryLies) {
  CacheModel model(fourCpus());
  EXPECT_EQ(model.load(0, kLine), Outcome::LocalDram);
  EXPECT_EQ(model.load(2, kLine + 64), Outcome::RemoteDram);
  EXPECT_EQ(model.load(2, kLine + kPageSize), Outcome::LocalDram);
  EXPECT_EQ(model.pages().touch(kLine, 1), 0U);
  model.pages().forget(kLine, kPageSize);
  EXPECT_EQ(model.pages().touch(kLine, 1), 1U);
}

TEST(SimCacheModel, AccessesByOneCpuStayInItsCache) {
  CacheModel model(fourCpus());
  model.load(0, kLine);
  EXPECT_EQ(model.load(0, kLine), Outcome::PrivateHit);
  EXPECT_EQ(model.store(0, kLine), Outcome::PrivateHit) << "nobody shares it: no upgrade";
  EXPECT_EQ(model.store(0, kLine), Outcome::PrivateHit);
}

TEST(SimCacheModel, ModifiedLinesAreHitmForOthersOnce) {
  CacheModel model(fourCpus());
  model.store(0, kLine);
  EXPECT_EQ(model.load(1, kLine), Outcome::LocalHitm);
  EXPECT_EQ(model.load(1, kLine), Outcome::PrivateHit);
  EXPECT_EQ(model.load(0, kLine), Outcome::PrivateHit) << "a load leaves the owner a copy";
  model.store(0, kLine);
  EXPECT_EQ(model.load(3, kLine), Outcome::RemoteHitm);
}

TEST(SimCacheModel, AfterAPauseOnlyNewWritesAreMet) {
  CacheModel model(fourCpus());
  model.store(0, kLine);
  model.resume();
  EXPECT_EQ(model.load(1, kLine), Outcome::L3Hit) << "others may have taken it in the meantime";
  model.store(0, kLine);
  EXPECT_EQ(model.load(1, kLine), Outcome::LocalHitm) << "from here on it is evidence";
  model.resume();
  model.store(0, kLine + 8);
  EXPECT_EQ(model.load(3, kLine), Outcome::RemoteHitm);
  EXPECT_EQ(model.miss(), Miss::Useless) << "what was written before the pause does not count";
}

TEST(SimCacheModel, TransfersBeforeAPauseStillCount) {
  CacheModel model(fourCpus());
  for (int i = 0; i < 3; ++i) {
    model.store(0, kLine);
    model.store(1, kLine);
  }
  const std::uint64_t before = model.transfers(kLine);
  model.resume();
  EXPECT_EQ(model.transfers(kLine), before);
  EXPECT_EQ(before, 5U);
}

TEST(SimCacheModel, StoresTakeTheLineFromOthers) {
  CacheModel model(fourCpus());
  model.store(0, kLine);
  model.load(1, kLine);
  EXPECT_EQ(model.store(0, kLine), Outcome::Upgrade);
  EXPECT_EQ(model.store(1, kLine), Outcome::LocalHitm);
  EXPECT_EQ(model.store(2, kLine), Outcome::RemoteHitm);
  EXPECT_EQ(model.load(0, kLine), Outcome::RemoteHitm);
}

TEST(SimCacheModel, TheLastAccessedLineIsLostToOthersToo) {
  CacheModel model(fourCpus());
  model.store(0, kLine);
  model.store(1, kLine);
  EXPECT_EQ(model.store(0, kLine), Outcome::LocalHitm);
  model.load(1, kLine);
  EXPECT_EQ(model.store(0, kLine), Outcome::Upgrade);
}

TEST(SimCacheModel, UnmodifiedLinesComeFromTheNearestCache) {
  CacheModel model(fourCpus());
  model.load(0, kLine);
  EXPECT_EQ(model.load(1, kLine), Outcome::L3Hit);
  EXPECT_EQ(model.load(2, kLine), Outcome::RemoteForward);
  EXPECT_EQ(model.load(3, kLine), Outcome::L3Hit);
}

TEST(SimCacheModel, AStoreLeavesNoCopyInOtherLastLevels) {
  Options options = fourCpus();
  options.cache = 64; // one line: the next access evicts it
  options.ways = 1;
  CacheModel model(options);
  model.load(2, kLine);
  model.store(0, kLine);
  model.store(0, kLine + 64);
  EXPECT_EQ(model.load(2, kLine), Outcome::RemoteForward);
}

TEST(SimCacheModel, TwoCpusThatUseDifferentBytesShareFalsely) {
  CacheModel model(fourCpus());
  for (int i = 0; i < 3; ++i) {
    model.store(0, kLine, 8);
    ASSERT_EQ(model.load(1, kLine + 8, 8), Outcome::LocalHitm);
    EXPECT_EQ(model.miss(), Miss::Useless);
    model.store(1, kLine + 8, 8);
    ASSERT_EQ(model.load(0, kLine, 8), Outcome::LocalHitm);
    EXPECT_EQ(model.miss(), Miss::Useless);
  }
}

TEST(SimCacheModel, TwoCpusThatUseTheSameBytesShareTruly) {
  CacheModel model(fourCpus());
  for (int i = 0; i < 3; ++i) {
    model.store(0, kLine + 4, 8);
    ASSERT_EQ(model.load(3, kLine + 8, 8), Outcome::RemoteHitm);
    EXPECT_EQ(model.miss(), Miss::Essential) << "four bytes are the same";
    model.store(3, kLine + 8, 8);
    ASSERT_EQ(model.store(0, kLine + 4, 8), Outcome::RemoteHitm);
    EXPECT_EQ(model.miss(), Miss::Essential);
  }
}

TEST(SimCacheModel, EachAccessOfAMixedLineIsToldApart) {
  CacheModel model(fourCpus());
  model.store(0, kLine, 8);
  model.load(1, kLine, 8);
  EXPECT_EQ(model.miss(), Miss::Essential);
  model.store(1, kLine + 16, 8);
  model.load(0, kLine, 8);
  EXPECT_EQ(model.miss(), Miss::Useless) << "what it had written itself was not touched";
  model.store(0, kLine, 8);
  EXPECT_EQ(model.load(1, kLine + 16, 8), Outcome::LocalHitm);
  EXPECT_EQ(model.miss(), Miss::Useless);
}

TEST(SimCacheModel, NewsThatAHitMeetsAreTold) {
  CacheModel model(fourCpus());
  const auto setting = [&](std::uint32_t cpu) { return model.load(cpu, kLine, 8); };
  const auto count = [&](std::uint32_t cpu) { return model.store(cpu, kLine + 8, 8); };
  setting(1);
  count(1);
  for (int i = 0; i < 3; ++i) {
    setting(0);
    EXPECT_EQ(model.miss(), Miss::Useless);
    EXPECT_FALSE(model.takeMet().news);
    count(0);
    EXPECT_TRUE(model.takeMet().news) << "without the setting, the counter would have missed";
    EXPECT_FALSE(model.takeMet().news);
    count(0);
    EXPECT_FALSE(model.takeMet().news) << "that is the CPU's own by now";
    setting(1);
    model.load(1, kLine + 16, 8);
    EXPECT_FALSE(model.takeMet().news);
    count(1);
    EXPECT_TRUE(model.takeMet().news);
  }
}

TEST(SimCacheModel, NewsRemainNewsUntilTheyAreUsed) {
  CacheModel model(fourCpus());
  model.load(1, kLine, 8);
  model.store(0, kLine + 8, 8);
  model.load(1, kLine, 8);
  model.store(0, kLine, 8);
  model.load(1, kLine, 8);
  EXPECT_EQ(model.miss(), Miss::Essential);
  EXPECT_FALSE(model.takeMet().news) << "told by the miss itself";
  model.load(1, kLine + 8, 8);
  EXPECT_TRUE(model.takeMet().news) << "written before the last stay, and not used in it";
}

TEST(SimCacheModel, EveryWriterSinceACpuUsedTheBytesCounts) {
  CacheModel model(fourCpus());
  model.load(2, kLine + 32, 8);
  model.store(0, kLine + 32, 8);
  model.store(1, kLine, 8); // takes the line on; its own write is to other bytes
  EXPECT_EQ(model.load(2, kLine + 32, 8), Outcome::RemoteHitm);
  EXPECT_EQ(model.miss(), Miss::Essential);
  model.store(1, kLine, 8);
  EXPECT_EQ(model.load(2, kLine + 32, 8), Outcome::RemoteHitm);
  EXPECT_EQ(model.miss(), Miss::Useless) << "it has used them since CPU 0 wrote";
}

TEST(SimCacheModel, WritesBeforeAnEvictionCountToo) {
  Options options = fourCpus();
  options.cache = 64; // one line: the next access evicts it
  options.ways = 1;
  CacheModel model(options);
  model.store(0, kLine);
  model.load(1, kLine);
  model.store(0, kLine + 1);
  model.store(0, kLine + 64);
  model.store(2, kLine + 2);
  EXPECT_EQ(model.load(1, kLine + 1), Outcome::RemoteHitm);
  EXPECT_EQ(model.miss(), Miss::Essential);
}

TEST(SimCacheModel, LongLinesAreToldApartInCoarserPieces) {
  Options options = fourCpus();
  options.line = 256;
  CacheModel model(options);
  model.store(0, kLine + 248, 8);
  model.load(1, kLine, 4);
  EXPECT_EQ(model.miss(), Miss::Useless);
  model.store(0, kLine + 248, 8);
  model.load(1, kLine + 252, 4);
  EXPECT_EQ(model.miss(), Miss::Essential);
}

TEST(SimCacheModel, WritesThatTakeTheLineAreCounted) {
  CacheModel model(fourCpus());
  model.store(0, kLine);
  for (std::uint32_t cpu = 1; cpu < 4; ++cpu)
    model.load(cpu, kLine);
  EXPECT_EQ(model.transfers(kLine), 0U) << "written once, then read";
  for (int i = 0; i < 5; ++i) {
    model.store(0, kLine);
    model.load(1, kLine);
  }
  EXPECT_EQ(model.transfers(kLine + 9), 5U);
  model.store(2, kLine);
  model.store(3, kLine);
  EXPECT_EQ(model.transfers(kLine), 7U);
}

TEST(SimulatedWord, KeepsThePowerOfTwo) {
  for (const auto &[transfers, kept] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {0, 0}, {1, 1}, {3, 2}, {4, 4}, {1000, 512}, {1ULL << 40, 1U << 14}}) {
    const SimulatedWord word = unpacked(packed({Miss::Useless, transfers}) | 0x800842);
    EXPECT_EQ(word.transfers, kept);
    EXPECT_EQ(word.miss, Miss::Useless);
  }
  EXPECT_EQ(packed({Miss::Essential, ~0ULL, true, {9, 9, 9}}) & ~kSimulatedBits, 0U);
}

TEST(SimulatedWord, KeepsWhatWouldMissApart) {
  const SimulatedWord word = unpacked(packed({Miss::Essential, 4, true, {3, 2, 1}}) | 0x800842);
  EXPECT_EQ(word.parted, (PartedMisses{3, 2, 1}));
  EXPECT_EQ(unpacked(packed({Miss::Essential, 4, true, {9, 0, 4}})).parted,
            (PartedMisses{kMostParted, 0, kMostParted}));
  const std::uint64_t later =
      withMiss(packed({Miss::Useless, 4, true}), Miss::Essential, {2, 1, 1});
  EXPECT_EQ(unpacked(later).miss, Miss::Essential);
  EXPECT_EQ(unpacked(later).parted, (PartedMisses{2, 1, 1}));
  EXPECT_EQ(unpacked(later).transfers, 4U);
}

TEST(LineParts, HaveTheirBytes) {
  EXPECT_EQ(partsWith(0), 0U);
  EXPECT_EQ(partsWith(0x80), 0x1101U);
  EXPECT_EQ(partsWith(0x0180), 0x1103U) << "on two sides of byte 8";
  EXPECT_EQ(partsWith(ByteMask{0xff} << 56), 0x2880U);
  EXPECT_EQ(partsWith(~ByteMask{0}), 0x3fffU);
}

TEST(SimCacheModel, TellsWhatWouldMissApart) {
  CacheModel model(fourCpus());
  const auto missed = [&](std::uint32_t cpu, std::uint64_t offset) {
    const Outcome outcome = model.load(cpu, kLine + offset, 8);
    const bool hit = outcome == Outcome::PrivateHit;
    const LineParts parts = hit ? model.takeMet().missed : model.missedMet().missed;
    (void)model.takeMet();
    PartedMisses misses{};
    count(parts, misses);
    return misses;
  };
  for (const std::uint64_t offset : {0U, 8U, 16U, 32U})
    for (const std::uint32_t cpu : {0U, 1U})
      missed(cpu, offset);
  model.store(0, kLine + 8, 8);
  EXPECT_EQ(missed(1, 0), (PartedMisses{0, 1, 1})) << "the write is to the other half of 16 bytes";
  EXPECT_EQ(missed(1, 8), (PartedMisses{1, 0, 0})) << "a hit, as the line is";
  EXPECT_EQ(missed(1, 8), (PartedMisses{0, 0, 0}));
  EXPECT_EQ(missed(1, 32), (PartedMisses{0, 0, 0})) << "nobody wrote there";
  model.store(0, kLine + 16, 8);
  model.store(0, kLine + 32, 8);
  model.load(2, kLine + 32, 8);
  EXPECT_EQ(missed(1, 16), (PartedMisses{1, 1, 1}));
  EXPECT_EQ(missed(1, 32), (PartedMisses{0, 0, 0})) << "another CPU has fetched it before";
  model.store(0, kLine, 8);
  model.store(1, kLine + 8, 8);
  EXPECT_EQ(missed(1, 0), (PartedMisses{1, 0, 0})) << "its own write has fetched the larger parts";
}

TEST(SimulatedWord, KeepsThatTheThreadOnlyWaits) {
  const std::uint64_t waits = packed({Miss::Useless, 4, true}) | 0x800842;
  EXPECT_TRUE(unpacked(waits).spins);
  EXPECT_EQ(unpacked(waits).miss, Miss::Useless);
  EXPECT_FALSE(unpacked(packed({Miss::Useless, 4, false}) | 0x800842).spins);
}

// Of several threads that wait for a flag only the first one meets it as modified.
TEST(SimCacheModel, AWriteIsMetByEveryReader) {
  CacheModel model(fourCpus());
  for (std::uint32_t cpu = 0; cpu < 3; ++cpu)
    model.load(cpu, kLine, 4);
  model.store(3, kLine, 4);
  EXPECT_EQ(model.load(0, kLine, 4), Outcome::RemoteHitm);
  EXPECT_TRUE(model.metWrite());
  model.load(1, kLine, 4);
  EXPECT_EQ(model.miss(), Miss::Answered);
  EXPECT_TRUE(model.metWrite());
  model.load(2, kLine + 8, 4);
  EXPECT_FALSE(model.metWrite()) << "other bytes";
}

TEST(SimCacheModel, CapacityEvictsTheLeastRecentlyUsed) {
  Options options = fourCpus();
  options.cache = 4 * 64;
  options.ways = 4;
  options.l3 = 16 * 64;
  CacheModel model(options);
  for (std::uint64_t line = 0; line < 4; ++line)
    model.load(0, kLine + line * 64);
  model.load(0, kLine);
  model.load(0, kLine + 4 * 64);
  EXPECT_EQ(model.load(0, kLine), Outcome::PrivateHit);
  EXPECT_EQ(model.load(0, kLine + 64), Outcome::L3Hit);
  for (std::uint64_t line = 5; line < 22; ++line)
    model.load(0, kLine + line * 64);
  EXPECT_EQ(model.load(0, kLine), Outcome::LocalDram) << "the last level is full as well";
}

/// True if loads, or stores, of the CPU need not be played.
bool granted(const CacheModel &model, std::uint32_t cpu, Grants::Right right,
             std::uint64_t line = kLine) {
  return model.grants(cpu).allow(line + 8, 8, right == Grants::Store);
}

TEST(SimCacheModel, LinesThatACpuHasHeldForWindowsAreGranted) {
  CacheModel model(fourCpus());
  const auto use = [&] {
    model.load(0, kLine + 64);
    model.store(0, kLine);
  };
  use();
  use();
  EXPECT_FALSE(granted(model, 0, Grants::Load)) << "it has just come";
  model.age();
  model.age();
  use();
  EXPECT_TRUE(granted(model, 0, Grants::Load));
  EXPECT_TRUE(granted(model, 0, Grants::Store));
  EXPECT_FALSE(granted(model, 1, Grants::Load));
  EXPECT_TRUE(granted(model, 0, Grants::Load, kLine + 64));
  EXPECT_FALSE(granted(model, 0, Grants::Store, kLine + 64)) << "never written";
  EXPECT_EQ(model.load(1, kLine), Outcome::LocalHitm);
  EXPECT_FALSE(granted(model, 0, Grants::Load)) << "revoked";
  use();
  EXPECT_FALSE(granted(model, 0, Grants::Load)) << "shared a moment ago";
}

TEST(SimCacheModel, WhatAllReadIsGrantedForLoads) {
  CacheModel model(fourCpus());
  for (int i = 0; i < 3; ++i) {
    for (std::uint32_t cpu = 0; cpu < 4; ++cpu) {
      model.load(cpu, kLine);
      model.load(cpu, kLine + 64 * (1 + cpu));
    }
    model.age();
    model.age();
  }
  for (std::uint32_t cpu = 0; cpu < 4; ++cpu) {
    EXPECT_TRUE(granted(model, cpu, Grants::Load));
    EXPECT_FALSE(granted(model, cpu, Grants::Store));
  }
  model.store(3, kLine);
  for (std::uint32_t cpu = 0; cpu < 3; ++cpu)
    EXPECT_FALSE(granted(model, cpu, Grants::Load));
}

TEST(SimCacheModel, GrantedLinesGetASecondChance) {
  Options options = fourCpus();
  options.cache = 4 * 64;
  options.ways = 4;
  CacheModel model(options);
  model.load(0, kLine);
  model.age();
  model.age();
  model.load(0, kLine + 64);
  model.load(0, kLine);
  ASSERT_TRUE(granted(model, 0, Grants::Load));
  for (std::uint64_t line = 1; line < 5; ++line)
    model.load(0, kLine + line * 64);
  EXPECT_FALSE(granted(model, 0, Grants::Load)) << "so that the model sees whether it is used";
  EXPECT_EQ(model.load(0, kLine), Outcome::PrivateHit);
}

TEST(SimCacheModel, NothingIsGrantedWherePrivateHitsAreSampled) {
  Options options = fourCpus();
  options.ldlat = 1;
  CacheModel model(options);
  for (int i = 0; i < 5; ++i) {
    model.load(0, kLine);
    model.load(0, kLine + 64);
    model.age();
  }
  EXPECT_FALSE(granted(model, 0, Grants::Load));
}

TEST(SimCacheModel, CostGrowsWithDistance) {
  constexpr Outcome kFarther[] = {Outcome::PrivateHit, Outcome::L3Hit,         Outcome::LocalHitm,
                                  Outcome::LocalDram,  Outcome::RemoteForward, Outcome::RemoteHitm,
                                  Outcome::RemoteDram};
  for (std::size_t i = 1; i < std::size(kFarther); ++i) {
    EXPECT_LT(kUsualLatencies.of(kFarther[i - 1]), kUsualLatencies.of(kFarther[i]));
    EXPECT_LT(kFarther[i - 1], kFarther[i]) << "an access over two lines takes the greater";
  }
}

} // namespace simCacheModelTest
} // namespace fsfind::record::sim
