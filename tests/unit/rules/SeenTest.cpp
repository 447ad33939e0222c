// What bursts tell of the run.
#include "rules/model/Seen.h"
#include "rules/model/PoissonInterval.h"
#include "tests/support/ProfileBuilder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace fsfind {
namespace seenTest {

/// Of bursts with so many contended samples each.
Seen seenOf(const std::vector<std::uint64_t> &contended) {
  Seen seen{.executed = 5'000'000 * contended.size(),
            .simulated = 500'000 * contended.size(),
            .bursts = contended.size(),
            .steps = contended.size() - 1};
  for (std::size_t i = 0; i < contended.size(); ++i) {
    seen.contended += contended[i];
    const double step =
        static_cast<double>(contended[i]) - static_cast<double>(contended[i == 0 ? 0 : i - 1]);
    seen.step_squares += step * step;
  }
  return seen;
}

TEST(Seen, EstimatesAreScaledByTheShare) {
  const Seen seen = seenOf({10, 10, 10, 10, 10, 10});
  EXPECT_DOUBLE_EQ(shareOf(seen), 0.1);
  EXPECT_DOUBLE_EQ(scaleOf(seen), 10);
  EXPECT_EQ(ofRun(seen, 1234), 12340U);
  EXPECT_DOUBLE_EQ(estimateOfRun(seen, 60, 50).value, 60 * 50 * 10);
  EXPECT_EQ(scaleOf(Seen{}), 1) << "nothing was executed";
  EXPECT_EQ(ofRun(Seen{.executed = UINT64_MAX, .simulated = 1}, UINT64_MAX),
            10'000'000'000'000'000'000U);
}

TEST(Seen, WholeRunsAreNotScaled) {
  Seen seen = seenOf({10, 50, 10, 50, 10, 50});
  seen.executed = seen.simulated;
  EXPECT_EQ(ofRun(seen, (std::uint64_t{1} << 60) + 1), (std::uint64_t{1} << 60) + 1);
  EXPECT_EQ(scatterOf(seen), 1);
}

TEST(Seen, ScatterIsThatBetweenNeighbours) {
  EXPECT_EQ(scatterOf(seenOf({10, 10, 10, 10, 10, 10})), 1) << "not less than Poisson's";
  // Variance 800, mean 30.
  EXPECT_NEAR(scatterOf(seenOf({10, 50, 10, 50, 10, 50})), 800.0 / 30, 1e-9);
  // Two phases, each with many bursts: one great step.
  std::vector<std::uint64_t> phases(50, 10);
  phases.resize(100, 50);
  EXPECT_EQ(scatterOf(seenOf(phases)), 1);
}

TEST(Seen, FewBurstsAreTakenToScatterMuch) {
  EXPECT_EQ(scatterOf(seenOf({40, 40, 40})), 40);
  const RunEstimate few = estimateOfRun(seenOf({40, 40, 40}), 120, 1);
  EXPECT_EQ(few.low, 120) << "what was seen is certain";
  EXPECT_GT(few.high, 2000);
}

/// A program whose contention comes in spells: bursts hold one or do not.
TEST(Seen, BoundsHoldTheTruthNineteenTimesInTwenty) {
  std::mt19937 random(5);
  constexpr int kRounds = 2000, kBursts = 40;
  constexpr double kSpells = 0.4, kMean = 60;
  int held = 0, held_if_poisson = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::uint64_t> contended;
    for (int burst = 0; burst < kBursts; ++burst)
      contended.push_back(std::bernoulli_distribution(kSpells)(random)
                              ? std::poisson_distribution<std::uint64_t>(kMean)(random)
                              : 0);
    const Seen seen = seenOf(contended);
    const double truth = kBursts * kSpells * kMean * 10;
    const RunEstimate run = estimateOfRun(seen, seen.contended, 1);
    held += run.low <= truth && truth <= run.high;
    const Interval independent = poissonInterval(seen.contended);
    held_if_poisson += independent.low * 10 <= truth && truth <= independent.high * 10;
  }
  EXPECT_GT(held, kRounds * 92 / 100);
  EXPECT_LT(held_if_poisson, kRounds / 2) << "samples of a burst are not independent";
}

TEST(Seen, ContendedLoadsOfTheRunAreThoseOfAllLines) {
  Profile profile;
  profile.source.seen = seenOf({10, 10, 10, 10, 10, 10});
  profile.classes[static_cast<std::size_t>(SampleClass::LoadLocalHitm)] = 40;
  profile.classes[static_cast<std::size_t>(SampleClass::LoadRemoteHitm)] = 20;
  profile.totals.load = 100;
  profile.estimated_loads = 1000; // one in ten was sampled
  EXPECT_DOUBLE_EQ(contendedLoadsOfRun(profile).value, 60 * 10 * 10);
}

} // namespace seenTest
} // namespace fsfind
