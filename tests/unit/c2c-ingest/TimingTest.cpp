// What machines are measured by: topology, pinned threads, cells, pairs of CPUs.
#include "c2c-ingest/timing/Cells.h"
#include "c2c-ingest/timing/Hardware.h"
#include "c2c-ingest/timing/MemoryKernels.h"
#include "c2c-ingest/timing/MemoryTimes.h"
#include "c2c-ingest/timing/NodeMemory.h"
#include "c2c-ingest/timing/PingPong.h"
#include "c2c-ingest/timing/SpinBarrier.h"
#include "c2c-ingest/timing/TransferTimes.h"
#include "c2c-ingest/timing/linux/ProcFiles.h"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <sched.h>
#include <set>

namespace fsfind::timing {
namespace timingTest {

using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Two sockets, each a node with two L3 caches of two cores with two threads.
constexpr const char *kTwoSockets = "pack:2 [numa] l3:2 core:2 pu:2";

Hardware twoSockets(const std::vector<std::uint32_t> &allowed = {}) {
  return readHardware({kTwoSockets, allowed}).value();
}

constexpr auto kNever = std::chrono::steady_clock::time_point::max();

bool always() {
  return true;
}

TEST(TimingHardware, TellsThePartsOfAMachine) {
  const Hardware hardware = twoSockets();
  EXPECT_THAT(hardware.cpus, SizeIs(16));
  EXPECT_EQ(hardware.topology.distance(0, 1), CpuDistance::SmtSibling);
  EXPECT_EQ(hardware.topology.distance(0, 2), CpuDistance::SameL3);
  EXPECT_EQ(hardware.topology.distance(0, 4), CpuDistance::SameSocket);
  EXPECT_EQ(hardware.topology.distance(0, 8), CpuDistance::OtherSocket);
  EXPECT_EQ(hardware.topology.nodeCount(), 2U);
  ASSERT_THAT(hardware.nodes, SizeIs(2));
  EXPECT_THAT(hardware.nodes[1].cpus, ElementsAre(8, 9, 10, 11, 12, 13, 14, 15));
}

TEST(TimingHardware, LeavesOutCpusThatMayNotBeUsed) {
  const Hardware hardware = twoSockets({1, 9, 10});
  EXPECT_THAT(hardware.cpus, ElementsAre(1, 9, 10));
  EXPECT_EQ(hardware.online, 16U);
  EXPECT_THAT(hardware.nodes[0].cpus, ElementsAre(1));
  EXPECT_EQ(readHardware({kTwoSockets, {99}}).error().what, "no CPU may be used");
}

TEST(TimingHardware, DescriptionsThatAreNoneAreRefused) {
  EXPECT_THAT(readHardware({"pack:2 nonsense", {}}).error().what, HasSubstr("hwloc cannot read"));
}

TEST(TimingHardware, ReadsThisMachine) {
  const auto hardware = readHardware();
  ASSERT_TRUE(hardware) << hardware.error().message();
  EXPECT_THAT(hardware->cpus, Not(IsEmpty()));
  EXPECT_GT(hardware->line_size, 0U);
}

TEST(TransferCells, ArePairsWithEveryHome) {
  const std::vector<TransferCell> cells = transferCells(twoSockets({0, 1, 8}), 1);
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> found;
  for (const TransferCell &cell : cells)
    found.insert({cell.a, cell.b, cell.home});
  EXPECT_THAT(found, ElementsAre(std::tuple(0, 1, 0), std::tuple(0, 8, 0), std::tuple(0, 8, 1),
                                 std::tuple(1, 8, 0), std::tuple(1, 8, 1)));
}

TEST(TransferCells, OfThreeNodesHaveTheLineOnAThird) {
  const Hardware hardware = readHardware({"pack:4 [numa] core:2 pu:1", {}}).value();
  std::set<std::uint32_t> thirds_of_one_pair_of_nodes;
  for (const TransferCell &cell : transferCells(hardware, 1)) {
    const std::uint32_t a = cell.a / 2, b = cell.b / 2; // nodes
    if (a == b)
      EXPECT_EQ(cell.home, a) << "CPUs of one node have no other";
    else if (cell.home != a && cell.home != b && a == 0 && b == 1)
      thirds_of_one_pair_of_nodes.insert(cell.home);
  }
  EXPECT_THAT(thirds_of_one_pair_of_nodes, ElementsAre(2, 3));
  EXPECT_THAT(transferCells(hardware, 1), SizeIs(4 + 24 * 3)) << "4 pairs of one node, 24 of two";
}

TEST(TransferCells, BeginWithEachDistanceHoweverManyPairsThereAre) {
  const Hardware hardware = twoSockets();
  const std::vector<TransferCell> cells = transferCells(hardware, 1);
  std::set<CpuDistance> distances;
  for (std::size_t i = 0; i < 4; ++i)
    distances.insert(hardware.topology.distance(cells[i].a, cells[i].b));
  EXPECT_THAT(distances, SizeIs(4));
}

TEST(StolenTicks, AreThoseOfTheCpusThatAreMeasured) {
  const std::string text = "cpu  1 2 3 4 5 6 7 800 9 10\n"
                           "cpu0 1 2 3 4 5 6 7 11 9 10\n"
                           "cpu1 1 2 3 4 5 6 7 22 9 10\n"
                           "cpu10 1 2 3 4 5 6 7 44 9 10\n"
                           "intr 5 6 7 8 9 10 11 12 13\n";
  EXPECT_EQ(stolenTicks(text, std::array<std::uint32_t, 2>{0, 10}), 55U);
  EXPECT_EQ(stolenTicks(text, std::array<std::uint32_t, 1>{3}), 0U);
  EXPECT_EQ(stolenTicks("cpu0 1 2\ncpux\n\ncpu0", std::array<std::uint32_t, 1>{0}), 0U);
  EXPECT_EQ(stolenTicks("", std::array<std::uint32_t, 1>{0}), 0U);
}

TEST(Undisturbed, MeasuresAgainWhileTheHypervisorTakesCpus) {
  int attempts = 0;
  std::uint64_t stolen = 0;
  const auto measure = [&]() -> Expected<Attempt> {
    if (++attempts == 1)
      ++stolen;
    return Attempt{{attempts * 10.0}};
  };
  const auto reading = undisturbed(measure, [&] { return stolen; }, kNever);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->value.median, 20);
  EXPECT_FALSE(reading->disturbed());
}

TEST(Undisturbed, MarksWhatIsDisturbedEachTime) {
  int attempts = 0;
  std::uint64_t stolen = 0;
  const auto reading = undisturbed(
      [&]() -> Expected<Attempt> {
        ++attempts;
        return Attempt{{1}, true};
      },
      [&] { return ++stolen; }, kNever);
  EXPECT_EQ(reading->disturbance, Disturbance::Hypervisor);
  EXPECT_EQ(attempts, 3);
}

TEST(Undisturbed, MeasuresAgainWhileOtherWorkRuns) {
  int attempts = 0;
  const auto never = [] { return std::uint64_t{0}; };
  const auto once = [&]() -> Expected<Attempt> {
    return Attempt{{++attempts * 10.0}, attempts == 1};
  };
  EXPECT_EQ(undisturbed(once, never, kNever)->value.median, 20);
  attempts = 0;
  const auto always_busy = [&]() -> Expected<Attempt> {
    return Attempt{{++attempts * 10.0}, true};
  };
  const auto reading = undisturbed(always_busy, never, kNever);
  EXPECT_EQ(reading->disturbance, Disturbance::OtherWork);
  EXPECT_EQ(reading->value.median, 30);
  attempts = 0;
  const auto late = undisturbed(always_busy, never, std::chrono::steady_clock::now());
  EXPECT_EQ(late->value.median, 10) << "there is no time to measure again";
  EXPECT_TRUE(late->disturbed());
}

TEST(Undisturbed, WithoutValuesItSaysThatNothingRan) {
  const auto reading = undisturbed([]() -> Expected<Attempt> { return Attempt{{}, true}; },
                                   [] { return std::uint64_t{0}; }, kNever);
  EXPECT_EQ(reading->gap, Gap::NotRun);
  EXPECT_FALSE(reading->disturbed());
}

TEST(TookTime, NeedsBothPreemptionsAndLostTime) {
  using namespace std::chrono_literals;
  const ThreadUse before{10ms, 0ns, 3};
  EXPECT_TRUE(tookTime(before, {60ms, 0ns, 4}, 100ms));
  EXPECT_FALSE(tookTime(before, {60ms, 0ns, 3}, 100ms)) << "it did not want to run";
  EXPECT_FALSE(tookTime(before, {109ms, 0ns, 9}, 100ms)) << "a hundredth is of no account";
  EXPECT_FALSE(tookTime(before, {89ms, 16ms, {}}, 100ms)) << "the clock is no finer";
  EXPECT_TRUE(tookTime(before, {60ms, 16ms, {}}, 100ms)) << "the system does not count";
}

TEST(CellTimes, ShareWhatIsLeftAndEnd) {
  using namespace std::chrono_literals;
  const CellTimes::Clock::time_point start{};
  CellTimes times(start + 100ms, 4);
  EXPECT_EQ(times.next(start), 25ms);
  EXPECT_EQ(times.next(start + 10ms), 30ms) << "what one cell does not need is the others'";
  EXPECT_EQ(times.next(start + 99ms), CellTimes::kLeast);
  EXPECT_EQ(times.next(start + 100ms), 0ms);
  CellTimes few(start + 1h, 1);
  EXPECT_EQ(few.next(start), CellTimes::kMost);
  EXPECT_EQ(few.next(start), 0ms) << "there are no more cells";
}

TEST(Crew, RunsEachMemberOnItsCpu) {
  const Hardware hardware = readHardware().value();
  std::mutex mutex;
  std::set<std::uint32_t> at;
  ASSERT_TRUE(runPinned(hardware.cpus, always, [&](const Member &member) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(static_cast<std::uint32_t>(sched_getcpu()), member.cpu);
    at.insert(member.cpu);
  }));
  EXPECT_EQ(at, std::set(hardware.cpus.begin(), hardware.cpus.end()));
}

