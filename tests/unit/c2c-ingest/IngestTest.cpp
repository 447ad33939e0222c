// Whole recordings, composed, through the one entry point.

#include "c2c-ingest/Ingest.h"
#include "tests/support/PerfDataBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

namespace fsfind::ingest {
namespace ingestTest {

using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kLocalHitm = 0x800842; // load, HIT|L3, snoop HITM
constexpr std::uint64_t kStore = 0x80144;      // store, HIT|L1
constexpr std::uint32_t kPid = 100;

class Ingest : public testing::Test {
protected:
  void SetUp() override {
    directory_ = std::filesystem::temp_directory_path() /
                 ("fsfind-ingest-" + std::to_string(::getpid()) + "-" +
                  testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string pathOf(const std::string &name) const { return (directory_ / name).string(); }

  Expected<Profile> read(test::PerfDataBuilder &data, const IngestOptions &options = {}) {
    EXPECT_TRUE(data.writeTo(pathOf("perf.data")));
    return ingest(pathOf("perf.data"), options);
  }

  std::filesystem::path directory_;
};

/// Two threads of one process, one reading what the other's neighbour bytes dirty.
void addContention(test::PerfDataBuilder &data) {
  const auto loads = data.addEvent(test::memLoads());
  const auto stores = data.addEvent(test::memStores());
  data.features().typicalMachine();
  data.comm({.pid = kPid, .tid = kPid, .comm = "main", .exec = true});
  data.mmap2({.pid = kPid, .tid = kPid, .address = 0x400000, .length = 0x1000, .file = "/bin/p"});
  data.mmap2({.pid = kPid, .tid = kPid, .address = 0x700000, .length = 0x1000, .file = "//anon"});
  data.fork({.pid = kPid, .parent_pid = kPid, .tid = 101, .parent_tid = kPid, .time = 5});
  data.comm({.pid = kPid, .tid = 101, .comm = "worker"}, {.pid = kPid, .tid = 101, .time = 6});
  for (std::uint64_t i = 0; i < 30; ++i) {
    data.sample({.event = loads,
                 .ip = 0x400010,
                 .pid = kPid,
                 .tid = kPid,
                 .time = 10 + i,
                 .addr = 0x700008,
                 .cpu = 1,
                 .weight = 200,
                 .data_src = kLocalHitm});
    data.sample({.event = stores,
                 .ip = 0x400020,
                 .pid = kPid,
                 .tid = 101,
                 .time = 10 + i,
                 .addr = 0x700010,
                 .cpu = 2,
                 .data_src = kStore});
  }
}

TEST_F(Ingest, ThreadsInheritTheNameTheirParentHadWhenItMadeThem) {
  test::PerfDataBuilder data;
  addContention(data);
  // One CPU's buffer comes before another's in the file: the thread before its parent's new name.
  const test::SampleId later{.pid = kPid, .tid = kPid, .time = 8};
  const test::SampleId before{.pid = kPid, .tid = kPid, .time = 7};
  data.fork({.pid = kPid, .parent_pid = kPid, .tid = 101, .parent_tid = kPid, .time = 8}, later);
  data.comm({.pid = kPid, .tid = kPid, .comm = "server"}, before);
  const auto profile = read(data);
  ASSERT_TRUE(profile) << profile.error().message();
  ASSERT_FALSE(profile->threads.empty());
  for (const Thread &thread : profile->threads)
    EXPECT_EQ(thread.comm, "server");
}

TEST_F(Ingest, TellsLinesThreadsSitesAndSource) {
  test::PerfDataBuilder data;
  addContention(data);
  const auto profile = read(data);
  ASSERT_TRUE(profile) << profile.error().message();
  EXPECT_FALSE(profile->obstacle);
  EXPECT_EQ(profile->samples, 60U);
  EXPECT_EQ(profile->totals.lcl_hitm, 30U);
  EXPECT_EQ(profile->cost, 30U * 200 * 1000);
  ASSERT_EQ(profile->lines.size(), 1U);
  const Line &line = profile->lines[0];
  EXPECT_EQ(line.mapping, "//anon");
  ASSERT_EQ(line.accesses.size(), 2U);
  EXPECT_EQ(profile->thread(line.accesses[0].thread).comm, "main");
  EXPECT_EQ(profile->thread(line.accesses[1].thread).comm, "worker");
  EXPECT_EQ(profile->site(line.accesses[0].site).ip, 0x400010U);
  EXPECT_EQ(profile->site(line.accesses[0].site).module, "/bin/p");
  EXPECT_EQ(profile->target(line.accesses[0].target).evidence, Evidence::None);
  EXPECT_EQ(profile->source.first_time, 10U);
  EXPECT_EQ(profile->source.last_time, 39U);
}

TEST_F(Ingest, KeepsWhatCostAndPlacementNeed) {
  test::PerfDataBuilder data;
  addContention(data);
  data.features().text(test::kFeatureCpuDesc, "Intel(R) Xeon(R) CPU @ 2.00GHz");
  const auto profile = read(data);
  ASSERT_TRUE(profile) << profile.error().message();
  const Access &load = profile->lines.at(0).accesses.at(0);
  EXPECT_EQ(load.contended_cost, 30U * 200 * 1000);
  EXPECT_DOUBLE_EQ(load.contended_squares, 30 * 200000.0 * 200000.0);
  EXPECT_EQ(profile->class_latency[static_cast<std::size_t>(SampleClass::LoadLocalHitm)], 6000U);
  // 29 ns on CPUs 1 and 2.
  EXPECT_NEAR(profile->cpu_cycles, 29 * 2 * 2.0, 1e-6);
  EXPECT_EQ(profile->topology.distance(0, 1), CpuDistance::SmtSibling);
}

TEST_F(Ingest, KeepsLinesThatShowWhereMemoryIsIfMuchIsRemote) {
  constexpr std::uint64_t kLocalDram = 0x101042, kRemoteDram = 0x102042; // load, HIT|RAM
  for (const std::uint64_t remote : {9U, 10U}) {
    test::PerfDataBuilder data;
    const auto loads = data.addEvent(test::memLoads());
    data.features().typicalMachine(4, 2);
    for (std::uint64_t i = 0; i < 20; ++i)
      data.sample({.event = loads,
                   .ip = 0x400010,
                   .pid = kPid,
                   .tid = kPid,
                   .time = 10 + i,
                   .addr = 0x700000 + 64 * i,
                   .cpu = 3,
                   .weight = 300,
                   .data_src = i < remote ? kRemoteDram : kLocalDram});
    const auto profile = read(data);
    ASSERT_TRUE(profile) << profile.error().message();
    ASSERT_EQ(profile->lines.size(), remote < 10 ? 0U : 20U);
    EXPECT_EQ(profile->memory_line_step, remote < 10 ? 0U : 1U);
    if (remote < 10)
      continue;
    EXPECT_EQ(profile->lines[0].accesses.at(0).remote_dram, 1U);
    EXPECT_EQ(profile->lines[19].accesses.at(0).local_dram, 1U);
  }
}

TEST_F(Ingest, NeighboursOfContendedLinesAreKeptOnDemand) {
  test::PerfDataBuilder data;
  addContention(data);
  const auto storeTo = [&](std::uint64_t address) {
    data.sample({.event = 1,
                 .ip = 0x400030,
                 .pid = kPid,
                 .tid = 101,
                 .time = 50,
                 .addr = address,
                 .cpu = 2,
                 .data_src = kStore});
  };
  for (const std::uint64_t address : {0x6fffc0U, 0x700040U, 0x700080U, 0x700048U})
    storeTo(address);
  EXPECT_EQ(read(data)->lines.size(), 1U);
  IngestOptions options;
  options.neighbours = true;
  const auto profile = read(data, options);
  ASSERT_TRUE(profile) << profile.error().message();
  std::vector<std::uint64_t> addresses;
  for (const Line &line : profile->lines)
    addresses.push_back(line.address);
  EXPECT_THAT(addresses, testing::UnorderedElementsAre(0x700000U, 0x700040U))
      << "0x6fffc0 is of no mapping, and 0x700080 is no neighbour";
  EXPECT_EQ(profile->shared_line_count, 1U);
  EXPECT_EQ(profile->totals.store, 34U);
}

TEST_F(Ingest, FiltersByPidTidAndNameAtTheTime) {
  test::PerfDataBuilder data;
  addContention(data);
  IngestOptions by_tid, by_comm, by_pid;
  by_tid.tids = {101};
  by_comm.comms = {"worker"};
  by_pid.pids = {kPid};
  EXPECT_EQ(read(data, by_tid)->totals.load, 0U);
  EXPECT_EQ(read(data, by_tid)->totals.store, 30U);
  EXPECT_EQ(read(data, by_comm)->totals.store, 30U);
  EXPECT_EQ(read(data, by_comm)->totals.load, 0U);
  EXPECT_EQ(read(data, by_pid)->samples, 60U);
}

TEST_F(Ingest, AFilterThatLeavesNothingSaysSo) {
  test::PerfDataBuilder data;
  addContention(data);
  IngestOptions options;
  options.pids = {4711};
  const auto profile = read(data, options);
  ASSERT_TRUE(profile && profile->obstacle);
  EXPECT_THAT(profile->obstacle->message(), HasSubstr("no sample passes the filters"));
}

TEST_F(Ingest, ANonMemoryRecordingSaysWhatToRecordInstead) {
  test::PerfDataBuilder data;
  test::EventSpec cycles;
  cycles.name = "cycles";
  cycles.sample_type = perf::kSampleIp | perf::kSampleTid | perf::kSampleTime;
  const auto event = data.addEvent(cycles);
  data.features().eventDescriptions({cycles}, test::kAttrSizeVer7);
  data.sample({.event = event, .ip = 0x400010, .pid = 1, .tid = 1, .time = 1});
  const auto profile = read(data);
  ASSERT_TRUE(profile) << profile.error().message();
  ASSERT_TRUE(profile->obstacle);
  EXPECT_THAT(profile->obstacle->message(), HasSubstr("no memory samples (events: cycles)"));
  EXPECT_THAT(profile->obstacle->message(), HasSubstr("perf c2c record"));
  EXPECT_EQ(profile->totals.noparse, 1U);
}

TEST_F(Ingest, SamplesWithoutAddressesSayWhichFlagIsMissing) {
  test::PerfDataBuilder data;
  test::EventSpec loads = test::memLoads();
  loads.sample_type &= ~static_cast<std::uint64_t>(perf::kSampleAddr);
  const auto event = data.addEvent(loads);
  data.sample({.event = event, .pid = 1, .tid = 1, .time = 1, .data_src = kLocalHitm});
  const auto profile = read(data);
  ASSERT_TRUE(profile && profile->obstacle);
  EXPECT_THAT(profile->obstacle->message(), HasSubstr("no data addresses"));
  EXPECT_THAT(profile->obstacle->message(), HasSubstr("-d"));
}

TEST_F(Ingest, AProcessorTraceHoldsNoMemorySamplesToDecode) {
  test::PerfDataBuilder data;
  test::EventSpec trace = test::memLoads();
  trace.name = "intel_pt//";
  const auto event = data.addEvent(trace);
  data.features().eventDescriptions({trace}, test::kAttrSizeVer7);
  const std::vector<std::byte> info(16);
  data.record(perf::kRecordAuxtraceInfo, 0, info);
  data.sample({.event = event, .pid = 1, .tid = 1, .time = 1});
  const auto profile = read(data);
  ASSERT_TRUE(profile && profile->obstacle);
  EXPECT_THAT(profile->obstacle->message(), HasSubstr("no memory samples (events: intel_pt//)"));
}

TEST_F(Ingest, TheLineSizeComesFromTheOptionTheRecordingOrTheArchitecture) {
  test::PerfDataBuilder data;
  addContention(data);
  EXPECT_EQ(read(data)->source.line_size, 64U);
  EXPECT_FALSE(read(data)->source.line_size_assumed);
  IngestOptions options;
  options.line_size = 128;
  EXPECT_EQ(read(data, options)->source.line_size, 128U);
  options.double_line = true;
  EXPECT_EQ(read(data, options)->source.line_size, 256U);
  test::PerfDataBuilder bare;
  bare.addEvent(test::memLoads());
  bare.sample({.pid = 1, .tid = 1, .time = 1, .addr = 8, .data_src = kLocalHitm});
  EXPECT_TRUE(read(bare)->source.line_size_assumed);
}

TEST_F(Ingest, AnImpossibleLineSizeIsRefused) {
  IngestOptions options;
  options.line_size = 48;
  const auto profile = ingest("unread", options);
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().message(), HasSubstr("power of two"));
}

TEST_F(Ingest, GuestSamplesAreLeftOutAndCounted) {
  test::PerfDataBuilder data;
  addContention(data);
  constexpr std::uint16_t kGuestUser = 5;
  data.sample({.misc = kGuestUser,
               .pid = kPid,
               .tid = kPid,
               .time = 50,
               .addr = 0x700008,
               .data_src = kLocalHitm});
  const auto profile = read(data);
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->samples, 60U);
  EXPECT_THAT(profile->notes.back().text, Not(HasSubstr("shorter")));
  bool told = false;
  for (const Note &note : profile->notes)
    told = told || note.text.find("guest") != std::string::npos;
  EXPECT_TRUE(told);
}

TEST_F(Ingest, ThreadsOfWorkDoNotChangeTheResult) {
  test::PerfDataBuilder data;
  addContention(data);
  IngestOptions one, four;
  one.threads = 1;
  four.threads = 4;
  EXPECT_EQ(read(data, one)->totals, read(data, four)->totals);
  EXPECT_EQ(read(data, one)->lines[0].counters, read(data, four)->lines[0].counters);
}

TEST_F(Ingest, AMissingFileIsAnErrorThatNamesIt) {
  const auto profile = ingest(pathOf("absent.data"), {});
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().message(), HasSubstr("absent.data"));
}

} // namespace ingestTest
} // namespace fsfind::ingest
