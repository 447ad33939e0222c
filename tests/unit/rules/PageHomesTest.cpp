// By what evidence a page's home is known, and what contradicts what.

#include "rules/measured/numa/PageHomes.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace pageHomesTest {

using testing::ElementsAre;

constexpr std::uint64_t kPage = 4096;

class Homes : public testing::Test {
protected:
  /// Nodes of four CPUs.
  static Topology machine(std::uint32_t nodes) {
    Topology topology;
    for (std::uint32_t cpu = 0; cpu < 4 * nodes; ++cpu)
      topology.cpus.push_back({cpu, cpu / 4, cpu / 4, cpu / 4, cpu / 4});
    return topology;
  }
  static Line line(std::uint32_t home = CpuParts::kNone, FirstAccess first = {}) {
    Line line;
    line.address = kPage;
    line.home = home;
    line.first = first;
    return line;
  }
  static Access loads(std::uint32_t cpu, std::uint64_t local, std::uint64_t remote) {
    Access access;
    access.cpu = cpu;
    access.count = local + remote;
    access.local_dram = local;
    access.remote_dram = remote;
    return access;
  }

  Topology two = machine(2), four = machine(4);
};

TEST_F(Homes, ThePhysicalAddressComesFirst) {
  PageHomes homes(four);
  homes.add(line(2), loads(4, 0, 5)); // remote loads of node 1 leave three nodes
  const PagePlacement placement = homes.placement();
  EXPECT_EQ(placement.node, 2U);
  EXPECT_THAT(placement.known_by, ElementsAre(1, 0, 0));
}

TEST_F(Homes, PagesThatSeveralNodesLoadAreShared) {
  PageHomes by_one(two), by_both(two);
  for (PageHomes *homes : {&by_one, &by_both})
    homes->add(line(0), loads(0, 5, 0));
  by_both.add(line(0), loads(4, 0, 5));
  EXPECT_EQ(by_one.placement().shared_pages, 0U);
  EXPECT_FALSE(areShared(by_one.placement()));
  EXPECT_EQ(by_both.placement().shared_pages, 1U);
  EXPECT_TRUE(areShared(by_both.placement()));
}

TEST_F(Homes, LoadsThatContradictTheAddressMakeItUnknown) {
  PageHomes homes(two);
  homes.add(line(0), loads(4, 5, 0)); // local to node 1
  EXPECT_FALSE(homes.placement().node);
  EXPECT_THAT(homes.placement().known_by, ElementsAre(0, 0, 0));
}

TEST_F(Homes, AddressesOnSeveralNodesMakeItUnknown) {
  PageHomes of_lines(four), of_one(four);
  of_lines.add(line(0), loads(4, 0, 5));
  of_lines.add(line(1), loads(8, 0, 5));
  EXPECT_FALSE(of_lines.placement().node);
  of_one.add(line(kSeveralNodes), loads(0, 5, 0));
  EXPECT_FALSE(of_one.placement().node);
}

TEST_F(Homes, LoadsTellItWithoutAddresses) {
  PageHomes local(four), elsewhere(four);
  local.add(line(), loads(12, 5, 0));
  EXPECT_EQ(local.placement().node, 3U);
  EXPECT_THAT(local.placement().known_by, ElementsAre(0, 1, 0));
  for (const std::uint32_t cpu : {0U, 4U, 12U})
    elsewhere.add(line(), loads(cpu, 0, 5));
  EXPECT_EQ(elsewhere.placement().node, 2U) << "the only node without remote loads";
}

TEST_F(Homes, LoadsLocalToTwoNodesTellNothing) {
  PageHomes homes(two);
  homes.add(line(), loads(0, 5, 0));
  homes.add(line(CpuParts::kNone, {1, 0, AccessKind::Store}), loads(4, 5, 0));
  EXPECT_FALSE(homes.placement().node);
}

TEST_F(Homes, TheFirstStoreTellsItWhereNothingElseDoes) {
  PageHomes homes(four);
  homes.add(line(CpuParts::kNone, {7, 9, AccessKind::Store}), loads(0, 0, 5));
  EXPECT_EQ(homes.placement().node, 2U);
  EXPECT_THAT(homes.placement().known_by, ElementsAre(0, 0, 1));
  homes.add(line(CpuParts::kNone, {6, 0, AccessKind::Load}), loads(0, 0, 5));
  EXPECT_FALSE(homes.placement().node) << "a load came before it";
}

TEST_F(Homes, AFirstStoreFromWhereLoadsAreRemoteIsNone) {
  PageHomes homes(four);
  homes.add(line(CpuParts::kNone, {7, 1, AccessKind::Store}), loads(0, 0, 5));
  EXPECT_FALSE(homes.placement().node);
}

TEST_F(Homes, SpreadIsWhatLivesOnSeveralNodes) {
  PageHomes homes(two);
  for (std::uint64_t page = 0; page < 10; ++page) {
    Line one = line(page < 2 ? 1 : 0);
    one.address = page * kPage;
    homes.add(one, loads(page < 2 ? 0 : 4, 0, 1));
  }
  EXPECT_EQ(homes.placement().pages, 10U);
  EXPECT_TRUE(homes.placement().spread);
  EXPECT_FALSE(homes.placement().node);
}

} // namespace pageHomesTest
} // namespace fsfind
