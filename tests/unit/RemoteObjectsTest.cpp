#include "rules/numa/RemoteObjects.h"
#include "rules/judge/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace {

using test::ProfileBuilder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint64_t kBase = 0x100000, kPage = 4096;

/// A machine of `nodes` nodes of four CPUs.
Topology machine(std::uint32_t nodes) {
  Topology topology;
  for (std::uint32_t cpu = 0; cpu < 4 * nodes; ++cpu)
    topology.cpus.push_back({cpu, cpu / 4, cpu / 4, cpu / 4, cpu / 4});
  return topology;
}

/// Loads from memory by threads whose number is that of their CPU: 300 cycles if remote, else 100.
class MemoryLoads {
public:
  explicit MemoryLoads(std::uint32_t nodes = 2) : nodes_(nodes) {
    buffer_ = builder_.global("buffer", "double", kBase, 64 * kPage);
  }

  MemoryLoads &load(std::uint32_t cpu, std::uint64_t page, std::uint64_t local,
                    std::uint64_t remote) {
    builder_.line(kBase + page * kPage + 64 * cpu).loadAt(cpu, 0, local + remote);
    Access &access = builder_.last();
    access.target = buffer_;
    access.local_dram = local;
    access.remote_dram = remote;
    access.latency = access.cost = 100 * local + 300 * remote;
    local_ += local;
    return *this;
  }

  Profile profile() {
    Profile profile = builder_.build();
    profile.topology = machine(nodes_);
    profile.memory_line_step = 1;
    const auto local = static_cast<std::size_t>(SampleClass::LoadLocalDram);
    profile.classes[local] = local_;
    profile.class_latency[local] = 100 * local_;
    return profile;
  }

private:
  std::uint32_t nodes_;
  ProfileBuilder builder_;
  TargetIndex buffer_{0};
  std::uint64_t local_ = 0;
};

/// Eight pages on node 0, loaded by CPU 0 (node 0) and CPU 4 (node 1).
MemoryLoads onNodeZero() {
  MemoryLoads loads;
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(0, page, 5, 0).load(4, page, 0, 5);
  return loads;
}

TEST(RemoteObjects, PagesOfOneNodeThatSeveralLoad) {
  const std::vector<Finding> found = remoteObjects(onNodeZero().profile());
  ASSERT_THAT(found, SizeIs(1));
  const Finding &finding = found[0];
  EXPECT_EQ(finding.rule, "fsfind-serial-first-touch");
  EXPECT_EQ(finding.verdict, Verdict::Measured);
  EXPECT_EQ(finding.sharing, Sharing::FirstTouch);
  EXPECT_EQ(finding.object.name, "buffer");
  EXPECT_EQ(finding.confidence, Confidence::High);
  ASSERT_THAT(finding.members, SizeIs(1));
  EXPECT_THAT(finding.members[0].readers, ElementsAre("0", "4"));
  EXPECT_THAT(finding.lines, SizeIs(16));
  EXPECT_THAT(finding.message, HasSubstr("pages of buffer all live on node 0 (8 seen)"));
  EXPECT_THAT(finding.message, HasSubstr("50.0% of 80 loads from memory were remote"));
}

TEST(RemoteObjects, CostIsThatOfTheRemoteLoads) {
  const FindingCost cost = remoteObjects(onNodeZero().profile()).at(0).cost;
  EXPECT_EQ(cost.local, 40U);
  EXPECT_EQ(cost.remote, 40U);
  ASSERT_TRUE(cost.share);
  EXPECT_DOUBLE_EQ(cost.share->value, 0.75);
  ASSERT_TRUE(cost.gain);
  EXPECT_DOUBLE_EQ(cost.gain->contended_latency, 300);
  EXPECT_DOUBLE_EQ(cost.gain->hit_latency, 100);
  EXPECT_NEAR(cost.gain->share.value, 0.5, 1e-9);
}

TEST(RemoteObjects, OnTwoNodesRemoteLoadsTellTheHomeToo) {
  MemoryLoads loads;
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(4, page, 0, 5);
  loads.load(0, 0, 1, 0);
  EXPECT_THAT(remoteObjects(loads.profile()), SizeIs(1));
}

TEST(RemoteObjects, OnMoreNodesRemoteLoadsDoNot) {
  MemoryLoads loads(4);
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(4, page, 0, 5);
  loads.load(0, 0, 1, 0);
  EXPECT_THAT(remoteObjects(loads.profile()), IsEmpty());
}

TEST(RemoteObjects, SpreadPagesAreNone) {
  MemoryLoads loads;
  for (std::uint32_t page = 0; page < 8; ++page) {
    const std::uint32_t home = page % 2;
    loads.load(0, page, home == 0 ? 5 : 0, home == 0 ? 0 : 5);
    loads.load(4, page, home == 1 ? 5 : 0, home == 1 ? 0 : 5);
  }
  EXPECT_THAT(remoteObjects(loads.profile()), IsEmpty());
}

TEST(RemoteObjects, WhereHardlyAnyLoadIsRemoteAllIsWell) {
  MemoryLoads loads;
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(0, page, 20, 0).load(4, page, 0, 2);
  EXPECT_THAT(remoteObjects(loads.profile()), IsEmpty());
}

TEST(RemoteObjects, FewPagesCannotBeSpread) {
  MemoryLoads loads;
  for (std::uint64_t page = 0; page < kMinPages - 1; ++page)
    loads.load(0, page, 50, 0).load(4, page, 0, 50);
  EXPECT_THAT(remoteObjects(loads.profile()), IsEmpty());
}

TEST(RemoteObjects, LinesThatStandForOthersCountForThem) {
  Profile profile = onNodeZero().profile();
  profile.memory_line_step = 3;
  profile.cost *= 4;
  const FindingCost cost = remoteObjects(profile).at(0).cost;
  EXPECT_DOUBLE_EQ(cost.share->value, 0.75 * 3 / 4);
  EXPECT_EQ(cost.remote, 40U);
}

TEST(RemoteObjects, AreRankedAmongTheOthers) {
  const Report report = judge(onNodeZero().profile(), {});
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].rank, 1U);
  EXPECT_THAT(report.lines, IsEmpty());
}

} // namespace
} // namespace fsfind
