// Which memory is on other nodes than its threads, and what is said of it.
#include "rules/placement/AllocatorSettings.h"
#include "rules/placement/Judge.h"
#include "tests/support/PlacementBuilder.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace placementJudgeTest {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A recording's loads of the object with this index, by node.
void load(Placement &look, std::size_t object, std::uint64_t local, std::uint64_t remote,
          const ByNode &from) {
  if (!look.traffic)
    look.traffic.emplace();
  ObjectTraffic one;
  one.object = look.objects[object].object;
  one.local = local;
  one.remote = remote;
  one.loads_of = from;
  one.threads = from.size();
  one.here = object;
  look.traffic->objects.push_back(one);
}

std::string examplesOf(const PlacementFinding &finding) {
  std::string text;
  for (const Advice &advice : finding.advice)
    text += advice.example;
  return text;
}

TEST(PlacementJudge, MemoryOfOneNodeThatThreadsOfTwoCouldUse) {
  const PlacementVerdict verdict = judgePlacement(twoNodes());
  ASSERT_EQ(verdict.findings.size(), 1U);
  const PlacementFinding &found = verdict.findings.front();
  EXPECT_EQ(found.fault, PlacementFault::OneNode);
  EXPECT_EQ(found.node, 0U);
  EXPECT_EQ(found.bytes, 16 * kMebi);
  EXPECT_FALSE(found.measured);
  EXPECT_THAT(found.message, AllOf(HasSubstr("100.0% of 'grid' are on node 0"),
                                   HasSubstr("nodes 0 and 1"), HasSubstr("if they use it")));
  ASSERT_EQ(found.advice.size(), 4U);
  EXPECT_EQ(found.advice[0].remedy, Remedy::TouchInParallel);
  EXPECT_THAT(examplesOf(found),
              AllOf(HasSubstr("numactl --interleave=all"), HasSubstr("nodes = 0x3"),
                    HasSubstr("mbind(grid, sizeof grid"), HasSubstr("numa_alloc_onnode")));
}

TEST(PlacementJudge, OnOneNodeThereIsNothingToAdvise) {
  Placement look = twoNodes();
  look.nodes.pop_back();
  const PlacementVerdict verdict = judgePlacement(look);
  EXPECT_THAT(verdict.findings, IsEmpty());
  EXPECT_THAT(verdict.nothing, HasSubstr("one node"));
}

TEST(PlacementJudge, WhatIsPlacedRightIsLeftAlone) {
  Placement spread = twoNodes();
  spread.objects.front().pages.nodes = {{0, 2100}, {1, 1996}};
  EXPECT_THAT(judgePlacement(spread).findings, IsEmpty());
  EXPECT_THAT(judgePlacement(spread).nothing, HasSubstr("no memory of 1 MiB or more"));
  Placement together = twoNodes();
  together.threads.resize(3); // those of node 0
  EXPECT_THAT(judgePlacement(together).findings, IsEmpty());
  Placement interleaved = twoNodes();
  interleaved.objects.front().policy = "interleave:0-1";
  EXPECT_THAT(judgePlacement(interleaved).findings, IsEmpty());
  Placement small = twoNodes();
  small.objects = {variable("flag", 0x10000000, 64 << 10, {{0, 16}})};
  small.regions.clear();
  EXPECT_THAT(judgePlacement(small).findings, IsEmpty());
}

TEST(PlacementJudge, AThreadThatHardlyRunsMakesNoNodeBusy) {
  Placement look = twoNodes();
  look.threads = {thread(1, "worker", 1, 9), thread(2, "main", 0, 0.5)};
  const PlacementVerdict verdict = judgePlacement(look);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings.front().fault, PlacementFault::Elsewhere);
  EXPECT_THAT(verdict.findings.front().message, HasSubstr("while the threads run on node 1"));
  EXPECT_THAT(examplesOf(verdict.findings.front()),
              AllOf(HasSubstr("numactl --cpunodebind=1 --preferred=1"),
                    HasSubstr("migratepages 4711 0 1")));
}

TEST(PlacementJudge, WhereThreadsRunMayBeUnknown) {
  Placement look = twoNodes();
  for (PlacedThread &one : look.threads)
    one.node = CpuParts::kNone;
  EXPECT_THAT(judgePlacement(look).findings, IsEmpty());
  EXPECT_THAT(judgePlacement(look).nothing, HasSubstr("not known where the threads run"));
}

TEST(PlacementJudge, APolicyIsNamed) {
  Placement look = twoNodes();
  look.objects.front().policy = "bind:0";
  const PlacementVerdict verdict = judgePlacement(look);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings.front().fault, PlacementFault::Bound);
  EXPECT_THAT(verdict.findings.front().message, HasSubstr("the policy bind:0 puts it"));
  EXPECT_THAT(verdict.findings.front().advice.front().why, HasSubstr("bind:0"));
}

TEST(PlacementJudge, ARecordingDecides) {
  Placement remote = twoNodes();
  load(remote, 0, 40, 60, {{0, 40}, {1, 60}});
  remote.traffic->objects.front().filled = {"/src/solver.c", 31, 0};
  remote.traffic->objects.front().filled_by = "solver";
  const PlacementVerdict verdict = judgePlacement(remote);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_TRUE(verdict.findings.front().measured);
  EXPECT_THAT(
      verdict.findings.front().message,
      AllOf(HasSubstr("60.0% of 100 loads from it were remote"), Not(HasSubstr("if they"))));
  EXPECT_THAT(verdict.findings.front().advice.front().why,
              HasSubstr("filled at solver.c:31, by thread solver"));

  Placement local = twoNodes();
  load(local, 0, 90, 10, {{0, 90}, {1, 10}});
  EXPECT_THAT(judgePlacement(local).findings, IsEmpty());
  Placement few = twoNodes();
  load(few, 0, 4, 6, {{0, 4}, {1, 6}});
  EXPECT_THAT(judgePlacement(few).findings, IsEmpty());
  Placement unloaded = twoNodes();
  unloaded.traffic.emplace();
  EXPECT_THAT(judgePlacement(unloaded).findings, IsEmpty());
}

