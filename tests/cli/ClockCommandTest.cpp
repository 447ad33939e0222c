// fsfind record --engine=clock: what it records of programs, and what it refuses. Where the kernel
// or a container forbids perf_event_open, these tests see that it is said.
#include "c2c-ingest/perf/Recording.h"
#include "tests/cli/Run.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

namespace fsfind::test {
namespace clockCommandTest {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Two threads work for 0.2 seconds of CPU time each, unless an argument says for how many, and
/// wait once, so that they are switched.
constexpr const char *kProgram = R"(
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static struct { volatile long a, b; } counts;
static double seconds = 0.2;
static double used(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}
static void *work(void *count) {
  const struct timespec moment = {0, 1000000};
  nanosleep(&moment, 0);
  while (used() < seconds)
    for (int i = 0; i < 100000; ++i)
      ++*(volatile long *)count;
  return 0;
}
int main(int count, char **words) {
  if (count > 1)
    seconds = atof(words[1]);
  pthread_t other;
  pthread_create(&other, 0, work, (void *)&counts.a);
  work((void *)&counts.b);
  pthread_join(other, 0);
  return 7;
}
)";

const std::string kRecord = "\"$FSFIND\" record --engine=clock ";

class ClockCommand : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler(); !missing.empty())
      GTEST_SKIP() << missing;
  }
  std::string path() const { return folder_.pathOf("perf.data"); }
  /// Runs fsfind with these words behind `-o perf.data`, `before` it what the shell is to do. False
  /// if the kernel forbids it, which has to be said with what to do; nothing is left then.
  bool record(const std::string &words, const std::string &before = "") {
    result_ = run(compiled("two", kProgram, "-O1 -Wl,--build-id") + before + kRecord + "-o " +
                  path() + " " + words);
    if (result_.exit_code != 2)
      return true;
    EXPECT_THAT(result_.err, AllOf(HasSubstr("perf_event_"), HasSubstr("; ")));
    EXPECT_FALSE(std::filesystem::exists(path()));
    return false;
  }
  std::unique_ptr<perf::Recording> read() const {
    auto recording = perf::Recording::open(path());
    if (!recording)
      ADD_FAILURE() << recording.error().message() << result_.err;
    return recording ? std::move(*recording) : nullptr;
  }
  /// Threads that have samples, whose registers have to be there.
  static std::set<std::uint32_t> sampledThreads(const perf::Recording &recording) {
    constexpr std::size_t kIp = 8, kTid = 20, kAbi = 48;
    std::set<std::uint32_t> threads;
    const std::uint64_t registers = recording.events().at(0).sample_regs_user;
    const auto count = static_cast<std::size_t>(__builtin_popcountll(registers));
    EXPECT_TRUE(recording.forEachBatch(1, [&](unsigned, const perf::RecordBatch &batch) {
      perf::forEachRecord(batch, false, [&](const perf::Record &record) {
        if (record.type != perf::kRecordSample)
          return;
        ASSERT_EQ(record.payload.size(), kAbi + 8 + 8 * count);
        perf::ByteReader reader(record.payload, false);
        reader.skip(kIp);
        const std::uint64_t ip = reader.u64();
        reader.skip(kTid - kIp - 8);
        threads.insert(reader.u32());
        reader.skip(kAbi - kTid - 4);
        EXPECT_EQ(reader.u64(), 2U) << "registers of a 64-bit program";
        bool has_ip = false;
        for (std::size_t i = 0; i < count; ++i)
          has_ip |= reader.u64() == ip;
        EXPECT_TRUE(has_ip);
      });
    }));
    return threads;
  }
  static bool mapsProgram(const perf::Recording &recording) {
    return std::ranges::any_of(recording.sideEvents(), [](const perf::SideEvent &side) {
      const auto *map = std::get_if<perf::MmapEvent>(&side.event);
      return map != nullptr && map->file.ends_with("/two") && (map->protection & 4U) != 0;
    });
  }

  TemporaryFolder folder_;
  RunResult result_;
};