TEST(Crew, DoesNothingIfACpuIsMissing) {
  const Hardware hardware = readHardware().value();
  const std::array cpus = {hardware.cpus[0], 100'000U};
  bool worked = false;
  const auto done = runPinned(cpus, always, [&](const Member &) { worked = true; });
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().what, HasSubstr("cannot be pinned to CPU 100000"));
  EXPECT_FALSE(worked);
}

TEST(Crew, EndsWhenItIsAskedTo) {
  const Hardware hardware = readHardware().value();
  const std::array cpus = {hardware.cpus[0]};
  EXPECT_TRUE(runPinned(
      cpus, [] { return false; },
      [](const Member &member) {
        while (!member.ended)
          sched_yield();
      }));
}

TEST(Crew, NoticesThatOtherWorkTakesTheCpu) {
  const Hardware hardware = readHardware().value();
  const std::array cpus = {hardware.cpus[0], hardware.cpus[0]};
  const auto run = runPinned(cpus, always, [](const Member &) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    while (std::chrono::steady_clock::now() < end) {
    }
  });
  ASSERT_TRUE(run) << run.error().message();
  EXPECT_TRUE(run->interrupted);
}

TEST(SpinBarrier, NobodyGoesOnBeforeAllHaveCome) {
  constexpr std::uint32_t kTurns = 100;
  const std::vector<std::uint32_t> cpus = readHardware().value().cpus;
  std::atomic<std::uint32_t> came = 0;
  std::uint32_t turns = 0; // not atomic: the barrier orders what it does with what comes after
  SpinBarrier barrier(cpus.size(), [&] { ++turns; });
  ASSERT_TRUE(runPinned(cpus, always, [&](const Member &) {
    for (std::uint32_t turn = 1; turn <= kTurns; ++turn) {
      ++came;
      barrier.arriveAndWait();
      EXPECT_GE(came.load(), turn * cpus.size());
    }
  }));
  EXPECT_EQ(turns, kTurns);
}

