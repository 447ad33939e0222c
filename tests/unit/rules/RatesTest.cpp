// Rates compared by counts: exact where numbers are known, and the same from both sides.
#include "rules/compare/Rates.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fsfind {
namespace ratesTest {

constexpr double kSure = 0.95;

RateChange compared(std::uint64_t before, std::uint64_t after, double before_work = 1,
                    double after_work = 1) {
  return compareRates({before, before_work}, {after, after_work}, kSure);
}

TEST(Rates, EqualCountsOfEqualWorkDifferInNothing) {
  for (const std::uint64_t count : {1U, 8U, 1000U, 3000000U}) {
    const RateChange change = compared(count, count);
    EXPECT_DOUBLE_EQ(change.ratio, 1);
    EXPECT_DOUBLE_EQ(change.p_value, 1);
    EXPECT_FALSE(change.significant);
    EXPECT_LE(change.low, 1);
    EXPECT_GE(change.high, 1);
  }
}

TEST(Rates, TailsAreTheBinomials) {
  // Of 10 samples 1 or none: 11/1024, doubled. Of 8 none: 1/256, doubled.
  EXPECT_NEAR(compared(9, 1).p_value, 2 * 11.0 / 1024, 1e-12);
  EXPECT_NEAR(compared(8, 0).p_value, 2 * 1.0 / 256, 1e-12);
  // Half of the work: a third of the samples are expected to be the later ones.
  EXPECT_NEAR(compared(0, 4, 2, 1).p_value, 2 * std::pow(1.0 / 3, 4), 1e-12);
}

TEST(Rates, BoundsAreClopperPearsons) {
  // Of 20 samples 15: 0.5090 to 0.9134, as ratios.
  const RateChange change = compared(5, 15);
  EXPECT_NEAR(change.low, 0.5090 / 0.4910, 0.002);
  EXPECT_NEAR(change.high, 0.9134 / 0.0866, 0.02);
  EXPECT_TRUE(change.significant);
}

TEST(Rates, WorkIsTakenIntoAccount) {
  EXPECT_FALSE(compared(100, 1000, 1, 10).significant);
  EXPECT_DOUBLE_EQ(compared(100, 1000, 1, 10).ratio, 1);
  EXPECT_TRUE(compared(100, 100, 1, 10).significant);
  EXPECT_DOUBLE_EQ(compared(100, 100, 1, 10).ratio, 0.1);
}

TEST(Rates, CountsThatScatterTellLess) {
  const SampleCount before{1000, 1}, after{1200, 1};
  const RateChange independent = compareRates(before, after, kSure),
                   scattered = compareRates(before, after, kSure, 25);
  EXPECT_TRUE(independent.significant);
  EXPECT_FALSE(scattered.significant);
  EXPECT_DOUBLE_EQ(scattered.ratio, independent.ratio);
  // Five times as far on the scale of logarithms.
  EXPECT_NEAR(std::log(scattered.high / scattered.ratio),
              5 * std::log(independent.high / independent.ratio), 0.05);
}

TEST(Rates, FewSamplesAreSaidToBeTooFew) {
  EXPECT_TRUE(compared(0, 5).too_few);
  EXPECT_FALSE(compared(0, 6).too_few);
  EXPECT_TRUE(compared(0, 6).significant);
  EXPECT_TRUE(compared(0, 0).too_few);
  EXPECT_TRUE(compared(50, 10, 1, 0).too_few) << "without work there is no rate";
}

TEST(Rates, ManySamplesTakeNoTime) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62U;
  EXPECT_TRUE(compared(1, kMost).significant);
  EXPECT_FALSE(compared(kMost, kMost).significant);
  // Where the normal law takes over, both say the same.
  EXPECT_NEAR(compared(499000, 500900).p_value, compared(499000, 501100).p_value, 0.03);
}

TEST(Rates, MirroredIsInverse) {
  for (const std::uint64_t before : {0U, 1U, 7U, 40U, 5000U})
    for (const std::uint64_t after : {0U, 3U, 8U, 44U, 90000U})
      for (const double work : {0.01, 1.0, 3.7}) {
        const RateChange one = compared(before, after, 1, work);
        const RateChange other = compared(after, before, work, 1);
        EXPECT_DOUBLE_EQ(one.p_value, other.p_value) << before << ' ' << after << ' ' << work;
        EXPECT_EQ(one.significant, other.significant);
        EXPECT_EQ(one.too_few, other.too_few);
        if (before != 0 && after != 0) {
          EXPECT_NEAR(one.ratio * other.ratio, 1, 1e-9);
          EXPECT_NEAR(one.low * other.high, 1, 1e-6);
        }
      }
}

TEST(Rates, TheBoundsLeaveOutOneWhereTheTestIsSure) {
  for (std::uint64_t after = 0; after < 60; ++after) {
    const RateChange change = compared(20, after);
    EXPECT_EQ(change.significant, change.low > 1 || change.high < 1) << after;
  }
}

} // namespace ratesTest
} // namespace fsfind
