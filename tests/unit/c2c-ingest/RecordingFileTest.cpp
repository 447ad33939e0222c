// A simulated recording's head and features, read back by the reader of all recordings. Records
// are appended here as the plugin appends them.

#include "c2c-ingest/record/RecordingFile.h"

#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/base/Descriptor.h"
#include "c2c-ingest/record/RecordingHead.h"
#include "c2c-ingest/record/layout/RecordLayout.h"
#include "tests/support/PerfDataEvents.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fsfind::record {
namespace recordingFileTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::uint32_t kPid = 77;
const RecordedRun kRun = {"1.2.3", "x86_64", {"fsfind", "record", "./prog", "-x"}};

/// A sample as RecordLayout.h lays it out.
std::string sampleRecord(std::uint64_t id, std::uint64_t time, std::uint64_t address) {
  ByteSink out;
  out.u32(perf::kRecordSample).u16(2).u16(kSampleSize);
  out.u64(id).u64(0x401000).u32(kPid).u32(kPid).u64(time).u64(address);
  out.u32(3).u32(0).u64(100).u64(95).u64(0x800842).u64(1ULL << kNodeMemoryBits);
  return out.bytes();
}

/// MMAP2 with the trailer of sample_id_all: TID, TIME, CPU, IDENTIFIER.
std::string mapRecord(const std::string &file) {
  const std::size_t name = (file.size() + 8) / 8 * 8;
  ByteSink out;
  out.u32(perf::kRecordMmap2).u16(2).u16(static_cast<std::uint16_t>(72 + name + 32));
  out.u32(kPid).u32(kPid).u64(0x400000).u64(0x10000).u64(0).zeros(24).u32(5).u32(2);
  out.raw(file).zeros(name - file.size());
  out.u32(kPid).u32(kPid).u64(1).u32(0).u32(0).u64(kLoadsId);
  return out.bytes();
}

class RecordingFileTest : public testing::Test {
protected:
  std::string path() const { return folder_.pathOf("perf.data"); }
  void append(const std::string &bytes) const {
    std::ofstream(path(), std::ios::binary | std::ios::app) << bytes;
  }
  RecordingFile create() const {
    auto file = RecordingFile::create(path(), simulation_);
    EXPECT_TRUE(file);
    return std::move(*file);
  }
  std::unique_ptr<perf::Recording> open() const {
    auto recording = perf::Recording::open(path());
    EXPECT_TRUE(recording) << recording.error().message();
    return std::move(*recording);
  }

  test::TemporaryFolder folder_;
  Simulation simulation_;
};

TEST_F(RecordingFileTest, FinishedRecordingReadsBackWhole) {
  RecordingFile file = create();
  append(mapRecord(FSFIND_SOURCE_DIR "/fixtures/hot_flag/hot_flag"));
  append(sampleRecord(kLoadsId, 500, 0x404000) + sampleRecord(kStoresId, 900, 0x404008));
  EXPECT_EQ(file.finish(kRun).value().samples, 2U);

  const auto recording = open();
  EXPECT_TRUE(recording->notes().empty());
  ASSERT_EQ(recording->events().size(), 2U);
  EXPECT_EQ(recording->events()[0].name, "cpu/mem-loads,ldlat=30/P");
  EXPECT_EQ(recording->events()[1].name, "cpu/mem-stores/P");
  EXPECT_TRUE(recording->ordersByTime());
  const perf::Features &features = recording->features();
  EXPECT_THAT(features.cpu_description, StartsWith(kSimulatedCpu));
  EXPECT_EQ(features.command_line, kRun.command_line);
  EXPECT_EQ(features.arch, "x86_64");
  EXPECT_EQ(features.sample_time, (std::pair<std::uint64_t, std::uint64_t>(500, 900)));
  EXPECT_EQ(features.cpus_online, simulation_.cpus);
  ASSERT_EQ(features.build_ids.size(), 1U);
  EXPECT_THAT(features.build_ids[0].file, HasSubstr("hot_flag"));
  EXPECT_FALSE(features.build_ids[0].id.empty());
}

