// fsfind record of programs whose processes share memory.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fsfind::test {
namespace recordProcessesTest {

using testing::ContainsRegex;
using testing::HasSubstr;

/// Four processes count side by side; given an argument, four threads do.
constexpr const char *kCounts = R"(
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
enum { kWorkers = 4, kRounds = 40000 };
struct counters { volatile long at[kWorkers]; };
static struct counters *counters;
static void *count(void *at) {
  for (int i = 0; i < kRounds; ++i)
    ++counters->at[(long)at];
  return 0;
}
int main(int words, char **arguments) {
  (void)arguments;
  pthread_t threads[kWorkers];
  counters = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < kWorkers; ++i)
    if (words > 1)
      pthread_create(&threads[i], 0, count, (void *)(long)i);
    else if (fork() == 0)
      return count((void *)(long)i) != 0;
  for (int i = 0; i < kWorkers && words > 1; ++i)
    pthread_join(threads[i], 0);
  while (wait(0) > 0)
    ;
  return counters->at[0] != kRounds;
}
)";

/// Two processes map the same memory, by ATTACH, at two addresses, and count in its second page.
constexpr const char *kTwice = R"(
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>
enum { kSize = 8192, kPage = 4096, kRounds = 40000 };
int main(void) {
  const int board = CREATE;
  for (long me = 0; me < 2; ++me)
    if (fork() == 0) {
      char *wanted = (char *)(0x10000000 + me * 0x1000000), *at = ATTACH;
      volatile long *slot = (volatile long *)(at + kPage) + me;
      for (int i = 0; i < kRounds; ++i)
        ++*slot;
      return at != wanted;
    }
  int status, failed = 0;
  while (wait(&status) > 0)
    failed |= status;
  return REMOVE, failed != 0;
}
)";
const std::string kMemfd = "-D'CREATE=memfd_create(\"board\",0)' -D'REMOVE=0' "
                           "-D'ATTACH=(ftruncate(board,kSize),mmap(wanted,kSize,"
                           "PROT_READ|PROT_WRITE,MAP_SHARED|MAP_FIXED,board,0))' ";
const std::string kSystemV =
    "-D'CREATE=shmget(IPC_PRIVATE,kSize,IPC_CREAT|0600)' "
    "-D'ATTACH=shmat(board,wanted,0)' -D'REMOVE=shmctl(board,IPC_RMID,0)' ";

/// Two children count for ever, until they are killed in the middle; two others go on.
constexpr const char *kKilled = R"(
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
enum { kDoomed = 2, kChildren = 4, kEarly = 20000, kRounds = 80000 };
int main(void) {
  volatile long *at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t children[kChildren];
  for (int i = 0; i < kChildren; ++i)
    if ((children[i] = fork()) == 0)
      for (;; ++at[i])
        if (i >= kDoomed && at[i] == kRounds)
          _exit(0);
  for (int i = 0; i < kDoomed; ++i) {
    while (at[i] < kEarly)
      usleep(500);
    kill(children[i], SIGKILL);
  }
  int status, ended = 0;
  while (wait(&status) > 0)
    ended += WIFEXITED(status);
  return ended != kChildren - kDoomed;
}
)";

/// A process ends before its children; the command waits for them by a pipe.
constexpr const char *kOrphans = R"(
#include <sys/mman.h>
#include <unistd.h>
enum { kRounds = 40000 };
int main(void) {
  volatile long *at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int ends[2];
  char none;
  if (pipe(ends) != 0)
    return 2;
  if (fork() == 0) {
    for (int i = 0; i < 3; ++i)
      if (fork() == 0) {
        for (int n = 0; n < kRounds; ++n)
          ++at[i];
        return 0;
      }
    return 0;
  }
  close(ends[1]);
  return (int)read(ends[0], &none, 1) + (at[0] + at[1] + at[2] != 3 * kRounds);
}
)";

/// Many children, each of which lives for a moment.
constexpr const char *kShort = R"(
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
enum { kRows = 10, kChildren = 6, kRounds = 300 };
int main(void) {
  volatile long *at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int row = 0; row < kRows; ++row) {
    for (int i = 0; i < kChildren; ++i)
      if (fork() == 0) {
        for (int n = 0; n < kRounds; ++n)
          ++at[i];
        _exit(0);
      }
    while (wait(0) > 0)
      ;
  }
  return at[0] != kRows * kRounds;
}
)";

/// Records a program, all of it, and reports.
struct Recorded {
  RunResult run;
  nlohmann::json report;
  [[nodiscard]] std::uint64_t hitm() const {
    std::uint64_t sum = 0;
    for (const auto &line : report.value("lines", nlohmann::json::array()))
      for (const char *kind : {"lcl_hitm", "rmt_hitm"})
        sum += line["counters"].value(kind, std::uint64_t{0});
    return sum;
  }
};

class RecordProcesses : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
  }
  static std::string command(const std::string &source, const std::string &options,
                             const std::string &arguments = "") {
    return compiled("program", source, "-O1 " + options) +
           "\"$FSFIND\" record --engine=simulate -q --no-allocations " + "--period-loads 1 " +
           " ./program " + arguments + " && \"$FSFIND\" report --no-sources ";
  }
  static Recorded recorded(const std::string &source, const std::string &options = "",
                           const std::string &arguments = "") {
    Recorded result{run(command(source, options, arguments) + "--format=json"), {}};
    if (result.run.exit_code == 0)
      result.report = nlohmann::json::parse(result.run.out);
    return result;
  }
};

TEST_F(RecordProcesses, ContendLikeThreads) {
  const Recorded processes = recorded(kCounts), threads = recorded(kCounts, "", "threads");
  ASSERT_EQ(processes.run.exit_code, 0) << processes.run.err;
  ASSERT_EQ(threads.run.exit_code, 0) << threads.run.err;
  EXPECT_GT(processes.hitm(), threads.hitm() / 2);
  EXPECT_LT(processes.hitm(), threads.hitm() * 2);
}

TEST_F(RecordProcesses, AreToldApartOnTheirLine) {
  const RunResult result = run(command(kCounts, ""));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("false sharing, write-write"));
  EXPECT_THAT(result.out, ContainsRegex("4 writer threads, [45] processes"));
  EXPECT_THAT(result.out, HasSubstr("elements of at in counters"));
}

TEST_F(RecordProcesses, ShareByWhatIsMappedWhereverThatIs) {
  for (const std::string &options : {kMemfd, kSystemV}) {
    const RunResult result = run(command(kTwice, options));
    EXPECT_EQ(result.exit_code, 0) << options << result.err;
    EXPECT_THAT(result.out, HasSubstr("2 writer threads, 2 processes")) << options;
    EXPECT_THAT(result.out, testing::Not(HasSubstr("not at /memfd:board")))
        << "it is no missing program";
  }
}

TEST_F(RecordProcesses, GoOnWhereOthersAreKilled) {
  const Recorded killed = recorded(kKilled);
  ASSERT_EQ(killed.run.exit_code, 0) << killed.run.err;
  EXPECT_GT(killed.hitm(), 400U);
}

TEST_F(RecordProcesses, OutliveTheirParent) {
  const Recorded orphans = recorded(kOrphans);
  ASSERT_EQ(orphans.run.exit_code, 0) << orphans.run.err;
  EXPECT_GT(orphans.hitm(), 400U);
}

TEST_F(RecordProcesses, MayBeManyAndShort) {
  const RunResult result = run(command(kShort, ""));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              ContainsRegex("([45][0-9]|60) writer threads, ([45][0-9]|60|61) processes"));
}

} // namespace recordProcessesTest
} // namespace fsfind::test
