// Whether runs of two programs differ in time.
#include "rules/compare/RunTimes.h"

#include <gtest/gtest.h>

#include <random>

namespace fsfind::test {
namespace runTimesTest {

std::vector<double> times(std::mt19937 &random, std::size_t count, double typical) {
  std::lognormal_distribution<double> spread(0, 0.1);
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(typical * spread(random));
  return result;
}

TEST(RunTimes, ShowsWhatIsPlain) {
  std::vector<double> before, after;
  for (int i = 0; i < 10; ++i) {
    before.push_back(2.0 + 0.01 * i);
    after.push_back(1.0 + 0.005 * i);
  }
  const TimeChange change = compareTimes(before, after);
  EXPECT_NEAR(change.ratio, 0.5, 1e-6);
  EXPECT_TRUE(change.shown);
  EXPECT_LT(change.low, change.ratio);
  EXPECT_GT(change.high, change.ratio);
  EXPECT_NEAR(change.before, 2.045, 1e-9);
  EXPECT_NEAR(change.after, 1.0225, 1e-9);
}

TEST(RunTimes, BoundsAreThoseOfTheRankSumTest) {
  // Of 10 against 10, the table of the exact test refuses rank sums up to 23 above the least one,
  // so the 24th ratio from each end is a bound.
  std::vector<double> before(10, 1.0), after;
  for (int i = 1; i <= 10; ++i)
    after.push_back(i);
  const TimeChange change = compareTimes(before, after);
  EXPECT_EQ(change.low, 3); // each ratio occurs ten times
  EXPECT_EQ(change.high, 8);
}

TEST(RunTimes, OneSlowRunHardlyMatters) {
  std::vector<double> before(12, 1.0), after(12, 0.9);
  after[3] = 40;
  const TimeChange change = compareTimes(before, after);
  EXPECT_NEAR(change.ratio, 0.9, 1e-9);
  EXPECT_TRUE(change.shown);
}

TEST(RunTimes, ExchangingTheListsInvertsTheRatio) {
  std::mt19937 random(5);
  const std::vector<double> a = times(random, 11, 1), b = times(random, 14, 1.3);
  const TimeChange one = compareTimes(a, b), other = compareTimes(b, a);
  EXPECT_NEAR(one.low * other.high, 1, 1e-9);
  EXPECT_NEAR(one.high * other.low, 1, 1e-9);
}

TEST(RunTimes, HoldsTheTrueRatioAsOftenAsItSays) {
  constexpr int kTrials = 2000;
  std::mt19937 random(1);
  int held = 0;
  for (int i = 0; i < kTrials; ++i) {
    const TimeChange change = compareTimes(times(random, 10, 1), times(random, 10, 0.8));
    held += change.low <= 0.8 && 0.8 <= change.high ? 1 : 0;
  }
  EXPECT_GE(held, kTrials * 94 / 100);
  EXPECT_LE(held, kTrials * 98 / 100);
}

} // namespace runTimesTest
} // namespace fsfind::test