TEST_F(RecordingFileTest, TopologyIsThatOfTheSimulation) {
  simulation_.cpus = 6;
  simulation_.nodes = 4;
  simulation_.line = 128;
  RecordingFile file = create();
  ASSERT_TRUE(file.finish(kRun));
  const auto recording = open();
  const perf::Features &features = recording->features();
  ASSERT_EQ(features.numa_nodes.size(), 4U);
  EXPECT_EQ(features.numa_nodes[0].cpus, "0-1");
  EXPECT_EQ(features.numa_nodes[1].cpus, "2");
  EXPECT_EQ(features.cpus.at(5).socket, 3);
  EXPECT_EQ(features.memory_block_size, 1ULL << kNodeMemoryBits);
  EXPECT_THAT(features.memory_nodes.at(2).blocks, ElementsAre(2));
  EXPECT_EQ(features.caches.at(0).line_size, 128U);
}

TEST_F(RecordingFileTest, ReportKnowsThatItIsSimulated) {
  RecordingFile file = create();
  append(sampleRecord(kLoadsId, 500, 0x404000));
  ASSERT_TRUE(file.finish(kRun));
  const auto profile = ingest::ingest(path(), {});
  ASSERT_TRUE(profile);
  EXPECT_TRUE(profile->source.simulated);
  EXPECT_EQ(profile->totals.lcl_hitm, 1U);
}

TEST_F(RecordingFileTest, InterruptedRecordingIsReadWithANote) {
  create();
  append(sampleRecord(kLoadsId, 500, 0x404000));
  const auto recording = open();
  EXPECT_EQ(recording->recordCounts().at(perf::kRecordSample), 1U);
  EXPECT_FALSE(recording->notes().empty());
}

TEST_F(RecordingFileTest, TornLastRecordIsCutOff) {
  RecordingFile file = create();
  append(sampleRecord(kLoadsId, 500, 0x404000) +
         sampleRecord(kLoadsId, 600, 0x404000).substr(0, 40));
  EXPECT_EQ(file.finish(kRun).value().samples, 1U);
  EXPECT_TRUE(open()->notes().empty());
}

/// A compressed record ends anywhere in those that it holds.
TEST_F(RecordingFileTest, CompressedRecordingReadsBackWhole) {
  RecordingFile file = create();
  std::string records = mapRecord("/lib/x");
  for (std::uint64_t i = 0; i < 5000; ++i)
    records += sampleRecord(i % 3 == 0 ? kStoresId : kLoadsId, 500 + i, 0x404000 + i * 7919 % 4096);
  append(records);
  RecordedRun run = kRun;
  run.compress = true;
  EXPECT_EQ(file.finish(run).value().samples, 5000U);
  EXPECT_LT(std::filesystem::file_size(path()), records.size() / 4);

  const auto recording = open();
  EXPECT_TRUE(recording->notes().empty());
  EXPECT_EQ(recording->recordCounts().at(perf::kRecordSample), 5000U);
  EXPECT_GT(recording->recordCounts().at(perf::kRecordCompressed), 1U);
  EXPECT_EQ(recording->features().arch, "x86_64");
  std::string read;
  ASSERT_TRUE(recording->forEachBatch(1, [&](unsigned, const perf::RecordBatch &batch) {
    read.append(reinterpret_cast<const char *>(batch.bytes.data()), batch.bytes.size());
  }));
  EXPECT_TRUE(read == records);
}

TEST_F(RecordingFileTest, WhatDoesNotShrinkIsNotCompressed) {
  RecordingFile file = create();
  std::string record = sampleRecord(kLoadsId, 500, 0x404000);
  std::mt19937 random(1);
  for (std::size_t i = 8; i < record.size(); ++i)
    record[i] = static_cast<char>(random());
  append(record);
  RecordedRun run = kRun;
  run.compress = true;
  EXPECT_EQ(file.finish(run).value().samples, 1U);
  const auto recording = open();
  EXPECT_EQ(recording->recordCounts().count(perf::kRecordCompressed), 0U);
  EXPECT_EQ(recording->recordCounts().at(perf::kRecordSample), 1U);
}

