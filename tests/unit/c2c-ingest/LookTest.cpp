// A look at processes whose /proc is composed, and whose pages a function places.
#include "c2c-ingest/process/Look.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <fmt/format.h>

namespace fsfind::process {

using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

namespace lookTest {

constexpr std::uint32_t kPid = 4711;

std::string statOf(std::uint32_t pid, const std::string &name, char state, unsigned cpu) {
  return fmt::format("{} ({}) {} 1 1 1 0 -1 0 1 0 0 0 200 100 0 0 20 0 3 0 500 0 0 0 0 0 0 0 0 0 "
                     "0 0 0 0 0 0 17 {} 0 0 0 0 0\n",
                     pid, name, state, cpu);
}

/// A machine of several nodes with two CPUs each, and a process with a thread on each node.
class ComposedMachine {
public:
  explicit ComposedMachine(unsigned nodes) {
    write("/sys/devices/system/node/online", fmt::format("0-{}\n", nodes - 1));
    write("/proc/uptime", "25.00 10.00\n");
    write("/proc/sys/kernel/numa_balancing", "1\n");
    write("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");
    own("stat", statOf(kPid, "solver", 'S', 0));
    own("status", "Name:\tsolver\nVmSize:\t  100 kB\n");
    own("cmdline", std::string("./solver\0-n\0", 12));
    own("sched", "numa_pages_migrated                          :                   12\n");
    for (unsigned node = 0; node < nodes; ++node) {
      const std::string folder = fmt::format("/sys/devices/system/node/node{}/", node);
      write(folder + "cpulist", fmt::format("{}-{}\n", 2 * node, 2 * node + 1));
      write(folder + "meminfo", fmt::format("Node {0} MemTotal:       2048 kB\n"
                                            "Node {0} MemFree:        1024 kB\n",
                                            node));
      own(fmt::format("task/{}/stat", kPid + node), statOf(kPid + node, "worker", 'R', 2 * node));
      own(fmt::format("task/{}/status", kPid + node),
          fmt::format("Cpus_allowed_list:\t0-{}\n", 2 * nodes - 1));
    }
    own("maps", "400000-600000 rw-p 00000000 00:00 0 [heap]\n");
    own("numa_maps", "400000 bind:1 heap anon=3 N0=1 N1=2 kernelpagesize_kB=4\n");
    own("smaps",
        "400000-600000 rw-p 00000000 00:00 0 [heap]\nAnonHugePages: 2048 kB\nVmFlags: rd\n");
  }

  void write(const std::string &path, const std::string &text) const {
    folder_.write("." + path, text);
  }
  /// A file of the process.
  void own(const std::string &name, const std::string &text) const {
    write(fmt::format("/proc/{}/{}", kPid, name), text);
  }

