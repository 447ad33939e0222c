// From the header's MEM_TOPOLOGY to the node of a physical address.

#include "c2c-ingest/perf/MemoryNodes.h"
#include "c2c-ingest/lines/LineHomes.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace memoryNodesTest {

using perf::MemoryNodes;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t kBlock = 1ULL << 27;

MemoryNodes nodesOf(std::uint64_t block_size, const std::vector<perf::MemoryNode> &nodes) {
  perf::Features features;
  features.memory_block_size = block_size;
  features.memory_nodes = nodes;
  return MemoryNodes(features);
}

TEST(MemoryNodes, AnAddressIsOnTheNodeOfItsBlock) {
  const MemoryNodes nodes = nodesOf(kBlock, {{1, {2, 3, 40}}, {0, {0, 1, 32}}});
  EXPECT_EQ(nodes.nodeOf(0), 0U);
  EXPECT_EQ(nodes.nodeOf(2 * kBlock - 1), 0U);
  EXPECT_EQ(nodes.nodeOf(2 * kBlock), 1U);
  EXPECT_EQ(nodes.nodeOf(4 * kBlock - 1), 1U);
  EXPECT_EQ(nodes.nodeOf(32 * kBlock + 5), 0U);
  EXPECT_EQ(nodes.nodeOf(40 * kBlock), 1U);
}

TEST(MemoryNodes, OutsideOfAllBlocksThereIsNoNode) {
  const MemoryNodes nodes = nodesOf(kBlock, {{0, {1}}, {1, {3}}});
  for (const unsigned block : {0U, 2U, 4U})
    EXPECT_FALSE(nodes.nodeOf(block * kBlock)) << block;
  EXPECT_FALSE(nodes.nodeOf(UINT64_MAX));
  EXPECT_FALSE(nodesOf(kBlock, {}).nodeOf(kBlock));
}

TEST(MemoryNodes, ABlockOfSeveralNodesTellsNone) {
  const MemoryNodes nodes = nodesOf(kBlock, {{0, {0, 1}}, {1, {1, 2}}});
  EXPECT_EQ(nodes.nodeOf(0), 0U);
  EXPECT_FALSE(nodes.nodeOf(kBlock));
  EXPECT_EQ(nodes.nodeOf(2 * kBlock), 1U);
}

TEST(MemoryNodes, AbsurdDescriptionsTellNothing) {
  EXPECT_FALSE(nodesOf(0, {{0, {0, 1}}}).nodeOf(0));
  EXPECT_FALSE(nodesOf(kBlock, {{UINT32_MAX, {0}}}).nodeOf(0));
  EXPECT_FALSE(nodesOf(kBlock, {{UINT64_MAX, {0}}}).nodeOf(0));
  const MemoryNodes last = nodesOf(kBlock, {{0, {UINT64_MAX}}, {1, {0, UINT64_MAX - 1}}});
  EXPECT_EQ(last.nodeOf(1), 1U);
  EXPECT_FALSE(last.nodeOf(UINT64_MAX));
}

perf::Features read(PerfDataBuilder &data) {
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  EXPECT_TRUE(recording);
  return recording ? (*recording)->features() : perf::Features{};
}

TEST(MemoryTopology, ABitmapLongerThanTheFeatureGivesWhatIsThere) {
  for (const PerfDataMode mode : {PerfDataMode::File, PerfDataMode::Pipe}) {
    PerfDataBuilder data({.mode = mode});
    data.addEvent(memLoads());
    ByteWriter payload = data.writer();
    payload.u64(1).u64(kBlock).u64(2); // version, block size, nodes
    payload.u64(0).u64(1).u64(UINT64_MAX).u64(0b101);
    data.features().raw(kFeatureMemTopology, payload.take());
    const perf::Features features = read(data);
    ASSERT_EQ(features.memory_nodes.size(), 1U);
    EXPECT_THAT(features.memory_nodes[0].blocks, ElementsAre(0, 2));
    EXPECT_EQ(MemoryNodes(features).nodeOf(2 * kBlock), 0U);
  }
}

TEST(MemoryTopology, AnotherVersionIsPassedOver) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  ByteWriter payload = data.writer();
  payload.u64(2).u64(kBlock).u64(1).u64(0).u64(1).u64(64).u64(1);
  data.features().raw(kFeatureMemTopology, payload.take());
  EXPECT_THAT(read(data).memory_nodes, IsEmpty());
}

class LineHomeOf : public testing::Test {
public:
  LineHomeOf &add(std::uint64_t physical, std::uint64_t time, std::optional<AccessKind> kind,
                  std::uint32_t cpu = 0) {
    perf::Sample sample;
    sample.physical = physical;
    sample.time = time;
    sample.cpu = cpu;
    home.add(sample, kind, nodes);
    return *this;
  }
  MemoryNodes nodes = nodesOf(kBlock, {{0, {0}}, {1, {1}}});
  lines::LineHome home;
};

TEST_F(LineHomeOf, OneNode) {
  EXPECT_EQ(home.node, CpuParts::kNone);
  add(0, 1, AccessKind::Load); // not recorded
  EXPECT_EQ(home.node, CpuParts::kNone);
  add(kBlock, 1, AccessKind::Load).add(kBlock + 64, 2, AccessKind::Load).add(0, 3, {});
  EXPECT_EQ(home.node, 1U);
}

TEST_F(LineHomeOf, MemoryThatMovedIsOnSeveral) {
  add(64, 1, AccessKind::Load).add(kBlock, 2, AccessKind::Load).add(kBlock, 3, AccessKind::Load);
  EXPECT_EQ(home.node, kSeveralNodes);
}

TEST_F(LineHomeOf, TheEarliestAccessIsKept) {
  add(0, 9, AccessKind::Load, 3).add(0, 4, AccessKind::Store, 2).add(0, 0, AccessKind::Load, 1);
  EXPECT_EQ(home.first, (FirstAccess{4, 2, AccessKind::Store}));
  add(0, 4, AccessKind::Store, kNoCpu);
  lines::LineHome other;
  other.first = {3, 7, AccessKind::Load};
  home.merge(other);
  EXPECT_EQ(home.first, other.first);
}

} // namespace memoryNodesTest
} // namespace fsfind::test