TEST(NodeMemory, ReachesAsFarAsItSays) {
  constexpr std::size_t kBytes = (std::size_t{5} << 20) + 3;
  for (const PageKind pages : {PageKind::Small, PageKind::Huge}) {
    const auto memory = NodeMemory::map(kBytes, kNoNode, pages);
    ASSERT_TRUE(memory) << memory.error().message();
    ASSERT_THAT(memory->bytes(), SizeIs(kBytes));
    memory->bytes().front() = memory->bytes().back() = std::byte{1};
  }
}

TEST(NodeMemory, PagesAreWhereTheyAreBound) {
  const std::uint32_t node = readHardware().value().nodes.front().node;
  if (!canBind(node))
    GTEST_SKIP() << "skipped: mbind is not permitted here";
  const auto memory = NodeMemory::map(1, node, PageKind::Small);
  ASSERT_TRUE(memory);
  memory->bytes().front() = std::byte{1};
  EXPECT_EQ(homeOf(memory->bytes().data()).value_or(node), node);
}

TEST(NodeMemory, HugePagesAreThoseOfTheMappingAsked) {
  const std::string smaps = "7f0000000000-7f0000400000 rw-p 00000000 00:00 0\n"
                            "Rss:                4096 kB\n"
                            "AnonHugePages:      2048 kB\n"
                            "7f0000400000-7f0000600000 rw-p 00000000 00:00 0\n"
                            "AnonHugePages:         0 kB\n";
  EXPECT_EQ(hugeBytes(smaps, 0x7f0000000000), 2048U << 10);
  EXPECT_EQ(hugeBytes(smaps, 0x7f00003fffff), 2048U << 10);
  EXPECT_EQ(hugeBytes(smaps, 0x7f0000400000), 0U);
  EXPECT_EQ(hugeBytes(smaps, 0x1000), 0U);
  EXPECT_EQ(hugeBytes("7f0000000000-7f0000400000\nAnonHugePages:", 0x7f0000000000), 0U);
}

