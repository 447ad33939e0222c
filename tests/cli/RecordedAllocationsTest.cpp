// What fsfind record tells of a simulated program's allocations, and that the program does not
// notice.
#include "c2c-ingest/perf/Recording.h"
#include "tests/cli/Run.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace fsfind::test {
namespace recordedAllocationsTest {

using testing::HasSubstr;
using testing::Not;

/// Lets two threads use a block, gives it back, and does the same with another one of the same
/// size, which glibc places at the same address. Prints both addresses.
constexpr const char *kProgram = R"(
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *add(void *counter) {
  for (int i = 0; i < 20000; ++i)
    ++*(volatile long *)counter;
  return 0;
}
static void use(long *pair) {
  pthread_t other;
  pthread_create(&other, 0, add, pair);
  add(pair + 1);
  pthread_join(other, 0);
  printf("%lx\n", (unsigned long)pair);
}
int main(void) {
  errno = 77;
  long *first = calloc(5, 8), *second;
  use(first);
  free(first);
  use(second = realloc(0, 40));
  void *aligned = 0;
  if (errno != 77 || posix_memalign(&aligned, 128, 256) || (long)aligned % 128)
    return 3;
  char *name = strdup("a name");
  free(name);
  free(aligned);
  return getenv("LD_PRELOAD") != 0;
}
)";

class RecordedAllocations : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
    folder_.write("program.c", kProgram);
    ASSERT_EQ(run("cc -g -pthread " + at("program.c") + " -o " + at("program")).exit_code, 0);
  }
  std::string at(const std::string &name) const { return folder_.pathOf(name); }
  RunResult record(const std::string &options, const std::string &before = "") const {
    return run(before + "\"$FSFIND\" record --engine=simulate -q " + options + " -o " +
               at("perf.data") + " " + at("program"));
  }
  perf::AllocationLog log() const {
    const auto recording = perf::Recording::open(at("perf.data"));
    EXPECT_TRUE(recording);
    return recording ? (*recording)->allocations() : perf::AllocationLog();
  }

  TemporaryFolder folder_;
};

TEST_F(RecordedAllocations, TellBlocksApartThatFollowOneAnother) {
  const RunResult result = record("");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::istringstream words(result.out);
  std::uint64_t first = 0, second = 0;
  words >> std::hex >> first >> second;
  ASSERT_EQ(first, second) << "glibc uses the block again";
  std::vector<perf::Allocation> blocks;
  for (const perf::Allocation &block : log())
    if (block.address == first)
      blocks.push_back(block);
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0].size, 40U);
  EXPECT_EQ(blocks[1].size, 40U);
  EXPECT_LT(blocks[0].begin, blocks[0].end);
  EXPECT_LE(blocks[0].end, blocks[1].begin);
  EXPECT_EQ(blocks[1].end, UINT64_MAX) << "never given back";
  EXPECT_NE(blocks[0].caller, blocks[1].caller);
  EXPECT_LT(std::max(blocks[0].caller, blocks[1].caller) -
                std::min(blocks[0].caller, blocks[1].caller),
            4096U)
      << "both calls are in main";
}

/// One block by each way of operator new, used by two threads; prints where their function is.
constexpr const char *kNews = R"(
#include <cstdio>
#include <new>
#include <thread>
struct alignas(128) Wide { long left, right; };
static void use(volatile long *pair) {
  const auto add = [](volatile long *value) { for (int i = 0; i < 5000; ++i) *value = *value + 1; };
  std::thread other(add, pair);
  add(pair + 1);
  other.join();
}
__attribute__((noinline)) static void all() {
  use(new long[5]);
  use(reinterpret_cast<long *>(new Wide));
  use(static_cast<long *>(::operator new(48)));
  use(new (std::nothrow) long[7]);
}
int main() {
  all();
  std::printf("%lx\n", reinterpret_cast<unsigned long>(&all));
  try {
    volatile std::size_t much = static_cast<std::size_t>(-1) / 4;
    delete[] new char[much];
  } catch (const std::bad_alloc &) {
    return 0;
  }
  return 1;
}
)";

