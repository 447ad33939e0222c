#include "rules/input/InputFile.h"
#include "rules/codec/JsonText.h"

#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace fsfind {
namespace inputFileTest {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr InputKind kFile{"a file", 100, InputStreams::None};
constexpr InputKind kPiped{"a file", 100, InputStreams::OfShell};
constexpr InputKind kAny{"a file", 100, InputStreams::All};

class InputFiles : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "fsfind-input-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string &text) {
    std::string path = (folder_ / "file").string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  fs::path folder_;
};

std::string problemOf(const std::string &path, const InputKind &kind) {
  const auto read = readInput(path, kind);
  return read ? "is read" : read.error().message();
}

TEST_F(InputFiles, HaveALimit) {
  EXPECT_EQ(readInput(write(std::string(100, 'x')), kFile), std::string(100, 'x'));
  EXPECT_EQ(readInput(write(""), kFile), "");
  EXPECT_THAT(problemOf(write(std::string(101, 'x')), kFile), HasSubstr("more than 100 bytes"));
  EXPECT_THAT(problemOf("/dev/zero", kAny), HasSubstr("more than 100 bytes"));
}

TEST_F(InputFiles, OfProcHaveContentThoughTheirSizeIsZero) {
  const auto status = readInput("/proc/self/status", input::kSystemFile);
  ASSERT_TRUE(status);
  EXPECT_THAT(*status, HasSubstr("VmRSS"));
}

TEST_F(InputFiles, HaveAForm) {
  const std::string fifo = (folder_ / "fifo").string();
  ASSERT_EQ(mkfifo(fifo.c_str(), S_IRUSR | S_IWUSR), 0);
  for (const InputKind &kind : {kFile, kPiped}) {
    EXPECT_THAT(problemOf(fifo, kind), HasSubstr("is no regular file"));
    EXPECT_THAT(problemOf("/dev/zero", kind), HasSubstr("is no regular file"));
    EXPECT_THAT(problemOf(folder_.string(), kind), HasSubstr("is a directory"));
    EXPECT_THAT(problemOf(fifo + "-none", kind), HasSubstr("No such file"));
  }
  EXPECT_THAT(problemOf("/dev/null", kFile), HasSubstr("is no regular file"));
  EXPECT_EQ(readInput("/dev/null", kPiped), "");
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "hello", 5), 5);
  close(ends[1]);
  EXPECT_EQ(readInput("/dev/fd/" + std::to_string(ends[0]), kPiped), "hello");
  close(ends[0]);
}

/// A writer that waits for a reader would lose what it writes, and opening a device can do
/// something by itself.
TEST_F(InputFiles, OfAnotherFormAreNotOpened) {
  const std::string fifo = (folder_ / "fifo").string();
  ASSERT_EQ(mkfifo(fifo.c_str(), S_IRUSR | S_IWUSR), 0);
  std::atomic<bool> met = false;
  std::thread writer([&] {
    const int end = open(fifo.c_str(), O_WRONLY);
    met = true;
    close(end);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100)); // it waits for a reader now
  for (int i = 0; i < 100; ++i)
    EXPECT_THAT(problemOf(fifo, kFile), HasSubstr("is no regular file"));
  EXPECT_FALSE(met);
  const int reader = open(fifo.c_str(), O_RDONLY);
  writer.join();
  close(reader);
}

TEST_F(InputFiles, BeginAsTheirKind) {
  const std::string large(std::size_t{3} << 20, 'x');
  const auto read = [&](const InputKind &kind) { return readInput(write(large), kind); };
  EXPECT_LT(read(input::kFacts)->size(), large.size()) << "the rest is not read";
  EXPECT_LT(read(input::kReport)->size(), large.size());
  EXPECT_EQ(read(input::kSuppressions)->size(), large.size());
  EXPECT_THAT(problemOf(write(std::string("a\0b", 3)), input::kSuppressions), HasSubstr("no text"));
  EXPECT_EQ(readInput(write(" \n[" + large), input::kReport)->size(), large.size() + 3);
}

TEST_F(InputFiles, TellWhatTheyAreByTheirBeginning) {
  EXPECT_EQ(beginningOf(write("PERFILE2 and more"), 8), "PERFILE2");
  EXPECT_EQ(beginningOf(write("PERF"), 8), "PERF");
  EXPECT_EQ(beginningOf("/dev/zero", 8), "");
}

std::string jsonProblem(std::string_view text) {
  const auto read = parseJson(text, "j", "");
  return read ? "is read" : read.error().what;
}

TEST(JsonText, SaysWhyItIsNone) {
  EXPECT_EQ(jsonProblem("[1e300, \"[[[\"]"), "is read");
  EXPECT_THAT(jsonProblem(""), HasSubstr("empty"));
  EXPECT_THAT(jsonProblem("[\n 1,,\n]"), HasSubstr("line 2, column 4"));
  for (const char *number : {"1e999", "[-1e999]", "{\"a\": 1e400}"})
    EXPECT_THAT(jsonProblem(number), HasSubstr("number")) << number;
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(jsonProblem(nested(kMostJsonDepth)), "is read");
  EXPECT_THAT(jsonProblem(nested(kMostJsonDepth + 1)), HasSubstr("nested"));
}

} // namespace inputFileTest
} // namespace fsfind