TEST(PlacementJudge, MemoryWithoutANameIsToldByKind) {
  Placement look = twoNodes();
  look.objects.clear();
  look.regions = {region(RegionKind::Anonymous, 0x20000000, 8 * kMebi, {{0, 8 * kMebi}}),
                  region(RegionKind::Anonymous, 0x30000000, 8 * kMebi, {{0, 8 * kMebi}}),
                  region(RegionKind::File, 0x40000000, 8 * kMebi, {{0, 8 * kMebi}}),
                  region(RegionKind::Stack, 0x50000000, 8 * kMebi, {{0, 8 * kMebi}})};
  look.allocators = {{AllocatorKind::Glibc, "/lib/libc.so.6", "mallopt", ""}};
  const PlacementVerdict verdict = judgePlacement(look);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings.front().name, "anonymous memory");
  EXPECT_EQ(verdict.findings.front().bytes, 16 * kMebi);
  ASSERT_EQ(verdict.allocators.size(), 1U);
  EXPECT_EQ(verdict.allocators.front().setting, "");
  for (std::uint32_t tid = 100; tid < 200; ++tid)
    look.threads.push_back(thread(tid, "worker", 1, 5));
  EXPECT_EQ(judgePlacement(look).allocators.front().setting,
            "GLIBC_TUNABLES=glibc.malloc.arena_max=105");
}

TEST(PlacementJudge, AllocatorsAreNoMatterForVariables) {
  Placement look = twoNodes();
  look.allocators = {{AllocatorKind::Glibc, "/lib/libc.so.6", "mallopt", ""}};
  EXPECT_THAT(judgePlacement(look).allocators, IsEmpty());
}

TEST(PlacementJudge, OneHugePageWithDataOfTwoNodes) {
  constexpr std::uint64_t kHuge = 2 * kMebi;
  Placement look = twoNodes();
  look.regions = {region(RegionKind::Variables, 0x10000000, 8 * kMebi, {{0, 6 * kMebi}})};
  look.regions.front().huge_bytes = 6 * kMebi;
  look.objects = {variable("left", 0x10000000, 3 * kMebi, {{0, 768}}),
                  variable("right", 0x10000000 + 3 * kMebi, 3 * kMebi, {{0, 768}})};
  load(look, 0, 90, 0, {{0, 90}});
  load(look, 1, 90, 0, {{1, 90}});
  const auto shared = judgePlacement(look).findings;
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_EQ(shared.front().fault, PlacementFault::SharedPage);
  EXPECT_THAT(shared.front().message, AllOf(HasSubstr("'left' and 'right'"), HasSubstr("node 1")));
  look.objects[1].object.address = 0x10000000 + 2 * kHuge; // apart
  look.objects[0].object.size = kHuge;
  look.regions.front().bytes = {{0, 5 * kMebi}};
  EXPECT_THAT(judgePlacement(look).findings, IsEmpty());
  look.objects[1].object.address = 0x10000000 + 3 * kMebi;
  look.objects[0].object.size = 3 * kMebi;
  look.regions.front().huge_bytes = 0;
  EXPECT_THAT(judgePlacement(look).findings, IsEmpty());
}

TEST(AllocatorSettings, NameTheExactVariable) {
  Placement look = twoNodes();
  const auto setting = [&](AllocatorKind kind, const std::string &prefix) {
    return settingsOf({kind, "/opt/solver", "", prefix}, look);
  };
  EXPECT_EQ(setting(AllocatorKind::Glibc, "").setting, ""); // five threads, 64 arenas
  EXPECT_THAT(setting(AllocatorKind::Glibc, "").leaves, HasSubstr("an arena of its own already"));
  EXPECT_EQ(setting(AllocatorKind::Jemalloc, "").setting,
            "MALLOC_CONF=percpu_arena:percpu,narenas:8");
  EXPECT_EQ(setting(AllocatorKind::Jemalloc, "_rjem_").setting,
            "_RJEM_MALLOC_CONF=percpu_arena:percpu,narenas:8");
  EXPECT_EQ(setting(AllocatorKind::Tcmalloc, "").setting, "TCMALLOC_NUMA_AWARE=advisory-binding");
  EXPECT_THAT(setting(AllocatorKind::Tcmalloc, "").leaves, Not(HasSubstr("two partitions")));
  EXPECT_EQ(setting(AllocatorKind::Gperftools, "").setting, "");
  EXPECT_EQ(setting(AllocatorKind::Mimalloc, "").setting, "MIMALLOC_USE_NUMA_NODES=2");
  EXPECT_THAT(setting(AllocatorKind::Mimalloc, "").changes,
              HasSubstr("MIMALLOC_RESERVE_HUGE_OS_PAGES_AT"));
  look.nodes.push_back({2, {8}, 0, 0});
  EXPECT_THAT(setting(AllocatorKind::Tcmalloc, "").leaves, HasSubstr("two partitions"));
}

} // namespace placementJudgeTest
} // namespace fsfind::test
