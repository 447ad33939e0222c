#include "rules/measured/cost/CostSum.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace costSumTest {

FindingCost costOf(std::uint64_t samples, double share, double error) {
  FindingCost cost;
  cost.hitm = cost.remote = samples;
  cost.latency_share = share;
  cost.share = Estimate{share, share - error, share + error};
  cost.gain = ExpectedGain{*cost.share, 100, 10};
  cost.distances.back() = 1;
  return cost;
}

TEST(CostSum, ErrorsOfDifferentSamplesAddAsSquares) {
  const FindingCost sum = sumOf(costOf(30, 0.2, 0.03), costOf(10, 0.1, 0.04));
  EXPECT_EQ(sum.hitm, 40U);
  EXPECT_EQ(sum.remote, 40U);
  ASSERT_TRUE(sum.share);
  EXPECT_NEAR(sum.share->value, 0.3, 1e-9);
  EXPECT_NEAR(sum.share->low, 0.25, 1e-9);
  EXPECT_NEAR(sum.share->high, 0.35, 1e-9);
  EXPECT_NEAR(sum.distances.back(), 1, 1e-9);
}

TEST(CostSum, LatenciesAreMeansBySamples) {
  FindingCost slow = costOf(30, 0.2, 0.01);
  slow.gain->contended_latency = 500;
  const FindingCost sum = sumOf(costOf(10, 0.1, 0.01), slow);
  ASSERT_TRUE(sum.gain);
  EXPECT_NEAR(sum.gain->contended_latency, 400, 1e-9);
}

TEST(CostSum, TheFalsePartIsTheMeanBySamples) {
  FindingCost one = costOf(30, 0.2, 0.01), other = costOf(10, 0.1, 0.01);
  one.false_part = FalsePart{0, false};
  EXPECT_EQ(sumOf(other, one).false_part->share, 0) << "the only one that is known";
  other.false_part = FalsePart{1, true};
  const FindingCost sum = sumOf(one, other);
  ASSERT_TRUE(sum.false_part);
  EXPECT_NEAR(sum.false_part->share, 0.25, 1e-9);
  EXPECT_TRUE(sum.false_part->estimated) << "as soon as one is";
}

TEST(CostSum, WaitsOfStoresAddUpAndSpinsAreTheMean) {
  FindingCost one = costOf(30, 0.2, 0.01), other = costOf(10, 0.1, 0.01);
  EXPECT_FALSE(sumOf(one, other).store_share);
  EXPECT_FALSE(sumOf(one, other).spin_share);
  one.store_share = Estimate{0.3, 0.27, 0.33};
  one.spin_share = 0.8;
  EXPECT_DOUBLE_EQ(sumOf(other, one).store_share->value, 0.3) << "the other's are too few";
  EXPECT_NEAR(*sumOf(other, one).spin_share, 0.6, 1e-9);
  other.store_share = Estimate{0.2, 0.16, 0.24};
  EXPECT_NEAR(sumOf(one, other).store_share->value, 0.5, 1e-9);
  EXPECT_NEAR(sumOf(one, other).store_share->high, 0.55, 1e-9);
}

TEST(CostSum, SharesOfDifferentThingsHaveNoSum) {
  FindingCost other = costOf(10, 0.1, 0.01);
  other.base = CostBase::CpuTime;
  EXPECT_FALSE(sumOf(costOf(10, 0.1, 0.01), other).share);
}

FindingCost few(std::uint64_t samples) {
  FindingCost cost;
  cost.hitm = cost.remote = samples;
  cost.unknown = "too few samples";
  return cost;
}

TEST(CostSum, AFewSamplesMoreDoNotTakeTheShareAway) {
  for (const FindingCost &sum :
       {sumOf(costOf(100, 0.1, 0.02), few(5)), sumOf(few(5), costOf(100, 0.1, 0.02))}) {
    ASSERT_TRUE(sum.share);
    EXPECT_NEAR(sum.share->value, 0.105, 1e-9);
    EXPECT_LT(sum.share->low, 0.1);
    EXPECT_GT(sum.share->high, 0.12);
    ASSERT_TRUE(sum.gain);
    EXPECT_NEAR(sum.gain->contended_latency, 100, 1e-9);
    EXPECT_EQ(sum.unknown, "");
    EXPECT_EQ(sum.hitm, 105U);
  }
}

TEST(CostSum, WithoutAnyShareTheReasonIsKept) {
  EXPECT_EQ(sumOf(few(4), few(5)).unknown, "too few samples");
  FindingCost without_latencies = few(50);
  without_latencies.unknown = "no latencies";
  const FindingCost sum = sumOf(costOf(100, 0.1, 0.02), without_latencies);
  EXPECT_FALSE(sum.share);
  EXPECT_EQ(sum.unknown, "no latencies");
}

} // namespace costSumTest
} // namespace fsfind
