// The time that contended loads take by prices that were measured on a machine.
#include "rules/measured/cost/TransferPrices.h"
#include "rules/model/PoissonInterval.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace transferPricesTest {

constexpr std::uint64_t kPeriod = 1000; // loads for each sample

Profile recording() {
  Profile profile;
  profile.totals.load = 500;
  profile.estimated_loads = 500 * kPeriod;
  return profile;
}

/// A finding with 100 contended samples, a quarter of which come from another socket.
Report contention() {
  Finding finding;
  finding.cost.local = 75;
  finding.cost.remote = 25;
  finding.cost.distances[static_cast<std::size_t>(CpuDistance::SameL3)] = 0.75;
  finding.cost.distances[static_cast<std::size_t>(CpuDistance::OtherSocket)] = 0.25;
  Report report;
  report.findings = {finding};
  return report;
}

MachinePrices prices() {
  MachinePrices prices;
  prices.transfer[static_cast<std::size_t>(CpuDistance::SameL3)] = Spread{20, 18, 22, 5};
  prices.transfer[static_cast<std::size_t>(CpuDistance::OtherSocket)] = Spread{200, 190, 240, 5};
  return prices;
}

TEST(TransferPrices, TakeThePriceOfEachDistance) {
  Report report = contention();
  priceTransfers(report, recording(), prices());
  const auto &time = report.findings[0].cost.transfer_time;
  ASSERT_TRUE(time);
  EXPECT_DOUBLE_EQ(time->transfers, 100'000);
  EXPECT_DOUBLE_EQ(time->ns, 75'000 * 20.0 + 25'000 * 200.0);
  EXPECT_DOUBLE_EQ(time->priced_share, 1);
  const Interval samples = poissonInterval(100);
  EXPECT_DOUBLE_EQ(time->low_ns, samples.low * kPeriod * (0.75 * 18 + 0.25 * 190));
  EXPECT_DOUBLE_EQ(time->high_ns, samples.high * kPeriod * (0.75 * 22 + 0.25 * 240));
  EXPECT_TRUE(report.prices);
}

TEST(TransferPrices, LoadsWithoutAPriceAreLeftOutAndToldOf) {
  Report report = contention();
  MachinePrices one_socket = prices();
  one_socket.transfer[static_cast<std::size_t>(CpuDistance::OtherSocket)].reset();
  priceTransfers(report, recording(), one_socket);
  const auto &time = report.findings[0].cost.transfer_time;
  ASSERT_TRUE(time);
  EXPECT_DOUBLE_EQ(time->ns, 75'000 * 20.0);
  EXPECT_DOUBLE_EQ(time->priced_share, 0.75);
}

TEST(TransferPrices, FindingsWithoutAnyPriceAreCounted) {
  Report report = contention();
  report.findings.push_back(report.findings[0]);
  report.findings[1].cost.distances = {};
  report.findings[1].cost.distances[static_cast<std::size_t>(CpuDistance::SameSocket)] = 1;
  EXPECT_EQ(priceTransfers(report, recording(), prices()), 1U);
  EXPECT_TRUE(report.findings[0].cost.transfer_time);
  EXPECT_FALSE(report.findings[1].cost.transfer_time);
  report.findings[1].cost.local = report.findings[1].cost.remote = 0;
  EXPECT_EQ(priceTransfers(report, recording(), prices()), 0U) << "it has no contended loads";
}

TEST(TransferPrices, ThereIsNoTimeWithoutPricesLoadsOrCachelines) {
  Report report = contention();
  priceTransfers(report, recording(), {});
  EXPECT_FALSE(report.findings[0].cost.transfer_time);
  priceTransfers(report, Profile{}, prices());
  EXPECT_FALSE(report.findings[0].cost.transfer_time);
  report.findings[0].sharing = Sharing::FirstTouch;
  priceTransfers(report, recording(), prices());
  EXPECT_FALSE(report.findings[0].cost.transfer_time);
}

TEST(TransferPrices, WhatWasSeenInBurstsStandsForTheRun) {
  Report whole = contention(), parts = contention();
  Profile profile = recording();
  priceTransfers(whole, profile, prices());
  profile.source.seen = Seen{.executed = 1000, .simulated = 100, .bursts = 10};
  priceTransfers(parts, profile, prices());
  EXPECT_GT(parts.findings[0].cost.transfer_time->ns, 2 * whole.findings[0].cost.transfer_time->ns);
}

} // namespace transferPricesTest
} // namespace fsfind