TEST_F(RecordingFileTest, EarlierRecordingIsKeptAndComesBack) {
  folder_.write("perf.data", "earlier");
  RecordingFile file = create();
  EXPECT_EQ(std::filesystem::file_size(path() + ".old"), 7U);
  file.discard();
  EXPECT_EQ(std::filesystem::file_size(path()), 7U);
  EXPECT_FALSE(std::filesystem::exists(path() + ".old"));
}

TEST_F(RecordingFileTest, IsTheUsersAlone) {
  const mode_t before = umask(0);
  (void)create();
  umask(before);
  EXPECT_EQ(std::filesystem::status(path()).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(RecordingFileTest, WithoutRoomTheEarlierRecordingStaysAsItWas) {
  folder_.write("perf.data", "earlier");
  const pid_t child = fork(); // as on a full disk: no file may grow
  if (child == 0) {
    const rlimit none = {100, 100};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    _exit(RecordingFile::create(path(), simulation_) ? 1 : 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << "it fails";
  EXPECT_EQ(std::filesystem::file_size(path()), 7U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1)
      << "nothing else is left";
}

TEST_F(RecordingFileTest, WithoutSamplesThatCouldBeWrittenNothingIsLeft) {
  folder_.write("perf.data", "earlier");
  RecordingFile file = create();
  append(mapRecord("/bin/true"));
  const Descriptor writer(::open(path().c_str(), O_RDWR | O_CLOEXEC));
  SharedHead(writer.number()).status().error = ENOSPC;
  const auto finished = file.finish(kRun);
  ASSERT_FALSE(finished);
  EXPECT_THAT(finished.error().message(), HasSubstr("No space left"));
  EXPECT_EQ(std::filesystem::file_size(path()), 7U);
}

TEST_F(RecordingFileTest, WithoutRoomToBeCompletedNothingWithoutSamplesIsLeft) {
  folder_.write("perf.data", "earlier");
  const pid_t child = fork();
  if (child == 0) {
    RecordingFile file = create();
    const rlimit small = {kHeadSize + 100, kHeadSize + 100};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    _exit(file.finish(kRun) ? 1 : 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << "it fails";
  EXPECT_EQ(std::filesystem::file_size(path()), 7U);
}

TEST_F(RecordingFileTest, GoesWhereALinkLeads) {
  std::filesystem::create_directory(folder_.pathOf("there"));
  folder_.write("there/x.data", "earlier");
  std::filesystem::create_symlink("there/x.data", path());
  (void)create();
  EXPECT_TRUE(std::filesystem::is_symlink(path()));
  EXPECT_EQ(std::filesystem::file_size(folder_.pathOf("there/x.data.old")), 7U);
}

TEST_F(RecordingFileTest, ReplacesNoDevicePipeOrOutput) {
  const std::string pipe = folder_.pathOf("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/null", folder_.pathOf("null"));
  for (const std::string &one : {pipe, std::string("/dev/null"), folder_.pathOf("null")})
    EXPECT_FALSE(RecordingFile::create(one, simulation_)) << one;
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.pathOf("null")));
  const int saved = dup(STDERR_FILENO);
  const Descriptor output(::open(folder_.pathOf("output").c_str(), O_RDWR | O_CREAT, 0600));
  dup2(output.number(), STDERR_FILENO);
  const bool made = RecordingFile::create(folder_.pathOf("output"), simulation_).has_value();
  dup2(saved, STDERR_FILENO);
  close(saved);
  EXPECT_FALSE(made);
}

TEST_F(RecordingFileTest, FolderThatIsMissingIsAnError) {
  const auto file = RecordingFile::create(folder_.pathOf("no/perf.data"), simulation_);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message(), HasSubstr("cannot be written"));
}

} // namespace recordingFileTest
} // namespace fsfind::record