TEST_F(RecordedAllocations, ByNewWereTakenByTheAuthorsCode) {
  folder_.write("news.cpp", kNews);
  const std::string build = "c++ -std=c++17 -g -pthread " + at("news.cpp") + " -o " + at("program");
  ASSERT_EQ(run(build).exit_code, 0);
  const RunResult result = record("");
  ASSERT_EQ(result.exit_code, 0) << "std::bad_alloc reaches its handler; " << result.err;
  constexpr std::uint64_t kMostOfFunction = 1024; // bytes
  const std::uint64_t function = std::stoull(result.out, nullptr, 16);
  const perf::AllocationLog blocks = log();
  std::vector<std::uint64_t> sizes;
  for (const perf::Allocation &block : blocks)
    if (block.size > 24 && block.caller > function && block.caller < function + kMostOfFunction)
      sizes.push_back(block.size); // std::thread takes smaller ones
  EXPECT_THAT(sizes, testing::UnorderedElementsAre(40, 48, 56, 128));
}

/// Reads the size that glibc keeps before a block, as its malloc_usable_size() does, while another
/// thread writes the end of the block before.
constexpr const char *kHeaders = R"(
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
struct malloc_chunk { size_t before, size; long *link; };
static long *first, *second;
static void *fill(void *argument) {
  for (int i = 0; i < 20000; ++i)
    ++*(volatile long *)(first + 2);
  return argument;
}
int main(void) {
  pthread_t other;
  size_t sum = 0;
  first = malloc(24);
  second = malloc(24);
  if ((char *)second - (char *)first != 32 || ((size_t)first & 63) > 32)
    return 1;
  pthread_create(&other, 0, fill, 0);
  struct malloc_chunk *chunk = (struct malloc_chunk *)(second - 2);
  for (int i = 0; i < 20000; ++i)
    sum += *(volatile size_t *)&chunk->size;
  pthread_join(other, 0);
  printf("%zu\n", sum / 20000);
}
)";

TEST_F(RecordedAllocations, LeaveTheAllocatorWhatLiesBetweenThem) {
  folder_.write("headers.c", kHeaders);
  ASSERT_EQ(run("cc -O1 -g -pthread " + at("headers.c") + " -o " + at("program")).exit_code, 0);
  ASSERT_EQ(record("").exit_code, 0);
  const std::string report = "\"$FSFIND\" report --no-sources --color=never " + at("perf.data");
  EXPECT_THAT(run(report).out, HasSubstr("malloc_chunk"));
  ASSERT_EQ(record("--no-allocations").exit_code, 0);
  EXPECT_THAT(run(report).out, Not(HasSubstr("malloc_chunk"))) << "it could be the program's";
}

TEST_F(RecordedAllocations, AreLeftOutOnRequest) {
  EXPECT_EQ(record("--no-allocations").exit_code, 0);
  EXPECT_TRUE(log().empty());
}

TEST_F(RecordedAllocations, OfWhatTheCommandExecutesAreThereToo) {
  const RunResult result = run("\"$FSFIND\" record --engine=simulate -q -o " + at("perf.data") +
                               " sh -c '\"$0\" && :' " + at("program"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_FALSE(log().empty());
}

/// AddressSanitizer refuses to start behind another library.
TEST_F(RecordedAllocations, AreLeftOutOfProgramsThatCheckTheirHeap) {
  if (run("cc -fsanitize=address " + at("program.c") + " -pthread -o " + at("program")).exit_code !=
      0)
    GTEST_SKIP() << "there is no AddressSanitizer";
  const RunResult result = record("--duration 2");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, Not(HasSubstr("does not come first")));
  EXPECT_TRUE(log().empty()) << "nothing was loaded into it";
}

TEST_F(RecordedAllocations, ReportsDoNotMissTheLoadersList) {
  ASSERT_EQ(record("").exit_code, 0);
  const RunResult result = run("\"$FSFIND\" report --color=never " + at("perf.data"));
  EXPECT_THAT(result.out, HasSubstr("SIMULATED"));
  EXPECT_THAT(result.out, Not(HasSubstr("ld.so.preload")));
}

TEST_F(RecordedAllocations, LeaveNothingBehind) {
  const RunResult result =
      run("mkdir tmp; export TMPDIR=$PWD/tmp; \"$FSFIND\" record --engine=simulate -q " +
          at("program") + " >/dev/null; ls tmp");
  EXPECT_EQ(result.out, "");
}

TEST_F(RecordedAllocations, PerfPassesOverThem) {
  if (run("perf --version").exit_code != 0)
    GTEST_SKIP() << "perf is not installed";
  ASSERT_EQ(record("").exit_code, 0);
  const RunResult result = run("perf report --header-only -i " + at("perf.data") +
                               " && perf c2c report --stats -i " + at("perf.data"));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("Local HITM"));
  EXPECT_THAT(result.err, Not(HasSubstr("unknown")));
}

} // namespace recordedAllocationsTest
} // namespace fsfind::test
