#include "rules/measured/numa/RemoteMemory.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace remoteMemoryTest {

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
  /// Following loads are of memory without a name.
  MemoryLoads &unnamed() {
    buffer_ = builder_.unknown();
    return *this;
  }
  /// The physical home of the line last loaded.
  MemoryLoads &on(std::uint32_t node) {
    builder_.lastLine().home = node;
    return *this;
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

std::vector<Finding> findings(const Profile &profile) {
  return remoteMemory(profile).findings;
}

TEST(RemoteMemory, PagesOfOneNodeThatSeveralLoad) {
  const std::vector<Finding> found = findings(onNodeZero().profile());
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
  EXPECT_THAT(finding.message,
              HasSubstr("pages of buffer all live on node 0 (8 pages seen, known by "
                        "local and remote loads)"));
  EXPECT_THAT(finding.message, HasSubstr("50.0% of 80 loads from memory were remote"));
}

TEST(RemoteMemory, CostIsThatOfTheRemoteLoads) {
  const FindingCost cost = findings(onNodeZero().profile()).at(0).cost;
  EXPECT_EQ(cost.local, 40U);
  EXPECT_EQ(cost.remote, 40U);
  ASSERT_TRUE(cost.share);
  EXPECT_DOUBLE_EQ(cost.share->value, 0.75);
  ASSERT_TRUE(cost.gain);
  EXPECT_DOUBLE_EQ(cost.gain->contended_latency, 300);
  EXPECT_DOUBLE_EQ(cost.gain->hit_latency, 100);
  EXPECT_NEAR(cost.gain->share.value, 0.5, 1e-9);
}

TEST(RemoteMemory, OnTwoNodesRemoteLoadsTellTheHomeToo) {
  MemoryLoads loads;
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(4, page, 0, 5);
  loads.load(0, 0, 1, 0);
  EXPECT_THAT(findings(loads.profile()), SizeIs(1));
}

TEST(RemoteMemory, OnMoreNodesRemoteLoadsDoNot) {
  MemoryLoads loads(4);
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(4, page, 0, 5);
  loads.load(0, 0, 1, 0);
  EXPECT_THAT(findings(loads.profile()), IsEmpty());
}

TEST(RemoteMemory, SpreadPagesAreNone) {
  MemoryLoads loads;
  for (std::uint32_t page = 0; page < 8; ++page) {
    const std::uint32_t home = page % 2;
    loads.load(0, page, home == 0 ? 5 : 0, home == 0 ? 0 : 5);
    loads.load(4, page, home == 1 ? 5 : 0, home == 1 ? 0 : 5);
  }
  EXPECT_THAT(findings(loads.profile()), IsEmpty());
}

TEST(RemoteMemory, WhereHardlyAnyLoadIsRemoteAllIsWell) {
  MemoryLoads loads;
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(0, page, 20, 0).load(4, page, 0, 2);
  EXPECT_THAT(findings(loads.profile()), IsEmpty());
}

TEST(RemoteMemory, FewPagesCannotBeSpread) {
  MemoryLoads loads;
  for (std::uint64_t page = 0; page < kMinPages - 1; ++page)
    loads.load(0, page, 50, 0).load(4, page, 0, 50);
  EXPECT_THAT(findings(loads.profile()), IsEmpty());
}

TEST(RemoteMemory, LinesThatStandForOthersCountForThem) {
  Profile profile = onNodeZero().profile();
  profile.memory_line_step = 3;
  profile.cost *= 4;
  const FindingCost cost = findings(profile).at(0).cost;
  EXPECT_DOUBLE_EQ(cost.share->value, 0.75 * 3 / 4);
  EXPECT_EQ(cost.remote, 40U);
}

TEST(RemoteMemory, TellsTheCodeThatLoadsIt) {
  Profile profile = onNodeZero().profile();
  const Finding declared = findings(profile).at(0);
  EXPECT_EQ(declared.location, (Place{"/src/worker.cpp", 3, 7}));
  ASSERT_THAT(declared.related, SizeIs(1));
  EXPECT_EQ(declared.related[0].place, (Place{"/src/worker.cpp", 11, 5}));
  for (Target &target : profile.targets)
    target.object.declared = {};
  const Finding of_a_type = findings(profile).at(0);
  EXPECT_EQ(of_a_type.location, (Place{"/src/worker.cpp", 11, 5}));
  EXPECT_THAT(of_a_type.related, IsEmpty());
}

TEST(RemoteMemory, PhysicalAddressesTellHomesThatLoadsDoNot) {
  MemoryLoads loads(4);
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(0, page, 0, 5).on(2).load(4, page, 0, 5).on(2);
  const std::vector<Finding> found = findings(loads.profile());
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_TRUE(found[0].placement);
  EXPECT_EQ(found[0].placement->node, 2U);
  EXPECT_THAT(found[0].placement->known_by, ElementsAre(8, 0, 0));
  EXPECT_THAT(found[0].message, HasSubstr("node 2 (8 pages seen, known by physical addresses)"));
}

TEST(RemoteMemory, AddressesThatContradictTheLoadsMakeNoFinding) {
  MemoryLoads loads;
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(0, page, 5, 0).on(1).load(4, page, 0, 5).on(1);
  EXPECT_THAT(findings(loads.profile()), IsEmpty());
}

/// As onNodeZero(), but nothing is known of what is loaded.
MemoryLoads unnamedOnNodeZero() {
  MemoryLoads loads;
  loads.unnamed();
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(0, page, 5, 0).load(4, page, 0, 5);
  return loads;
}

TEST(RemoteUnnamedMemory, IsToldByTheFunctionThatLoadsIt) {
  const std::vector<Finding> found = findings(unnamedOnNodeZero().profile());
  ASSERT_THAT(found, SizeIs(1));
  const Finding &finding = found[0];
  EXPECT_EQ(finding.rule, "fsfind-serial-first-touch");
  EXPECT_EQ(finding.sharing, Sharing::FirstTouch);
  EXPECT_EQ(finding.confidence, Confidence::Medium);
  EXPECT_EQ(finding.location, (Place{"/src/worker.cpp", 11, 5}));
  EXPECT_EQ(finding.object.name, "");
  ASSERT_THAT(finding.members, SizeIs(1));
  EXPECT_EQ(finding.members[0].path, "what work() loads");
  EXPECT_EQ(finding.message,
            "memory without a name that work() loads lives on node 0 (8 pages seen, known by local "
            "and remote loads), and threads on 2 nodes load it: 50.0% of 80 loads from memory were "
            "remote, 100.0% of all that were remote; spread them over the nodes");
}

TEST(RemoteUnnamedMemory, HomesThatAreNotKnownMakeConfidenceLow) {
  MemoryLoads loads(4);
  loads.unnamed();
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(0, page, 0, 5).load(4, page, 0, 5);
  const std::vector<Finding> found = findings(loads.profile());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].confidence, Confidence::Low);
  EXPECT_FALSE(found[0].placement->node);
  EXPECT_THAT(found[0].message, HasSubstr("lies on nodes that are not known"));
}

