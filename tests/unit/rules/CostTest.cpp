#include "rules/measured/cost/ContentionCost.h"
#include "rules/measured/findings/Judge.h"
#include "rules/model/PoissonInterval.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace fsfind {
namespace costTest {

using test::ProfileBuilder;
using testing::HasSubstr;
using testing::SizeIs;

/// Two threads fight over neighbouring counters; thread 1 is on CPU 1 and writes, thread 2 on CPU 2
/// meets its copies.
Profile fight(std::uint64_t contended) {
  ProfileBuilder builder;
  const TargetIndex pair = builder.global("pair", "pair", 0x4000, 16);
  builder.line(0x4000);
  builder.store(1, builder.member(pair, "a", 0), 200);
  builder.load(2, builder.member(pair, "b", 8), contended + 100, contended);
  builder.store(2, builder.member(pair, "b", 8), 200);
  Profile profile = builder.build();
  profile.cost += 9 * profile.cost; // as much again nine times over, elsewhere
  profile.classes[static_cast<std::size_t>(SampleClass::LoadL1)] = 100;
  profile.class_latency[static_cast<std::size_t>(SampleClass::LoadL1)] = 1000;
  // CPUs 0 and 1 share a core, 2 the L3 with them, 3 the socket.
  profile.topology.cpus = {
      {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {2, 0, 0, 1, 0}, {3, 1, 1, 2, 1}};
  return profile;
}

FindingCost costOf(const Profile &profile) {
  const std::vector<Finding> found = judge(profile, {.show_all = true}).findings;
  EXPECT_THAT(found, SizeIs(1));
  return found.empty() ? FindingCost{} : found[0].cost;
}

double distanceShare(const FindingCost &cost, CpuDistance distance) {
  return cost.distances[static_cast<std::size_t>(distance)];
}

/// The same; `waiting` of the stores of thread 2 missed its cache, and waited for 60 cycles.
Profile storeFight(std::uint64_t waiting) {
  Profile profile = fight(100);
  for (Access &access : profile.lines[0].accesses)
    if (access.kind == AccessKind::Store && access.offset == 8) {
      access.l1_miss = waiting;
      access.latency = access.cost = waiting * 60;
      access.cost_squares = static_cast<double>(waiting) * 60 * 60;
      profile.cost += access.cost;
    }
  return profile;
}

TEST(Cost, SimulationTellsWhatStoresWait) {
  Profile profile = storeFight(50);
  EXPECT_FALSE(costOf(profile).store_share) << "hardware's weights of stores are another thing";
  profile.source.simulated = true;
  const FindingCost cost = costOf(profile);
  ASSERT_TRUE(cost.store_share && cost.share);
  const double whole = static_cast<double>(profile.cost);
  EXPECT_DOUBLE_EQ(cost.store_share->value, 50 * 60 / whole);
  EXPECT_NEAR(cost.store_share->high, poissonInterval(50).high * 60 / whole, 1e-9);
  EXPECT_DOUBLE_EQ(cost.waited(), cost.share->value + cost.store_share->value);
  profile = storeFight(5);
  profile.source.simulated = true;
  EXPECT_FALSE(costOf(profile).store_share) << "too few";
}

TEST(Cost, SpinsAreAShareOfTheContendedLoads) {
  Profile profile = fight(100);
  EXPECT_FALSE(costOf(profile).spin_share);
  for (Access &access : profile.lines[0].accesses)
    access.spins = access.contended / 4;
  EXPECT_DOUBLE_EQ(costOf(profile).spin_share.value_or(0), 0.25);
}

// The limits are those of tables of the exact interval (Garwood 1936).
TEST(Cost, PoissonLimitsAreNearTheExactOnes) {
  EXPECT_EQ(poissonInterval(0).low, 0);
  EXPECT_NEAR(poissonInterval(0).high, 3.689, 0.03);
  EXPECT_NEAR(poissonInterval(10).low, 4.795, 0.03);
  EXPECT_NEAR(poissonInterval(10).high, 18.39, 0.03);
  EXPECT_NEAR(poissonInterval(100).low, 81.36, 0.03);
  EXPECT_NEAR(poissonInterval(100).high, 121.63, 0.03);
}

TEST(Cost, EqualWeightsScaleTheLimitsOfTheCount) {
  const Interval counted = poissonInterval(20),
                 weighted = weightedInterval(20, 20 * 7.0, 20 * 49.0);
  EXPECT_NEAR(weighted.low, 7 * counted.low, 1e-9);
  EXPECT_NEAR(weighted.high, 7 * counted.high, 1e-9);
}

TEST(Cost, IntervalsHoldTheTruthNineteenTimesInTwenty) {
  std::mt19937 random(7);
  std::poisson_distribution<std::uint64_t> counts(15);
  std::gamma_distribution<double> latencies(2, 100); // mean 200
  constexpr int kRounds = 4000;
  int held = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t count = counts(random);
    double sum = 0, squares = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const double latency = latencies(random);
      sum += latency;
      squares += latency * latency;
    }
    const Interval interval = weightedInterval(count, sum, squares);
    held += interval.low <= 15 * 200 && 15 * 200 <= interval.high;
  }
  EXPECT_NEAR(static_cast<double>(held) / kRounds, 0.95, 0.025);
}