TEST_F(ClockCommand, RecordsBothThreadsWithTheirRegisters) {
  if (!record("./two"))
    return;
  EXPECT_EQ(result_.exit_code, 7) << result_.err;
  EXPECT_THAT(result_.err, HasSubstr("fsfind report"));
  const auto recording = read();
  ASSERT_NE(recording, nullptr);
  EXPECT_THAT(recording->notes(), IsEmpty());
  EXPECT_EQ(sampledThreads(*recording).size(), 2U);
  EXPECT_TRUE(mapsProgram(*recording));
  EXPECT_TRUE(recording->recordCounts().contains(perf::kRecordSwitch));
  EXPECT_TRUE(std::ranges::any_of(recording->features().build_ids, [](const auto &entry) {
    return entry.file.ends_with("/two") && !entry.id.empty();
  }));
  const RunResult perf =
      run("command -v perf >/dev/null || exit 0; perf script -F comm,ip,sym,uregs -i " + path() +
          " | grep -c '^ *two .*IP:0x\\|^ *two .*pc:0x' >count; test $(cat count) -gt 100");
  EXPECT_EQ(perf.exit_code, 0) << perf.err;
}

TEST_F(ClockCommand, RecordsWhatRunsAlready) {
  if (!record("--pid $!", "{ ./two 1 & } && "))
    return;
  EXPECT_EQ(result_.exit_code, 0) << result_.err;
  const auto recording = read();
  ASSERT_NE(recording, nullptr);
  EXPECT_THAT(recording->notes(), IsEmpty());
  EXPECT_GE(sampledThreads(*recording).size(), 1U);
  EXPECT_TRUE(mapsProgram(*recording));
}

/// Code that accesses no memory contends for none.
TEST_F(ClockCommand, FindsNothingInCodeThatOnlyComputes) {
  constexpr const char *kComputes = R"(
int main(void) {
  unsigned drawn = 1;
  for (long i = 0; i < 200000000; ++i)
    drawn = drawn * 1664525u + 1013904223u;
  return drawn == 0;
}
)";
  result_ = run(compiled("computes", kComputes, "-O1") + kRecord + "-o " + path() +
                " ./computes || exit 3; \"$FSFIND\" report --format=json " + path());
  if (result_.exit_code == 3)
    return;
  EXPECT_EQ(result_.exit_code, 0) << result_.err;
  EXPECT_THAT(result_.out, HasSubstr("\"findings\":[]"));
}

TEST_F(ClockCommand, IsReadBesideOnesThatSampleAccesses) {
  const std::string fixtures = "$F/";
  const std::string simulated = fixtures + "hot_flag/perf.data";
  const std::string by_clock = fixtures + "clock/meters.data";
  const std::string report = "\"$FSFIND\" report --no-sources --format=json ";
  EXPECT_EQ(run(report + simulated + " --clock " + by_clock).exit_code, 0);
  EXPECT_EQ(run(report + simulated + " --clock " + simulated).exit_code, 2);
  EXPECT_EQ(run(report + by_clock + " --clock " + by_clock).exit_code, 2);
}

TEST_F(ClockCommand, EndsByItsLimits) {
  if (!record("--duration 0.3 ./two 100"))
    return;
  EXPECT_EQ(result_.exit_code, 0) << result_.err;
  EXPECT_NE(read(), nullptr);
  ASSERT_TRUE(record("--max-size 1 --frequency 20000 -z ./two 1"));
  EXPECT_EQ(result_.exit_code, 7) << "the command runs to its end";
  EXPECT_THAT(result_.err, HasSubstr("--max-size"));
  EXPECT_NE(read(), nullptr);
}

TEST_F(ClockCommand, KeepsAnEarlierRecordingIfTheCommandCannotBeRun) {
  folder_.write("perf.data", "earlier");
  const RunResult missing = run(kRecord + "-o " + path() + " ./nowhere");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, Not(IsEmpty()));
  EXPECT_EQ(run("cat " + path()).out, "earlier");
  EXPECT_FALSE(std::filesystem::exists(path() + ".old"));
}

TEST_F(ClockCommand, RefusesWhatDoesNotGoTogether) {
  for (const char *words :
       {"--frequency 0 true", "--frequency 12x true", "--ldlat 30 true", "--period-loads 5 true",
        "--budget 5 true", "--machine m.json true", "--pid 1 true", "--pid 4194305"})
    EXPECT_EQ(run(kRecord + words + " && ls").exit_code, 2) << words;
  const RunResult other = run("\"$FSFIND\" record --engine=simulate --frequency 5 true");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("--engine=clock"));
}

} // namespace clockCommandTest
} // namespace fsfind::test
