#include "rules/model/Topology.h"

#include "c2c-ingest/perf/MachineParts.h"

#include <gtest/gtest.h>

namespace fsfind::ingest {
namespace topologyTest {

/// Two sockets of two chiplets of two cores of two threads: 16 CPUs. Siblings are numbered as
/// Linux does it on such machines, i and i + 8.
perf::Features chiplets() {
  perf::Features features;
  for (std::int32_t cpu = 0; cpu < 16; ++cpu)
    features.cpus.push_back({cpu % 4, cpu % 8 / 4, 0});
  for (std::uint32_t core = 0; core < 8; ++core)
    features.thread_siblings.push_back(std::to_string(core) + "," + std::to_string(core + 8));
  for (const char *cpus : {"0-1,8-9", "2-3,10-11", "4-5,12-13", "6-7,14-15"})
    features.caches.push_back({3, 64, 16384, 16, "Unified", "16384K", cpus});
  features.numa_nodes = {{0, 0, 0, "0-3,8-11"}, {1, 0, 0, "4-7,12-15"}};
  return features;
}

TEST(Topology, TellsChipletsOfASocketApart) {
  const Topology machine = perf::machineTopology(chiplets());
  EXPECT_EQ(machine.distance(3, 3), CpuDistance::SameCpu);
  EXPECT_EQ(machine.distance(0, 8), CpuDistance::SmtSibling);
  EXPECT_EQ(machine.distance(0, 9), CpuDistance::SameL3);
  EXPECT_EQ(machine.distance(0, 2), CpuDistance::SameSocket);
  EXPECT_EQ(machine.distance(9, 10), CpuDistance::SameSocket);
  EXPECT_EQ(machine.distance(0, 4), CpuDistance::OtherSocket);
  EXPECT_EQ(machine.nodeCount(), 2U);
  EXPECT_EQ(machine.cpus[12].node, 1U);
  EXPECT_NE(machine.cpus[0].die, machine.cpus[4].die);
}

TEST(Topology, CoreNumbersDoWithoutSiblingLists) {
  perf::Features features = chiplets();
  features.thread_siblings.clear();
  const Topology machine = perf::machineTopology(features);
  EXPECT_EQ(machine.distance(0, 8), CpuDistance::SmtSibling);
  // Core 0 of either socket.
  EXPECT_EQ(machine.distance(0, 4), CpuDistance::OtherSocket);
}

TEST(Topology, WithoutCachesASocketIsASocket) {
  perf::Features features = chiplets();
  features.caches = {{1, 64, 64, 8, "Data", "32K", "0-15"}};
  EXPECT_EQ(perf::machineTopology(features).distance(0, 1), CpuDistance::SameSocket);
}

TEST(Topology, WhatIsNotRecordedIsUnknown) {
  EXPECT_EQ(perf::machineTopology({}).distance(0, 0), CpuDistance::Unknown);
  EXPECT_EQ(perf::machineTopology({}).nodeCount(), 0U);
  perf::Features offline = chiplets();
  offline.cpus[5] = {-1, -1, -1};
  offline.caches.clear();
  offline.thread_siblings.clear();
  EXPECT_EQ(perf::machineTopology(offline).distance(0, 5), CpuDistance::Unknown);
  EXPECT_EQ(perf::machineTopology(chiplets()).distance(0, 400000), CpuDistance::Unknown);
}

TEST(Topology, DamagedListsNameNobody) {
  for (const char *list : {"0-", "-1", "3-1", "0,0", "0-3;4", "0-99999999999", "0-70000", "a"}) {
    perf::Features features;
    features.numa_nodes = {{0, 0, 0, list}};
    EXPECT_EQ(perf::machineTopology(features).nodeCount(), 0U) << list;
  }
}

TEST(Topology, ListsThatRepeatAllCpusEndSoon) {
  perf::Features features;
  features.thread_siblings.assign(1000000, "0-65535");
  EXPECT_EQ(perf::machineTopology(features).cpus.size(), 65536U);
}

TEST(Topology, NominalFrequencyIsWhatIntelsNamesEndWith) {
  EXPECT_DOUBLE_EQ(perf::nominalFrequency("Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz"), 2.1e9);
  EXPECT_EQ(perf::nominalFrequency("AMD EPYC 7742 64-Core Processor"), 0);
  EXPECT_EQ(perf::nominalFrequency("a @ bGHz"), 0);
  EXPECT_EQ(perf::nominalFrequency(""), 0);
}

} // namespace topologyTest
} // namespace fsfind::ingest