TEST(RemoteUnnamedMemory, SpreadPagesAreNone) {
  MemoryLoads loads;
  loads.unnamed();
  for (std::uint32_t page = 0; page < 8; ++page) {
    const std::uint32_t home = page % 2;
    loads.load(0, page, home == 0 ? 5 : 0, home == 0 ? 0 : 5);
    loads.load(4, page, home == 1 ? 5 : 0, home == 1 ? 0 : 5);
  }
  const RemoteMemory remote = remoteMemory(loads.profile());
  EXPECT_THAT(remote.findings, IsEmpty());
  EXPECT_DOUBLE_EQ(remote.unnamed.share, 1);
}

TEST(RemoteUnnamedMemory, ASmallPartOfTheRemoteLoadsIsNone) {
  MemoryLoads loads = onNodeZero();
  for (std::uint64_t page = 0; page < 8; ++page)
    loads.load(4, page + 8, 0, 60);
  loads.unnamed();
  for (std::uint64_t page = 20; page < 28; ++page)
    loads.load(0, page, 5, 0).load(4, page, 0, 5);
  const RemoteMemory remote = remoteMemory(loads.profile());
  ASSERT_THAT(remote.findings, SizeIs(1));
  EXPECT_EQ(remote.findings[0].object.name, "buffer");
  EXPECT_DOUBLE_EQ(remote.unnamed.share, 40.0 / 560);
}

