#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace fsfind::test {
namespace recordingFilesTest {

using namespace perf;
using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

/// While it lives, this thread has no capabilities in effect: root is an ordinary owner of its
/// files.
class WithoutCapabilities {
public:
  WithoutCapabilities() {
    ::syscall(SYS_capget, &header_, before_.data());
    auto none = before_;
    for (__user_cap_data_struct &part : none)
      part.effective = 0;
    ::syscall(SYS_capset, &header_, none.data());
  }
  ~WithoutCapabilities() { ::syscall(SYS_capset, &header_, before_.data()); }
  WithoutCapabilities(const WithoutCapabilities &) = delete;
  WithoutCapabilities &operator=(const WithoutCapabilities &) = delete;

private:
  __user_cap_header_struct header_{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> before_{};
};

class RecordingFiles : public testing::Test {
protected:
  RecordingFiles() {
    std::string name = testing::TempDir() + "fsfind-files-XXXXXX";
    directory = ::mkdtemp(name.data());
  }
  ~RecordingFiles() override { std::filesystem::remove_all(directory); }

  std::string write(const std::string &name, std::string_view content) {
    std::ofstream(directory / name, std::ios::binary) << content;
    return directory / name;
  }
  std::string write(const std::string &name, Bytes bytes) {
    return write(name, {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  }
  static std::string problemOf(const std::string &path) {
    const auto recording = Recording::open(path);
    return recording ? "opened" : recording.error().message();
  }
  std::filesystem::path directory;
};

TEST_F(RecordingFiles, WhatIsNoRecordingIsToldWithARemedy) {
  struct Case {
    const char *name;
    std::string content;
    const char *what;
    const char *remedy;
  };
  const Case cases[] = {
      {"v1", "PERFFILE" + std::string(200, 'x'), "format version 1", "record with"},
      {"v1be", "ELIFFREP" + std::string(200, 'x'), "format version 1", "record with"},
      {"gzip", "\x1f\x8b" + std::string(200, 'x'), "gzip", "gunzip it first"},
      {"xz", "\xfd\x37\x7a\x58\x5a" + std::string(9, 'x'), "xz", "unxz it first"},
      {"zstd", "\x28\xb5\x2f\xfd" + std::string(9, 'x'), "zstd", "unzstd it first"},
      {"elf",
       "\x7f"
       "ELF" +
           std::string(200, 'x'),
       "an ELF file", "perf c2c record"},
      {"simpleperf", "SIMPLEPERF" + std::string(9, 'x'), "simpleperf", "perf.data"},
      {"text", "hello, world\n", "not a perf.data recording", "perf c2c record"},
      {"short", "PERF", "not a perf.data recording", "perf c2c record"},
      {"cut", "PERFILE2" + std::string(20, '\0'), "cut off inside its header", "record again"},
      {"empty", "", "the file is empty", "perf c2c record"},
  };
  for (const Case &c : cases) {
    const std::string path = write(c.name, c.content);
    EXPECT_THAT(problemOf(path), AllOf(StartsWith(path), HasSubstr(c.what), HasSubstr(c.remedy)));
  }
}

TEST_F(RecordingFiles, AMissingFileIsToldWithItsName) {
  const std::string path = directory / "missing.data";
  EXPECT_THAT(problemOf(path), AllOf(StartsWith(path), HasSubstr("No such file")));
}

TEST_F(RecordingFiles, AnUnreadableFileIsToldWithARemedy) {
  const std::string path = write("secret.data", "PERFILE2");
  ::chmod(path.c_str(), 0);
  const WithoutCapabilities owner; // root's would open it
  EXPECT_THAT(problemOf(path), AllOf(HasSubstr("Permission denied"), HasSubstr("chown")));
}

TEST_F(RecordingFiles, ADirectoryWithoutDataIsTold) {
  EXPECT_THAT(problemOf(directory), HasSubstr("the directory holds no recording"));
}

TEST_F(RecordingFiles, AFileIsMapped) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  data.sample({}).sample({});
  const auto path = write("perf.data", data.bytes());
  const auto recording = Recording::open(path);
  ASSERT_TRUE(recording) << recording.error().message();
  EXPECT_THAT(samplesOf(**recording), SizeIs(2));
}

TEST_F(RecordingFiles, AStreamedFileIsTheComposedOne) {
  const auto fill = [](PerfDataBuilder &data) {
    for (unsigned number = 0; number < 100; ++number)
      data.sample({.addr = number});
  };
  PerfDataBuilder composed, streamed;
  composed.addEvent(memLoads());
  streamed.addEvent(memLoads());
  composed.features().typicalMachine();
  streamed.features().typicalMachine();
  ASSERT_TRUE(streamed.streamTo(directory / "streamed"));
  fill(composed);
  fill(streamed);
  ASSERT_TRUE(streamed.finish());
  ASSERT_TRUE(composed.writeTo(directory / "composed"));
  const auto read = [&](const char *name) {
    std::ifstream file(directory / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(read("streamed"), read("composed"));
}

TEST_F(RecordingFiles, AFifoIsReadToItsEnd) {
  const std::string path = directory / "fifo";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  PerfDataBuilder data({.mode = PerfDataMode::Pipe});
  data.addEvent(memLoads());
  for (unsigned number = 0; number < 2000; ++number)
    data.sample({});
  const auto bytes = data.bytes();
  const std::jthread writer([&] { write("fifo", bytes); });
  const auto recording = Recording::open(path);
  ASSERT_TRUE(recording) << recording.error().message();
  EXPECT_THAT(samplesOf(**recording), SizeIs(2000));
}

TEST_F(RecordingFiles, ADirectoryOfThreadsIsOneRecording) {
  PerfDataBuilder main;
  main.addEvent(memLoads());
  main.comm({1, 1, "main", false}).sample({.addr = 1});
  write("data", main.bytes());
  for (const char *name : {"data.10", "data.2"}) {
    PerfDataBuilder thread;
    thread.addEvent(memLoads());
    thread.sample({.addr = std::string_view(name) == "data.2" ? 2U : 10U});
    const auto all = thread.bytes();
    write(name, Bytes(all).subspan(thread.dataOffset()));
  }
  write("data.empty", std::string_view());
  const auto recording = Recording::open(directory);
  ASSERT_TRUE(recording) << recording.error().message();
  EXPECT_THAT((*recording)->notes(), testing::IsEmpty());
  const auto samples = samplesOf(**recording);
  ASSERT_THAT(samples, SizeIs(3));
  const auto address = [&](std::size_t index) {
    constexpr std::size_t kAddressAt = 32;
    return ByteReader(Bytes(samples[index]).subspan(kAddressAt), false).u64();
  };
  EXPECT_EQ(address(0), 1U);
  EXPECT_EQ(address(1), 2U);
  EXPECT_EQ(address(2), 10U);
}

TEST_F(RecordingFiles, ATearInOneThreadsFileLeavesTheOthers) {
  PerfDataBuilder main;
  main.addEvent(memLoads());
  write("data", main.bytes());
  PerfDataBuilder thread;
  thread.addEvent(memLoads());
  thread.sample({}).sample({});
  const auto all = thread.bytes();
  const Bytes records = Bytes(all).subspan(thread.dataOffset());
  write("data.0", records.first(records.size() - 1));
  write("data.1", records);
  const auto recording = Recording::open(directory);
  ASSERT_TRUE(recording);
  EXPECT_THAT(samplesOf(**recording), SizeIs(3));
  ASSERT_THAT((*recording)->notes(), testing::Not(testing::IsEmpty()));
  EXPECT_THAT((*recording)->notes().back().text, HasSubstr("data.0:0x58"));
}

} // namespace recordingFilesTest
} // namespace fsfind::test
