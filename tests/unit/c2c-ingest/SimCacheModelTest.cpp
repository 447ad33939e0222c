#include "c2c-ingest/record/sim/CacheModel.h"

#include <gtest/gtest.h>

namespace fsfind::record::sim {
namespace {

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

TEST(SimCacheModel, CostGrowsWithDistance) {
  constexpr Outcome kFarther[] = {Outcome::PrivateHit, Outcome::L3Hit,         Outcome::LocalHitm,
                                  Outcome::LocalDram,  Outcome::RemoteForward, Outcome::RemoteHitm,
                                  Outcome::RemoteDram};
  for (std::size_t i = 1; i < std::size(kFarther); ++i) {
    EXPECT_LT(latencyOf(kFarther[i - 1]), latencyOf(kFarther[i]));
    EXPECT_LT(kFarther[i - 1], kFarther[i]) << "an access over two lines takes the greater";
  }
}

} // namespace
} // namespace fsfind::record::sim
