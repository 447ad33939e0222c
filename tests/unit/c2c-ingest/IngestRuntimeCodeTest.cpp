// Recordings of programs that make code at run time, and the files in which they name it.
#include "c2c-ingest/Ingest.h"
#include "tests/support/ByteWriter.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/TemporaryFolder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace fsfind::ingest {
namespace ingestRuntimeCodeTest {

using testing::HasSubstr;

constexpr std::uint64_t kLocalHitm = 0x800842; // load, HIT|L3, snoop HITM
constexpr std::uint64_t kStore = 0x80144;      // store, HIT|L1
constexpr std::uint32_t kPid = 4711;

class RuntimeCode : public testing::Test {
protected:
  /// Threads of a process run code at 0x10010, in memory without a file.
  void record(const std::string &mapped = "//anon", std::uint32_t pid = kPid) {
    const auto loads = data_.addEvent(test::memLoads());
    const auto stores = data_.addEvent(test::memStores());
    data_.features().typicalMachine();
    data_.comm({.pid = kPid, .tid = kPid, .comm = "main", .exec = true});
    data_.mmap2({.pid = kPid, .tid = kPid, .address = 0x10000, .length = 0x1000, .file = mapped});
    data_.mmap2(
        {.pid = kPid, .tid = kPid, .address = 0x700000, .length = 0x1000, .file = "//anon"});
    if (pid != kPid)
      data_.fork({.pid = pid, .parent_pid = kPid, .tid = pid, .parent_tid = kPid, .time = 1});
    for (std::uint64_t i = 0; i < 30; ++i) {
      data_.sample({.event = loads,
                    .ip = 0x10010,
                    .pid = pid,
                    .tid = pid,
                    .time = 10 + i,
                    .addr = 0x700008,
                    .cpu = 1,
                    .weight = 200,
                    .data_src = kLocalHitm});
      data_.sample({.event = stores,
                    .ip = 0x10010,
                    .pid = pid,
                    .tid = pid + 1,
                    .time = 10 + i,
                    .addr = 0x700010,
                    .cpu = 2,
                    .data_src = kStore});
    }
  }

  Profile read(const IngestOptions &options = {}) {
    EXPECT_TRUE(data_.writeTo(folder_.pathOf("perf.data")));
    auto profile = ingest(folder_.pathOf("perf.data"), options);
    EXPECT_TRUE(profile);
    return profile ? *std::move(profile) : Profile();
  }

  static std::string symbolOf(const Profile &profile) {
    return profile.lines.empty() ? "?"
                                 : profile.site(profile.lines.front().accesses.front().site).symbol;
  }
  static std::string notesOf(const Profile &profile) {
    std::string all;
    for (const Note &note : profile.notes)
      all += note.text + "\n";
    return all;
  }

  test::TemporaryFolder folder_;
  test::PerfDataBuilder data_;
};

TEST_F(RuntimeCode, IsNamedByTheMapBesideTheRecording) {
  record();
  folder_.write("perf-4711.map", "0x10000 0x40 void shop.Counter.hit(long, int)\nbroken\n");
  const Profile profile = read();
  EXPECT_EQ(symbolOf(profile), "void shop.Counter.hit(long, int)");
  EXPECT_EQ(profile.site(profile.lines.front().accesses.front().site).symbol_offset, 0x10U);
  EXPECT_THAT(notesOf(profile), HasSubstr("perf-4711.map: left out 1 line"));
}

TEST_F(RuntimeCode, IsNamedByTheMapUnderSymfs) {
  record();
  folder_.write("files/tmp/perf-4711.map", "10000 40 hit\n");
  IngestOptions options;
  options.search.symfs = folder_.pathOf("files");
  EXPECT_EQ(symbolOf(read(options)), "hit");
}

TEST_F(RuntimeCode, OfAChildIsNamedByItsParentsMap) {
  record("//anon", kPid + 1);
  folder_.write("perf-4711.map", "10000 40 hit\n");
  EXPECT_EQ(symbolOf(read()), "hit");
}

TEST_F(RuntimeCode, OfAnotherProcessNamesNothing) {
  record();
  folder_.write("perf-4712.map", "10000 40 hit\n");
  const Profile profile = read();
  EXPECT_EQ(symbolOf(profile), "");
  EXPECT_THAT(notesOf(profile), HasSubstr("60 samples"));
  EXPECT_THAT(notesOf(profile), HasSubstr("perf-PID.map"));
}

TEST_F(RuntimeCode, AMapSaysNothingOfCodeInFiles) {
  record("/bin/p");
  folder_.write("perf-4711.map", "10000 40 hit\n");
  EXPECT_EQ(symbolOf(read()), "");
}

/// With one function in the code that is run.
std::string dumpOf(std::string_view function) {
  test::ByteWriter dump;
  dump.u32(0x4A695444).u32(1).u32(40).u32(62).u32(0).u32(kPid).u64(1).u64(0);
  dump.u32(0).u32(static_cast<std::uint32_t>(16 + 40 + function.size() + 1)).u64(5);
  dump.u32(kPid).u32(kPid).u64(0x10000).u64(0x10000).u64(0x40).u64(1).text(function).u8(0);
  const perf::Bytes bytes = dump.bytes();
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

TEST_F(RuntimeCode, IsNamedByTheDumpBesideTheRecording) {
  record();
  folder_.write("jit-4711.dump", dumpOf("hit"));
  EXPECT_EQ(symbolOf(read()), "hit");
}

TEST_F(RuntimeCode, IsNamedByTheDumpThatTheRecordingTellsOf) {
  record();
  data_.mmap2({.pid = kPid,
               .tid = kPid,
               .address = 0x20000,
               .length = 0x1000,
               .file = "/srv/shop/.debug/jit/jit-7.dump"});
  folder_.write("files/srv/shop/.debug/jit/jit-7.dump", dumpOf("hit"));
  IngestOptions options;
  options.search.symfs = folder_.pathOf("files");
  EXPECT_EQ(symbolOf(read(options)), "hit");
}

TEST_F(RuntimeCode, IsNotNamedByWhatThisMachinesProcessesWroteIfAnotherRecorded) {
  const std::uint32_t pid = static_cast<std::uint32_t>(::getpid());
  const std::string map = fmt::format("/tmp/perf-{}.map", pid);
  std::ofstream(map) << "10000 40 hit\n";
  record("//anon", pid);
  EXPECT_EQ(symbolOf(read()), ""); // of a machine by another name
  std::filesystem::remove(map);
}

} // namespace ingestRuntimeCodeTest
} // namespace fsfind::ingest