TEST(Cost, IsTheContendedPartOfAllSampledCycles) {
  const FindingCost cost = costOf(fight(100));
  ASSERT_TRUE(cost.share);
  EXPECT_EQ(cost.base, CostBase::SampledCycles);
  // 100 contended loads of 200 cycles and 100 others of 10, of ten times that.
  EXPECT_NEAR(cost.share->value, 20000.0 / 210000, 1e-9);
  EXPECT_NEAR(cost.share->low, 0.8136 * 20000 / 210000, 1e-4);
  EXPECT_NEAR(cost.share->high, 1.2163 * 20000 / 210000, 1e-4);
  EXPECT_EQ(cost.local, 100U);
  EXPECT_EQ(cost.remote, 0U);
  EXPECT_EQ(cost.unknown, "");
}

TEST(Cost, IsAPartOfCpuTimeWhereTheRecordingTellsIt) {
  Profile profile = fight(100);
  profile.cpu_cycles = 1000000;
  FindingCost cost = costOf(profile);
  ASSERT_TRUE(cost.share);
  EXPECT_EQ(cost.base, CostBase::CpuTime);
  EXPECT_NEAR(cost.share->value, 0.02, 1e-9);
  // Latencies that do not fit into the time overlap.
  profile.cpu_cycles = 100000;
  EXPECT_EQ(costOf(profile).base, CostBase::SampledCycles);
}

TEST(Cost, GainIsWhatHitsOfTheSameRecordingWouldTake) {
  const FindingCost cost = costOf(fight(100));
  ASSERT_TRUE(cost.gain);
  EXPECT_DOUBLE_EQ(cost.gain->contended_latency, 200);
  EXPECT_DOUBLE_EQ(cost.gain->hit_latency, 10);
  EXPECT_NEAR(cost.gain->share.value, 0.95 * cost.share->value, 1e-9);
  EXPECT_NEAR(cost.gain->share.low, 0.95 * cost.share->low, 1e-9);
  EXPECT_EQ(cost.gain->share.high, cost.share->high);
}

TEST(Cost, NoGainIsGuessedWithoutHits) {
  Profile profile = fight(100);
  profile.classes[static_cast<std::size_t>(SampleClass::LoadL1)] = kMinHitSamples - 1;
  const FindingCost cost = costOf(profile);
  EXPECT_TRUE(cost.share);
  EXPECT_FALSE(cost.gain);
}

TEST(Cost, FewSamplesSayNothing) {
  const FindingCost few = costOf(fight(kMinCostSamples - 1));
  EXPECT_FALSE(few.share);
  EXPECT_FALSE(few.gain);
  EXPECT_THAT(few.unknown, HasSubstr("too few"));
  EXPECT_TRUE(costOf(fight(kMinCostSamples)).share);
}

TEST(Cost, WithoutLatenciesThereIsNoShare) {
  Profile profile = fight(100);
  for (Access &access : profile.lines[0].accesses)
    access.latency = access.hitm_latency = access.cost = access.contended_cost = 0;
  EXPECT_THAT(costOf(profile).unknown, HasSubstr("no latencies"));
}

TEST(Cost, RemoteIsWhatPerfDoesNotCallLocal) {
  Profile profile = fight(100);
  Access &load = profile.lines[0].accesses[1];
  load.lcl_hitm = 30;
  load.rmt_hitm = 80; // ten of them counted as both
  const FindingCost cost = costOf(profile);
  EXPECT_EQ(cost.local, 30U);
  EXPECT_EQ(cost.remote, 70U);
}

TEST(Cost, DistanceIsFromTheReaderToTheOthersWhoWrite) {
  EXPECT_DOUBLE_EQ(distanceShare(costOf(fight(100)), CpuDistance::SameL3), 1);
}

TEST(Cost, DistancesFollowHowOftenEachCpuWrites) {
  ProfileBuilder builder;
  const TargetIndex pair = builder.global("pair", "pair", 0x4000, 16);
  const TargetIndex written = builder.member(pair, "a", 0), read = builder.member(pair, "b", 8);
  builder.line(0x4000).load(2, read, 100, 100).store(2, read, 500);
  builder.store(3, written, 300).store(4, written, 100);
  Profile profile = builder.build();
  profile.topology = fight(100).topology;
  const FindingCost cost = costOf(profile);
  EXPECT_NEAR(distanceShare(cost, CpuDistance::SameSocket), 0.75, 1e-9);
  EXPECT_NEAR(distanceShare(cost, CpuDistance::OtherSocket), 0.25, 1e-9);
}

TEST(Cost, DistanceIsUnknownWithoutATopology) {
  Profile profile = fight(100);
  profile.topology = {};
  EXPECT_DOUBLE_EQ(distanceShare(costOf(profile), CpuDistance::Unknown), 1);
}

} // namespace costTest
} // namespace fsfind
