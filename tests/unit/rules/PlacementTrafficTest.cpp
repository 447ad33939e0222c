// What a recording tells of the objects of a running process.
#include "rules/placement/Traffic.h"
#include "tests/support/PlacementBuilder.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace placementTrafficTest {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr std::uint64_t kGrid = 0x10000000, kBlock = 0x20000000;
constexpr std::uint32_t kPid = 1; ///< of all threads that ProfileBuilder makes

/// Two nodes of four CPUs; threads are called by their CPU.
class Recorded {
public:
  Recorded() {
    grid_ = builder_.global("grid", "double", kGrid, 16 * kMebi);
    block_ = builder_.global("", "cell", kBlock, 16);
    Object &block = builder_.target(block_).object;
    block.kind = ObjectKind::Heap;
    block.allocated = {"makeCells", {"/src/cells.c", 7, 0}};
  }

  Recorded &grid(std::uint32_t cpu, std::uint64_t page, std::uint64_t local, std::uint64_t remote) {
    return load(grid_, kGrid, cpu, page, local, remote);
  }
  Recorded &block(std::uint32_t cpu, std::uint64_t page, std::uint64_t local,
                  std::uint64_t remote) {
    return load(block_, kBlock, cpu, page, local, remote);
  }

  Profile profile() {
    Profile profile = builder_.build();
    for (std::uint32_t cpu = 0; cpu < 8; ++cpu)
      profile.topology.cpus.push_back({cpu, cpu / 4, cpu / 4, cpu / 4, cpu / 4});
    profile.memory_line_step = 2;
    return profile;
  }

private:
  Recorded &load(TargetIndex target, std::uint64_t base, std::uint32_t cpu, std::uint64_t page,
                 std::uint64_t local, std::uint64_t remote) {
    builder_.line(base + page * kSmallPage).loadAt(cpu, 0, local + remote);
    builder_.last().target = target;
    builder_.last().cpu = cpu;
    builder_.last().local_dram = local;
    builder_.last().remote_dram = remote;
    return *this;
  }

  ProfileBuilder builder_;
  TargetIndex grid_, block_;
};

Placement lookAtPid(std::uint32_t pid) {
  Placement look = twoNodes();
  look.pid = pid;
  return look;
}

TEST(PlacementTraffic, CountsLoadsByObjectAndNode) {
  Profile profile = Recorded().grid(0, 0, 10, 0).grid(5, 1, 0, 30).block(1, 0, 4, 1).profile();
  const std::uint32_t pid = profile.threads.front().pid;
  const RecordedTraffic traffic = recordedTraffic(profile, lookAtPid(pid));
  EXPECT_TRUE(traffic.same_process);
  EXPECT_EQ(traffic.local, 28U); // each line stands for two
  EXPECT_EQ(traffic.remote, 62U);
  ASSERT_EQ(traffic.objects.size(), 2U);
  const ObjectTraffic &grid = traffic.objects[0];
  EXPECT_EQ(grid.object.name, "grid");
  EXPECT_EQ(grid.remote, 60U);
  EXPECT_EQ(grid.threads, 2U);
  EXPECT_THAT(grid.loads_of, ElementsAre(Pair(0, 20), Pair(1, 60)));
  EXPECT_EQ(grid.here, 0U);
  EXPECT_EQ(traffic.objects[1].object.allocated.function, "makeCells");
  EXPECT_EQ(traffic.objects[1].here, std::nullopt);
}

TEST(PlacementTraffic, OfAnotherRunOnlyVariablesAreFound) {
  Profile profile = Recorded().grid(5, 1, 0, 30).profile();
  Placement look = lookAtPid(profile.threads.front().pid + 1);
  look.objects.front().object.address += 0x1000000;
  const RecordedTraffic traffic = recordedTraffic(profile, look);
  EXPECT_FALSE(traffic.same_process);
  ASSERT_EQ(traffic.objects.size(), 1U);
  EXPECT_EQ(traffic.objects[0].here, 0U);
  Profile block = Recorded().block(5, 1, 0, 30).profile();
  Object &pointed = look.objects.emplace_back(look.objects.front()).object;
  pointed.kind = ObjectKind::Heap;
  pointed.name.clear();
  pointed.holder = "cells";
  EXPECT_EQ(recordedTraffic(block, look).objects[0].here, std::nullopt);
  for (Target &target : block.targets)
    if (target.object.kind == ObjectKind::Heap)
      target.object.holder = "cells";
  EXPECT_EQ(recordedTraffic(block, look).objects[0].here, 1U);
  look.pid = profile.threads.front().pid; // now addresses decide
  EXPECT_EQ(recordedTraffic(profile, look).objects[0].here, std::nullopt);
}

TEST(PlacementTraffic, AProcessOfThatNumberAndAnotherNameIsAnotherRun) {
  const Profile profile = Recorded().grid(5, 1, 0, 30).profile();
  Placement look = lookAtPid(profile.threads.front().pid);
  look.threads.clear();
  EXPECT_FALSE(recordedTraffic(profile, look).same_process);
  look.threads.push_back(thread(7, profile.threads.front().comm, 0, 1));
  EXPECT_TRUE(recordedTraffic(profile, look).same_process);
}

TEST(PlacementTraffic, TellsWhoStoredFirst) {
  Profile profile = Recorded().grid(5, 1, 0, 30).profile();
  Site site;
  site.module = "/opt/solver";
  site.frames = {{"fill", {"/src/solver.c", 31, 0}}};
  profile.sites.push_back(site);
  Line &line = profile.lines.front();
  Access store = line.accesses.front();
  store.kind = AccessKind::Store;
  store.cpu = 2;
  store.local_dram = store.remote_dram = 0;
  store.site = SiteIndex(static_cast<std::uint32_t>(profile.sites.size() - 1));
  line.accesses.push_back(store);
  line.first = {1, 2, AccessKind::Store};
  const RecordedTraffic traffic = recordedTraffic(profile, lookAtPid(kPid));
  ASSERT_EQ(traffic.objects.size(), 1U);
  EXPECT_EQ(traffic.objects[0].filled.line, 31U);
  EXPECT_EQ(traffic.objects[0].threads, 1U);
}

TEST(RecordedPages, AreThoseOfTheProcessThatNoVariableHas) {
  Profile profile =
      Recorded().grid(0, 0, 10, 0).block(1, 3, 4, 1).block(5, 1, 0, 9).block(5, 3, 0, 9).profile();
  Placement look = lookAtPid(profile.threads.front().pid);
  const std::vector<RecordedPages> pages = recordedPages(profile, look);
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].object.type, "cell");
  EXPECT_EQ(pages[0].object.size, 2 * kSmallPage);
  EXPECT_THAT(pages[0].pages, ElementsAre(kBlock + kSmallPage, kBlock + 3 * kSmallPage));
  look.threads.clear(); // another has the number now
  EXPECT_THAT(recordedPages(profile, look), IsEmpty());
  EXPECT_THAT(recordedPages(profile, lookAtPid(look.pid + 1)), IsEmpty());
}

} // namespace placementTrafficTest
} // namespace fsfind::test
