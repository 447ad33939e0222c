#include "rules/measured/numa/NumaLoads.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace numaLoadsTest {

Profile dramLoads(std::uint64_t local, std::uint64_t remote) {
  Profile profile;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadLocalDram)] = local;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadRemoteDram)] = remote;
  return profile;
}

TEST(NumaLoads, MoreThanThreeTenthsRemoteIsBlind) {
  EXPECT_FALSE(numaLoads(dramLoads(700, 300)).blind);
  const NumaLoads loads = numaLoads(dramLoads(690, 310));
  EXPECT_TRUE(loads.blind);
  EXPECT_DOUBLE_EQ(loads.remoteShare(), 0.31);
}

TEST(NumaLoads, FewLoadsDoNotTell) {
  EXPECT_FALSE(numaLoads(dramLoads(0, kMinL3Misses - 1)).blind);
  EXPECT_TRUE(numaLoads(dramLoads(0, kMinL3Misses)).blind);
  EXPECT_EQ(numaLoads({}).remoteShare(), 0);
}

TEST(NumaLoads, OneNodeHasNoRemoteMemory) {
  Profile profile = dramLoads(0, 1000);
  profile.topology.cpus = {{0, 0, 0, 0, 0}};
  EXPECT_FALSE(numaLoads(profile).blind);
  profile.topology.cpus.push_back({1, 1, 1, 1, 1});
  EXPECT_TRUE(numaLoads(profile).blind);
}

TEST(NumaLoads, OtherNodesCachesMissTheL3ButAreNoRemoteMemory) {
  Profile profile = dramLoads(20, 30);
  profile.classes[static_cast<std::size_t>(SampleClass::LoadRemoteHitm)] = 40;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadRemoteCache)] = 10;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadL3)] = 5000;
  const NumaLoads loads = numaLoads(profile);
  EXPECT_EQ(loads.l3Misses(), 100U);
  EXPECT_DOUBLE_EQ(loads.remoteShare(), 0.3);
  EXPECT_FALSE(loads.blind);
}

} // namespace numaLoadsTest
} // namespace fsfind
