// Groups of CPUs, and prices by distance, from times between CPUs.
#include "rules/measured/machine/CpuGroups.h"
#include "rules/measured/machine/Knee.h"
#include "tests/support/MachineBuilder.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace machineGroupsTest {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Transfer &transferOf(MachineMap &map, std::uint32_t a, std::uint32_t b) {
  return *std::find_if(map.transfers.begin(), map.transfers.end(),
                       [&](const Transfer &one) { return one.a == a && one.b == b; });
}

TEST(Spread, QuartilesLieBetweenMeasurements) {
  EXPECT_EQ(spreadOf({4, 1, 3, 2}), (Spread{2.5, 1.75, 3.25, 4}));
  EXPECT_EQ(spreadOf({7}), (Spread{7, 7, 7, 1}));
  EXPECT_EQ(spreadOf({}), Spread());
}

TEST(Spread, OneMeasurementThatWasInterruptedHardlyMatters) {
  EXPECT_EQ(spreadOf({10, 10, 10, 10, 10, 4'000'000}).high, 10);
}

TEST(CpuGroups, AreThePartsThatTheKernelTellsOf) {
  const std::vector<GroupLevel> levels = cpuGroups(twoSockets(2));
  ASSERT_THAT(levels, SizeIs(3));
  EXPECT_EQ(levels[0].known_as, "cores");
  EXPECT_EQ(levels[1].known_as, "L3 caches");
  EXPECT_EQ(levels[2].known_as, "sockets");
  EXPECT_THAT(levels[1].groups,
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7),
                          ElementsAre(8, 9, 10, 11), ElementsAre(12, 13, 14, 15)));
  EXPECT_DOUBLE_EQ(levels[1].within_ns, 25);
  EXPECT_DOUBLE_EQ(levels[1].between_ns, 90);
}

// A hypervisor often tells of one L3 where there are several.
TEST(CpuGroups, ShowChipletsThatTheKernelDoesNotTellOf) {
  MachineMap map = twoSockets();
  for (CpuParts &parts : map.topology.cpus)
    parts.l3 = parts.die = parts.socket = parts.node = 0;
  const std::vector<GroupLevel> levels = cpuGroups(map);
  ASSERT_THAT(levels, SizeIs(2));
  EXPECT_THAT(levels[0].groups, SizeIs(4));
  EXPECT_EQ(levels[0].known_as, "");
}

TEST(CpuGroups, ThereAreNoneWhereTimesHardlyDiffer) {
  EXPECT_THAT(cpuGroups(twoSockets(1, {.l3 = 50, .socket = 55, .other_socket = 60})), IsEmpty());
  EXPECT_THAT(cpuGroups(MachineMap{}), IsEmpty());
}

TEST(CpuGroups, CellsThatWereNotMeasuredAreNoObstacle) {
  MachineMap map = twoSockets();
  std::erase_if(map.transfers, [](const Transfer &one) { return one.a == 1 && one.b > 1; });
  EXPECT_EQ(cpuGroups(map).front().known_as, "L3 caches");
  map.transfers.clear();
  EXPECT_THAT(cpuGroups(map), IsEmpty());
}

TEST(Knee, IsTheFewestThreadsThatHaveNearlyAll) {
  MachineMap map;
  for (const auto &[threads, gb_per_s] : {std::pair{1U, 10.0}, {2U, 19.5}, {4U, 20.0}, {8U, 19.0}})
    map.bandwidths.push_back(
        {Streaming::Triad, threads, 0, 0, PageKind::Small, {{gb_per_s, gb_per_s, gb_per_s, 5}}});
  map.bandwidths.push_back({Streaming::Triad, 16, 0, 0, PageKind::Small, {.gap = Gap::NoTime}});
  const auto knee = kneeOf(map, 0, PageKind::Small);
  ASSERT_TRUE(knee);
  EXPECT_EQ(knee->threads, 2U);
  EXPECT_EQ(knee->most_threads, 8U);
  EXPECT_EQ(knee->gb_per_s, 20);
  EXPECT_FALSE(kneeOf(map, 1, PageKind::Small));
  EXPECT_FALSE(kneeOf(map, 0, PageKind::Huge));
}

TEST(MachinePrices, AreMediansByDistance) {
  MachineMap map = twoSockets(2);
  transferOf(map, 0, 1).ns.value = {16, 15, 17, 50};
  const MachinePrices prices = pricesOf(map);
  EXPECT_EQ(prices.cpu_model, "Composed CPU");
  EXPECT_EQ(prices.of(CpuDistance::SmtSibling), (Spread{8, 8, 8, 8}));
  EXPECT_EQ(prices.of(CpuDistance::OtherSocket)->median, 150);
  EXPECT_FALSE(prices.of(CpuDistance::SameCpu));
  EXPECT_FALSE(prices.of(CpuDistance::Unknown));
}

TEST(MachinePrices, DisturbedCellsCountWhereThereIsNothingElse) {
  MachineMap map = twoSockets();
  Transfer &worst = transferOf(map, 0, 1);
  worst.ns = {{5000, 5000, 5000, 3}, Disturbance::OtherWork};
  EXPECT_EQ(pricesOf(map).of(CpuDistance::SameL3), (Spread{25, 25, 25, 3}));
  map.transfers = {worst};
  EXPECT_EQ(pricesOf(map).of(CpuDistance::SameL3), (Spread{5000, 5000, 5000, 1}));
}

TEST(MachinePrices, LinesOnAThirdNodeHavePricesOfTheirOwn) {
  MachineMap map = twoSockets();
  Transfer third = transferOf(map, 0, 4);
  third.home = 2;
  third.ns.value = {310, 300, 320, 5};
  map.transfers.push_back(third);
  EXPECT_EQ(pricesOf(map).of(CpuDistance::OtherSocket), (Spread{150, 150, 150, 16}));
  EXPECT_EQ(thirdHomePricesOf(map).of(CpuDistance::OtherSocket), (Spread{310, 300, 320, 1}));
  EXPECT_FALSE(thirdHomePricesOf(map).of(CpuDistance::SameL3));
}

TEST(MachinePrices, CellsWithoutAValueCountForNothing) {
  MachineMap map = twoSockets();
  for (Transfer &one : map.transfers)
    if (map.topology.distance(one.a, one.b) == CpuDistance::OtherSocket)
      one.ns = {.gap = Gap::NoTime};
  EXPECT_FALSE(pricesOf(map).of(CpuDistance::OtherSocket));
  EXPECT_TRUE(pricesOf(map).of(CpuDistance::SameSocket));
}

} // namespace machineGroupsTest
} // namespace fsfind::test