TEST(RemoteUnnamedMemory, TheKernelsOwnIsNoDefectOfTheProgram) {
  Profile profile = unnamedOnNodeZero().profile();
  profile.sites[0].module = "[kernel.kallsyms]";
  const RemoteMemory remote = remoteMemory(profile);
  EXPECT_THAT(remote.findings, IsEmpty());
  EXPECT_THAT(remote.unnamed.code, SizeIs(1));
}

TEST(RemoteUnnamedMemory, CodeWithoutANameIsOnlyCounted) {
  Profile profile = unnamedOnNodeZero().profile();
  profile.sites[0].frames.clear();
  profile.sites[0].symbol.clear();
  EXPECT_THAT(findings(profile), IsEmpty());
  profile.sites[0].symbol = "work";
  ASSERT_THAT(findings(profile), SizeIs(1));
  EXPECT_FALSE(findings(profile)[0].location.known());
}

TEST(RemoteUnnamedMemory, TheSummaryTellsFunctionThreadAndShare) {
  MemoryLoads loads = onNodeZero();
  loads.unnamed();
  loads.load(4, 30, 7, 0).load(4, 31, 0, 60).load(5, 32, 3, 0);
  const RemoteUnnamed unnamed = remoteMemory(loads.profile()).unnamed;
  EXPECT_DOUBLE_EQ(unnamed.share, 0.6);
  ASSERT_THAT(unnamed.code, SizeIs(1));
  const RemoteUnnamed::Code &code = unnamed.code[0];
  EXPECT_EQ(code.function, "work");
  EXPECT_EQ(code.module, "/opt/app/worker");
  EXPECT_EQ(code.place.line, 11U);
  EXPECT_EQ(code.comm, "worker");
  EXPECT_EQ(code.threads, 2U);
  EXPECT_EQ(code.local, 10U);
  EXPECT_EQ(code.remote, 60U);
  EXPECT_DOUBLE_EQ(code.share, 0.6);
}

TEST(RemoteUnnamedMemory, SharesAreNotKnownOfContendedLinesAlone) {
  Profile profile = unnamedOnNodeZero().profile();
  profile.memory_line_step = 0;
  EXPECT_THAT(remoteMemory(profile).unnamed.code, IsEmpty());
}

TEST(RemoteUnnamedMemory, FunctionsAreOrderedByTheirRemoteLoads) {
  Profile profile = unnamedOnNodeZero().profile();
  profile.sites.push_back(profile.sites[0]);
  profile.sites[1].frames[0] = {"scan", {"/src/scan.cpp", 4, 0}};
  for (Line &line : profile.lines)
    for (Access &access : line.accesses)
      if (line.address >= kBase + 2 * kPage)
        access.site = SiteIndex(1);
  const RemoteUnnamed unnamed = remoteMemory(profile).unnamed;
  ASSERT_THAT(unnamed.code, SizeIs(2));
  EXPECT_EQ(unnamed.code[0].function, "scan");
  EXPECT_DOUBLE_EQ(unnamed.code[0].share, 0.75);
  EXPECT_EQ(unnamed.code[1].function, "work");
}

TEST(RemoteMemory, AreRankedAmongTheOthers) {
  const Report report = judge(onNodeZero().profile(), {});
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].rank, 1U);
  EXPECT_THAT(report.lines, IsEmpty());
}

} // namespace remoteMemoryTest
} // namespace fsfind
