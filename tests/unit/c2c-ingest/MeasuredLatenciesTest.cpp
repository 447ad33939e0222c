#include "c2c-ingest/record/MeasuredLatencies.h"
#include "tests/support/MachineBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::record {
namespace measuredLatenciesTest {

using sim::Outcome;
using testing::HasSubstr;

void addMemory(MachineMap &map, std::uint32_t cpu, std::uint32_t node, PageKind pages, double ns) {
  map.latencies.push_back({.cpu = cpu,
                           .node = node,
                           .pages = pages,
                           .loaded = false,
                           .ns = {.value = {ns, ns * 0.9, ns * 1.1, 100}}});
}

/// Two sockets; CPU 0 is on node 0, CPU 7 on node 1.
MachineMap measured() {
  MachineMap map = test::twoSockets();
  for (const std::uint32_t node : {0U, 1U}) {
    addMemory(map, 0, node, PageKind::Small, node == 0 ? 110 : 190);
    addMemory(map, 0, node, PageKind::Huge, node == 0 ? 80 : 140);
  }
  return map;
}

std::string problemOf(const MachineMap &map, std::uint32_t nodes) {
  Simulation simulation;
  simulation.nodes = nodes;
  const auto taken = takeLatencies(simulation, map, "m.json");
  EXPECT_EQ(simulation.latencies == sim::kUsualLatencies, !taken);
  return taken ? "" : taken.error().message();
}

TEST(MeasuredLatencies, AreThoseOfTheMapInCycles) {
  MachineMap map = measured();
  map.cpu_model = "Composed CPU @ 2.00GHz";
  Simulation simulation;
  ASSERT_TRUE(takeLatencies(simulation, map, "m.json"));
  const sim::Latencies &latencies = simulation.latencies;
  EXPECT_EQ(latencies.of(Outcome::LocalHitm), 50U) << "25 ns behind one L3";
  EXPECT_EQ(latencies.of(Outcome::RemoteHitm), 300U);
  EXPECT_EQ(latencies.of(Outcome::LocalDram), 160U) << "in huge pages";
  EXPECT_EQ(latencies.of(Outcome::RemoteDram), 280U);
  EXPECT_EQ(latencies.of(Outcome::PrivateHit), sim::kUsualLatencies.of(Outcome::PrivateHit));
  EXPECT_EQ(latencies.of(Outcome::Upgrade), 32U) << "60 / 95 of a transfer";
  EXPECT_EQ(latencies.of(Outcome::RemoteForward), 254U);
  EXPECT_THAT(inWords(simulation),
              HasSubstr("latencies of Composed CPU @ 2.00GHz by m.json: 50 and 300 cycles"));
}

TEST(MeasuredLatencies, WithoutAFrequencyACycleIsAThirdOfANanosecond) {
  Simulation simulation;
  ASSERT_TRUE(takeLatencies(simulation, measured(), "m.json"));
  EXPECT_EQ(simulation.latencies.of(Outcome::LocalHitm), 75U);
}

TEST(MeasuredLatencies, WhatIsDisturbedCountsOnlyWhereThereIsNothingElse) {
  MachineMap map = measured();
  addMemory(map, 1, 0, PageKind::Huge, 500);
  map.latencies.back().ns.disturbance = Disturbance::Hypervisor;
  Simulation simulation;
  ASSERT_TRUE(takeLatencies(simulation, map, "m.json"));
  EXPECT_EQ(simulation.latencies.of(Outcome::LocalDram), 240U);
  for (MemoryLatency &latency : map.latencies)
    latency.ns.disturbance = Disturbance::OtherWork;
  EXPECT_EQ(problemOf(map, 2), "");
}

TEST(MeasuredLatencies, AMapThatLacksWhatIsSimulatedIsRefused) {
  EXPECT_EQ(problemOf(measured(), 2), "");
  MachineMap one_node = measured();
  std::erase_if(one_node.transfers, [](const Transfer &one) { return one.a < 4 && one.b >= 4; });
  EXPECT_THAT(problemOf(one_node, 2), HasSubstr("m.json: has no price of transfers between nodes"));
  EXPECT_THAT(problemOf(one_node, 2), HasSubstr("--nodes 1"));
  EXPECT_EQ(problemOf(one_node, 1), "");
  MachineMap without_memory = measured();
  without_memory.latencies.clear();
  EXPECT_THAT(problemOf(without_memory, 1), HasSubstr("has no price of memory of a node"));
  MachineMap slow = measured();
  for (MemoryLatency &latency : slow.latencies)
    latency.ns.value.median = 1e9;
  EXPECT_THAT(problemOf(slow, 1), HasSubstr("more than 100000"));
}

} // namespace measuredLatenciesTest
} // namespace fsfind::record