TEST(Chain, VisitsEachLineOnceInAnOrderOfItsSeed) {
  constexpr std::uint32_t kLine = 64;
  constexpr std::uint64_t kLines = 1000;
  const auto memory = NodeMemory::map(kLine * kLines, kNoNode, PageKind::Small).value();
  std::vector<const void *> orders[2];
  for (const std::uint64_t seed : {0U, 1U}) {
    chain(memory.bytes(), kLine, seed);
    const void *at = memory.bytes().data();
    for (std::uint64_t i = 0; i < kLines; ++i)
      orders[seed].push_back(at = follow(at, 1));
    EXPECT_EQ(at, memory.bytes().data());
    EXPECT_THAT(std::set(orders[seed].begin(), orders[seed].end()), SizeIs(kLines));
  }
  EXPECT_NE(orders[0], orders[1]);
}

TEST(Stream, CountsTheBytesThatItNames) {
  alignas(64) std::array<double, 96> values{};
  const std::span<std::byte> memory = std::as_writable_bytes(std::span(values));
  EXPECT_EQ(stream(Streaming::Write, memory, 1), sizeof values);
  EXPECT_THAT(values, Each(2.0));
  EXPECT_EQ(stream(Streaming::Read, memory, 0), sizeof values);
  EXPECT_EQ(stream(Streaming::Triad, memory, 1), sizeof values);
  EXPECT_EQ(values[31], 2.0 + 2.0 * 2.0);
  EXPECT_EQ(values[32], 2.0);
}

TEST(MemoryCells, AreOfEachNodeWithEachOther) {
  const MemoryCells cells = memoryCells(twoSockets());
  const auto loads = [&](std::uint32_t cpu, std::uint32_t node, bool loaded) {
    return std::count_if(cells.latencies.begin(), cells.latencies.end(), [&](const auto &one) {
      return one.cpu == cpu && one.node == node && one.loaded == loaded;
    });
  };
  EXPECT_THAT(cells.latencies, SizeIs(4 * 2 * 3)) << "4 L3 caches, 2 nodes";
  EXPECT_EQ(loads(12, 0, false), 2);
  EXPECT_EQ(loads(12, 0, true), 1);
  std::set<std::uint32_t> threads;
  for (const Bandwidth &one : cells.bandwidths)
    if (one.cpu_node == 1 && one.memory_node == 1)
      threads.insert(one.threads);
  EXPECT_THAT(threads, ElementsAre(1, 2, 4, 8));
  const auto of_two_threads = [&](PageKind pages) {
    return std::count_if(cells.bandwidths.begin(), cells.bandwidths.end(), [&](const auto &one) {
      return one.cpu_node == 1 && one.threads == 2 && one.pages == pages;
    });
  };
  EXPECT_EQ(of_two_threads(PageKind::Small), 1);
  EXPECT_EQ(of_two_threads(PageKind::Huge), 1);
  EXPECT_EQ(cells.bandwidths.back().threads, 16U);
  EXPECT_EQ(cells.bandwidths.back().cpu_node, kNoNode);
}

TEST(MemoryCells, OfOneCpuHaveNoOthers) {
  const MemoryCells cells = memoryCells(readHardware({"pack:1 [numa] core:2 pu:1", {1}}).value());
  EXPECT_THAT(cells.latencies, SizeIs(2));
  EXPECT_THAT(cells.bandwidths, SizeIs(6));
}

class Bounce : public testing::TestWithParam<Handover> {};

TEST_P(Bounce, TimesWhatGoesToAndFro) {
  const Hardware hardware = readHardware().value();
  if (hardware.cpus.size() < 2)
    GTEST_SKIP() << "skipped: one CPU only";
  const auto page = NodeMemory::map(4096, kNoNode, PageKind::Small);
  const auto times = bounce({hardware.cpus[0], hardware.cpus[1], GetParam(), page->bytes(),
                             hardware.line_size, std::chrono::milliseconds(5)},
                            always);
  ASSERT_TRUE(times) << times.error().message();
  EXPECT_THAT(times->values, Not(IsEmpty()));
  EXPECT_THAT(times->values, Each(Gt(0)));
}

INSTANTIATE_TEST_SUITE_P(Handovers, Bounce, testing::Values(Handover::Exchange, Handover::Stores));

} // namespace timingTest
} // namespace fsfind::timing