  [[nodiscard]] LookRequest request() const {
    LookRequest request;
    request.pid = kPid;
    request.root = folder_.path();
    request.pages = [](std::span<const std::uint64_t> pages) {
      return std::vector<int>(pages.size(), 0);
    };
    return request;
  }

private:
  TemporaryFolder folder_;
};

std::string errorOf(const LookRequest &request) {
  const auto look = lookAt(request);
  return look ? "" : look.error().message();
}

TEST(Look, TellsMemoryThreadsAndMachineByNode) {
  const ComposedMachine machine(2);
  const auto look = lookAt(machine.request());
  ASSERT_TRUE(look) << look.error().message();
  EXPECT_EQ(look->name, "solver");
  EXPECT_THAT(look->command, ElementsAre("./solver", "-n"));
  EXPECT_EQ(look->seconds, 20); // 500 ticks after the machine's start
  EXPECT_EQ(look->balancing, 1U);
  EXPECT_EQ(look->pages_migrated, 12U);
  EXPECT_EQ(look->huge_pages, "always");
  ASSERT_EQ(look->nodes.size(), 2U);
  EXPECT_THAT(look->nodes[1].cpus, ElementsAre(2, 3));
  EXPECT_EQ(look->nodes[1].bytes, 2048U << 10);
  EXPECT_EQ(look->nodes[1].free_bytes, 1024U << 10);
  ASSERT_EQ(look->regions.size(), 1U);
  EXPECT_EQ(look->regions[0].kind, RegionKind::Heap);
  EXPECT_EQ(look->regions[0].policy, "bind:1");
  EXPECT_THAT(look->regions[0].bytes, ElementsAre(Pair(0, 4096), Pair(1, 8192)));
  EXPECT_EQ(look->regions[0].huge_bytes, 2U << 20);
}

TEST(Look, ThreadsHaveTheNodeOfTheirLastCpu) {
  const ComposedMachine machine(4);
  machine.own(fmt::format("task/{}/status", kPid), "Cpus_allowed_list:\t4-7\n");
  machine.own("task/9/stat", "torn");
  const auto look = lookAt(machine.request());
  ASSERT_TRUE(look) << look.error().message();
  ASSERT_EQ(look->threads.size(), 4U);
  EXPECT_THAT(look->threads[0].allowed, ElementsAre(2, 3));
  for (std::uint32_t node = 0; node < 4; ++node) {
    EXPECT_EQ(look->threads[node].node, node);
    EXPECT_EQ(look->threads[node].cpu_seconds, 3); // 300 ticks
  }
  EXPECT_THAT(look->threads[1].allowed, ElementsAre(0, 1, 2, 3));
}

TEST(Look, HugePagesAreNotReadWhereThereAreNone) {
  const ComposedMachine machine(2);
  machine.write("/sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
  const auto look = lookAt(machine.request());
  ASSERT_TRUE(look) << look.error().message();
  EXPECT_EQ(look->regions[0].huge_bytes, std::nullopt);
}

TEST(Look, StopsReadingWhenItsTimeIsOver) {
  const ComposedMachine machine(2);
  LookRequest request = machine.request();
  request.time = std::chrono::duration<double>(-1);
  const auto look = lookAt(request);
  ASSERT_TRUE(look) << look.error().message();
  EXPECT_THAT(look->regions, IsEmpty());
  EXPECT_THAT(look->notes, testing::Contains(HasSubstr("not to its end")));
}

TEST(Look, SaysWhyThereIsNothingToSee) {
  const ComposedMachine machine(2);
  LookRequest other = machine.request();
  other.pid = 1;
  EXPECT_THAT(errorOf(other), HasSubstr("process 1: there is none"));
  machine.own("stat", statOf(kPid, "solver", 'Z', 0));
  EXPECT_THAT(errorOf(machine.request()), HasSubstr("zombie"));
  machine.own("stat", statOf(kPid, "kworker", 'S', 0));
  machine.own("status", "Name:\tkworker\nKthread:\t1\n");
  EXPECT_THAT(errorOf(machine.request()), HasSubstr("thread of the kernel"));
  machine.own("stat", "torn");
  EXPECT_THAT(errorOf(machine.request()), HasSubstr("stat: is not of the form"));
}

TEST(Look, AKernelWithoutNumaIsToldSo) {
  const ComposedMachine machine(2);
  LookRequest request = machine.request();
  std::filesystem::remove(request.root + fmt::format("/proc/{}/numa_maps", kPid));
  EXPECT_THAT(errorOf(request), HasSubstr("CONFIG_NUMA"));
}

TEST(Look, AsksForPagesThatARecordingShows) {
  const ComposedMachine machine(2);
  LookRequest request = machine.request();
  RecordedPages cells;
  cells.object.type = "cell";
  cells.object.address = 0x401000;
  cells.pages = {0x401000, 0x403000};
  request.recorded = [&](const Placement &) { return std::vector{cells}; };
  request.pages = [](std::span<const std::uint64_t> pages) {
    std::vector<int> nodes;
    for (const std::uint64_t page : pages)
      nodes.push_back(page == 0x403000 ? 1 : -ENOENT);
    return nodes;
  };
  const auto look = lookAt(request);
  ASSERT_TRUE(look) << look.error().message();
  ASSERT_EQ(look->objects.size(), 1U);
  EXPECT_TRUE(look->objects[0].recorded);
  EXPECT_EQ(look->objects[0].policy, "bind:1");
  EXPECT_EQ(look->objects[0].pages.asked, 2U);
  EXPECT_EQ(look->objects[0].pages.absent, 1U);
  EXPECT_THAT(look->objects[0].pages.nodes, ElementsAre(Pair(1, 1)));
}

TEST(Look, TellsOfAProcessThatEndsMeanwhile) {
  const ComposedMachine machine(2);
  LookRequest request = machine.request();
  RecordedPages cells;
  cells.object.address = 0x401000;
  cells.pages = {0x401000};
  request.recorded = [&](const Placement &) { return std::vector{cells}; };
  std::string stat = statOf(kPid, "solver", 'Z', 0);
  request.pages = [&](std::span<const std::uint64_t>) {
    machine.own("stat", stat);
    return std::vector<int>{0};
  };
  const auto look = lookAt(request);
  ASSERT_TRUE(look) << look.error().message();
  EXPECT_THAT(look->notes, testing::Contains(HasSubstr("ended while it was looked at")));
  machine.own("stat", statOf(kPid, "solver", 'S', 0));
  stat = fmt::format("{} (other) S 1 1 1 0 -1 0 1 0 0 0 2 1 0 0 20 0 3 0 900\n", kPid);
  EXPECT_THAT(errorOf(request), HasSubstr("ended while it was looked at"));
}

TEST(PageSampler, TellsPagesThatAreThere) {
  PageSampler sampler(
      [](std::span<const std::uint64_t> pages) {
        std::vector<int> nodes;
        for (const std::uint64_t page : pages)
          nodes.push_back(page == 0x11000 ? 1 : -ENOENT);
        return nodes;
      },
      4096, {4, 6});
  EXPECT_THAT(sampler.presentPages(0x10800, 0x2000), ElementsAre(0x11000));
  EXPECT_EQ(sampler.asked(), 3U);
}

TEST(PageSampler, AsksEvenlyAndCountsAnswers) {
  std::vector<std::uint64_t> asked;
  PageSampler sampler(
      [&](std::span<const std::uint64_t> pages) {
        asked.assign(pages.begin(), pages.end());
        return std::vector<int>{0, 1, -ENOENT, -EFAULT};
      },
      4096, {4, 6});
  const PlacedPages pages = sampler.sample(0x10800, std::uint64_t{8} * 4096);
  EXPECT_THAT(asked, ElementsAre(0x10000, 0x12000, 0x14000, 0x16000));
  EXPECT_EQ(pages.pages, 9U); // it begins and ends within pages
  EXPECT_EQ(pages.asked, 4U);
  EXPECT_THAT(pages.nodes, ElementsAre(Pair(0, 1), Pair(1, 1)));
  EXPECT_EQ(pages.absent, 1U);
  EXPECT_EQ(pages.without, 1U);
}

TEST(PageSampler, StopsAtItsLimitAndSaysSo) {
  const auto query = [](std::span<const std::uint64_t> pages) {
    return std::vector<int>(pages.size(), 1);
  };
  PageSampler sampler(query, 4096, {4, 6});
  EXPECT_EQ(sampler.sample(0, 4096 * 100).asked, 4U);
  EXPECT_FALSE(sampler.limited());
  EXPECT_EQ(sampler.sample(0, 4096 * 100).asked, 2U);
  EXPECT_EQ(sampler.sample(0, 4096 * 100).asked, 0U);
  EXPECT_TRUE(sampler.limited());
  EXPECT_EQ(sampler.sample(0, 0).pages, 0U);
  EXPECT_EQ(sampler.sample(UINT64_MAX, 2).pages, 0U);
}

TEST(PageSampler, IsToldOnceThatItMayNotAsk) {
  int calls = 0;
  PageSampler sampler(
      [&](std::span<const std::uint64_t>) -> Expected<std::vector<int>> {
        ++calls;
        return failure({"process 1", {}, "not permitted", {}});
      },
      4096, {});
  EXPECT_EQ(sampler.sample(0, 4096).asked, 0U);
  EXPECT_EQ(sampler.sample(0, 4096).pages, 1U);
  EXPECT_EQ(calls, 1);
  ASSERT_TRUE(sampler.refused());
  EXPECT_FALSE(sampler.limited());
}

} // namespace lookTest
} // namespace fsfind::process
