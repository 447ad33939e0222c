// fsfind record as a user types it. QEMU is needed for most of it.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <tuple>
#include <unistd.h>

namespace fsfind::test {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace recordCommandTest {

const std::string kSimulate = "\"$FSFIND\" record --engine=simulate ";

TEST(Record, ExplainsWhatItCannotDo) {
  for (const auto &[arguments, words] : std::vector<std::pair<std::string, std::string>>{
           {"", "no command"},
           {"--frobnicate ./x", "no such option"},
           {"--engine=simulate ./missing", "no such program"},
           {"--engine=simulate --pid 1", "cannot be simulated"},
           {"--pid 1 ls", "one of the two"},
           {"--cpus 0 ls", "not a number from 1 on"}}) {
    const RunResult result = run("\"$FSFIND\" record " + arguments + "; code=$?; ls; exit $code");
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_EQ(result.out, "") << arguments;
  }
}

class Simulation : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
  }
};

TEST_F(Simulation, NamesTheMembersThatAProgramSharesFalsely) {
  const RunResult result =
      run(kSimulate + "\"$F/shard_stats/shard_stats\" >/dev/null && \"$FSFIND\" report");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("samples in perf.data (simulated: 8 CPUs on 2 nodes"));
  EXPECT_THAT(result.out, HasSubstr("SIMULATED"));
  EXPECT_THAT(result.out, HasSubstr("false sharing, write-write  high confidence"));
  EXPECT_THAT(result.out, HasSubstr("shard_stats_table[].{requests, bytes}"));
}

// The heap begins where zeroed variables end: both are memory without a file, and used in any
// order.
TEST_F(Simulation, ElementsOfZeroedVariablesHaveTheirNumbers) {
  const RunResult result = run(kSimulate + "\"$F/ring_queue/ring_queue\" >/dev/null && "
                                           "\"$FSFIND\" report --no-sources --format=json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char *lane : {"[0]", "[1]", "[2]", "[3]"})
    EXPECT_THAT(result.out, HasSubstr("\"level_.now.lanes" + std::string(lane) + ".value\""));
}

// Whatever the sources say, nothing was measured that an edit could end.
TEST_F(Simulation, FixReadsNoSourcesForNothing) {
  const RunResult result =
      run(kSimulate + "-q \"$F/shard_stats/shard_stats_padded\" >/dev/null && "
                      "echo 'no database' >compile_commands.json && \"$FSFIND\" fix perf.data");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "fsfind: no findings\n");
}

TEST_F(Simulation, PaddedTwinYieldsNothing) {
  const std::string report = " >/dev/null && \"$FSFIND\" report --fail-on any";
  const std::string program = kSimulate + "-q \"$F/shard_stats/shard_stats";
  const RunResult padded = run(program + "_padded\"" + report);
  EXPECT_EQ(padded.exit_code, 0) << padded.out;
  EXPECT_THAT(padded.out, HasSubstr("No contended cachelines"));
  EXPECT_EQ(run(program + "\"" + report).exit_code, 1);
}

/// Fills a large array, in parallel if it is given an argument, and then sums it up in parallel.
constexpr const char *kGrid = R"(
#include <pthread.h>
#include <sys/mman.h>
enum { kThreads = 8, kCells = 8 << 20, kPart = kCells / kThreads };
#ifdef MAPPED
double *grid;
#else
double grid[kCells];
#endif
void *sum(void *first) {
  volatile double total = 0;
  for (double *cell = first; cell < (double *)first + kPart; cell += 8)
    total += *cell;
  return 0;
}
void *fill(void *first) {
  for (double *cell = first; cell < (double *)first + kPart; cell += 8)
    *cell = 1;
  return 0;
}
void each(void *(*run)(void *)) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i)
    pthread_create(&threads[i], 0, run, grid + i * kPart);
  for (int i = 0; i < kThreads; ++i)
    pthread_join(threads[i], 0);
}
int main(int count, char **words) {
  (void)words;
#ifdef MAPPED
  grid = mmap(0, sizeof(double[kCells]), PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#endif
  for (int i = 0; count == 1 && i < kThreads; ++i)
    fill(grid + i * kPart);
  if (count > 1)
    each(fill);
  each(sum);
}
)";

/// Builds the program with `options`, and simulates it on two nodes.
std::string recordGrid(const std::string &options) {
  return "cat >grid.c <<'EOF'\n" + std::string(kGrid) + "EOF\ncc -O1 -pthread " + options +
         " grid.c -o grid && " + kSimulate + "-q --cpus 8 --nodes 2 ./grid";
}

TEST_F(Simulation, PagesThatOneThreadTouchedFirstAreFound) {
  const std::string record = recordGrid("-g");
  const std::string report = " && \"$FSFIND\" report";
  if (run("cc --version").exit_code != 0)
    GTEST_SKIP() << "there is no C compiler";
  const RunResult serial = run(record + report);
  EXPECT_EQ(serial.exit_code, 0) << serial.err;
  EXPECT_THAT(serial.out, HasSubstr("NUMA-blind"));
  EXPECT_THAT(serial.out, HasSubstr("first touch  high confidence, fsfind-serial-first-touch"));
  EXPECT_THAT(serial.out, HasSubstr("pages of grid all live on node"));
  EXPECT_THAT(serial.out, HasSubstr("by physical addresses"));
  const RunResult parallel = run(record + " in-parallel" + report);
  EXPECT_EQ(parallel.exit_code, 0) << parallel.err;
  EXPECT_THAT(parallel.out, Not(HasSubstr("fsfind-serial-first-touch")));
  EXPECT_THAT(parallel.out, Not(HasSubstr("NUMA-blind")));
}

TEST_F(Simulation, RemoteMemoryWithoutANameIsToldByTheFunctionThatLoadsIt) {
  if (run("cc --version").exit_code != 0)
    GTEST_SKIP() << "there is no C compiler";
  const std::string report = " && \"$FSFIND\" report | tr -s ' \\n' ' '"; // on one line
  const RunResult serial = run(recordGrid("-g0 -DMAPPED") + report);
  EXPECT_EQ(serial.exit_code, 0) << serial.err;
  EXPECT_THAT(serial.out, HasSubstr("of remote loads are of memory without a name;"));
  EXPECT_THAT(serial.out, HasSubstr("by sum of grid"));
  EXPECT_THAT(serial.out, HasSubstr("memory without a name that sum() loads lives on node 0 ("));
  EXPECT_THAT(serial.out, HasSubstr("first touch medium confidence, fsfind-serial-first-touch"));
  const RunResult parallel = run(recordGrid("-g0 -DMAPPED") + " in-parallel" + report);
  EXPECT_EQ(parallel.exit_code, 0) << parallel.err;
  EXPECT_THAT(parallel.out, Not(HasSubstr("fsfind-serial-first-touch")));
}

TEST_F(Simulation, PassesArgumentsInputEnvironmentAndExitCode) {
  const RunResult result = run("export X=5; echo in | " + kSimulate +
                               "-q /bin/bash -c 'read line; echo $line $X \"$@\"; exit 7' a -- -q");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.out, "in 5 -- -q\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(run(kSimulate + "-- /bin/bash -c 'kill -9 $$'").exit_code, 137);
}

TEST_F(Simulation, ObservesWhatTheCommandExecutes) {
  const std::string script = "printf '#!/bin/sh\\nexec \"$1\"\\n' >run; chmod +x run; ";
  const std::string program = " \"$F/hot_flag/hot_flag\" >/dev/null && \"$FSFIND\" report";
  for (const std::string &command :
       std::vector<std::string>{"sh -c '\"$0\" && :'", "env X=1 timeout 300", "./run", "sh run"}) {
    const RunResult result = run(script + kSimulate + "-q " + command + program);
    EXPECT_EQ(result.exit_code, 0) << command << result.err;
    EXPECT_THAT(result.out, HasSubstr("tracing_enabled")) << command;
    EXPECT_THAT(result.out, HasSubstr("hot_flag/")) << command << ": the threads' new name";
  }
}

TEST_F(Simulation, AFailedExecutionIsThePrograms) {
  const RunResult result =
      run("echo text >text; chmod +x text; " + kSimulate +
          "-q sh -c './missing; echo $?; ./text 2>/dev/null; echo $?; exec /proc/self/exe -c "
          "\"exit 4\"'");
  EXPECT_EQ(result.out, "127\n127\n");
  EXPECT_EQ(result.exit_code, 4);
}

TEST_F(Simulation, LimitsAndInterruptsKeepTheRecording) {
  const std::string report = "; echo code $?; \"$FSFIND\" report --stats | grep records";
  for (const std::string &command : std::vector<std::string>{
           kSimulate + "--duration 1 sleep 60",
           "timeout --foreground -s INT 2 " + kSimulate + "sleep 60",
           kSimulate + "--max-size 1 \"$F/shard_stats/shard_stats\" >/dev/null"}) {
    const RunResult result = run(command + report);
    EXPECT_THAT(result.out, HasSubstr("Total records")) << command << result.err;
    EXPECT_THAT(result.out, Not(HasSubstr("code 2\n"))) << command;
    EXPECT_THAT(result.err, HasSubstr("samples in perf.data")) << command;
  }
}

/// Does what its arguments say, then lets two threads contend for a line.
constexpr const char *kChangesItself = R"(
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
static struct { volatile long left, right; } contended __attribute__((aligned(64)));
static void *add(void *counter) {
  for (int i = 0; i < 60000; ++i)
    ++*(volatile long *)counter;
  return 0;
}
static int change(const char *how) {
  if (!strcmp(how, "user"))
    return chroot("/proc") || chdir("/") || setgid(65534) || setuid(65534);
  if (!strcmp(how, "folder"))
    return chdir("/");
  if (!strcmp(how, "close"))
    for (int i = 3; i < 2000; ++i)
      close(i);
  if (!strcmp(how, "dup"))
    for (int i = 3; i < 1100; ++i)
      dup2(2, i);
  if (!strcmp(how, "closefrom"))
    closefrom(3);
  const struct rlimit limit = {100000, 100000};
  if (!strcmp(how, "limit"))
    return signal(SIGXFSZ, SIG_IGN) == SIG_ERR || setrlimit(RLIMIT_FSIZE, &limit);
  return 0;
}
int main(int count, char **words) {
  for (int i = 1; i < count; ++i)
    if (change(words[i]))
      return perror(words[i]), 3;
  pthread_t other;
  pthread_create(&other, 0, add, (void *)&contended.left);
  const int together = count > 1 && !strcmp(words[1], "together");
  add((void *)(together ? &contended.left : &contended.right));
  pthread_join(other, 0);
  return 0;
}
)";

/// Records a program that changes itself in these ways.
std::string recordChanging(const std::string &ways) {
  return "cat >change.c <<'EOF'\n" + std::string(kChangesItself) +
         "EOF\ncc -g -pthread change.c -o change && " + kSimulate + "./change " + ways;
}

TEST_F(Simulation, NothingIsLostOfAProgramThatChangesItsUserFolderAndFiles) {
  if (run("cc --version").exit_code != 0)
    GTEST_SKIP() << "there is no C compiler";
  const std::string user = geteuid() == 0 ? "user" : "folder";
  for (const std::string &ways : {user, "close " + user, "dup " + user, user + " dup close",
                                  std::string("closefrom folder")}) {
    RunResult result;
    // A busy host may let the two threads run one after the other.
    for (int tries = 0; tries < 4 && result.out.find("right, left}") == result.out.npos &&
                        result.out.find("left, right}") == result.out.npos;
         ++tries)
      result = run(recordChanging(ways) + " && \"$FSFIND\" report");
    EXPECT_EQ(result.exit_code, 0) << ways << result.err;
    EXPECT_THAT(result.out, ContainsRegex("contended.\\{(left, right|right, left)\\}")) << ways;
  }
}

TEST_F(Simulation, RecordsThatCannotBeWrittenAreAnError) {
  if (run("cc --version").exit_code != 0)
    GTEST_SKIP() << "there is no C compiler";
  const std::string report = "; echo code $?; \"$FSFIND\" report --stats | grep records";
  const RunResult full = run(recordChanging("limit") + report);
  EXPECT_THAT(full.out, HasSubstr("code 2\n"));
  EXPECT_THAT(full.out, HasSubstr("Total records")) << "what was written is whole";
  EXPECT_THAT(full.err, HasSubstr("could not be written: File too large"));
  EXPECT_THAT(full.err, HasSubstr("some records could not be written to this file"))
      << "whoever reads the file later is told, too";
  if (geteuid() != 0)
    GTEST_SKIP() << "only the superuser can change its user";
  const RunResult lost = run(recordChanging("user closefrom") + report);
  EXPECT_THAT(lost.out, HasSubstr("code 2\n"));
  EXPECT_THAT(lost.err, HasSubstr("could not be written: "));
}

/// The command line of a process that has ended is empty, or gone.
TEST_F(Simulation, EndsWithItsRecorder) {
  const RunResult result = run(
      kSimulate + "-q sh -c 'echo $$ >pid; exec sleep 60' & recorder=$!; "
                  "while ! test -s pid; do sleep 0.1; done; sleep 1; kill -9 $recorder; sleep 1; "
                  "grep -q . /proc/$(cat pid)/cmdline 2>/dev/null && echo still there; "
                  "\"$FSFIND\" report --stats | grep records");
  EXPECT_THAT(result.out, HasSubstr("Total records")) << "what was recorded can be read";
  EXPECT_THAT(result.out, Not(HasSubstr("still there")));
}

TEST_F(Simulation, IsSaidOfARecordingThatWasCutOff) {
  const RunResult result = run(
      kSimulate + "\"$F/shard_stats/shard_stats\" >/dev/null && truncate -s -20000 perf.data && "
                  "\"$FSFIND\" report");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("SIMULATED"));
  EXPECT_THAT(result.out, Not(HasSubstr("fsfind simulated CPU"))) << "its description is gone";
}

TEST_F(Simulation, KeepsTheEarlierRecording) {
  const RunResult result = run("echo earlier >perf.data; " + kSimulate +
                               "-q /bin/true; cat perf.data.old; \"$FSFIND\" record "
                               "--engine=simulate ./missing; ls");
  EXPECT_EQ(result.out, "earlier\nperf.data\nperf.data.old\n");
}

/// How many contended loads of the last recording have this digit behind that of the transfers:
/// 4 = the same bytes were taken, 8 = others (SimulatedWord.h).
int contendedLoads(char digit, const std::string &record) {
  const RunResult result = run(
      record + " && perf script -F data_src 2>/dev/null | grep 'SNP HitM' | grep -c '^ *[0-9a-f]" +
      digit + "[0-9a-f]\\{14\\} '");
  return std::atoi(result.out.c_str());
}

TEST_F(Simulation, TellsWhetherTheSameBytesWereTaken) {
  if (run("cc --version && perf --version").exit_code != 0)
    GTEST_SKIP() << "there is no C compiler, or no perf";
  for (const auto &[way, mostly, seldom] :
       {std::tuple("together", '4', '8'), std::tuple("apart", '8', '4')}) {
    const std::string record = recordChanging(way);
    EXPECT_GT(contendedLoads(mostly, record), 100) << way;
    EXPECT_LT(contendedLoads(seldom, record), 10) << way;
  }
}

TEST_F(Simulation, PerfReadsTheRecording) {
  if (run("perf --version").exit_code != 0)
    GTEST_SKIP() << "perf is not installed";
  const RunResult result =
      run(kSimulate + "-q \"$F/hot_flag/hot_flag\" >/dev/null; perf script >script 2>/dev/null; "
                      "head -1 script; perf c2c report --stats 2>/dev/null | grep 'Local HITM'; "
                      "perf mem report --stdio 2>/dev/null | grep -m1 tracing_enabled; "
                      "perf report --header-only 2>/dev/null | grep cpudesc");
  EXPECT_THAT(result.out, HasSubstr("hot_flag"));
  EXPECT_THAT(result.out, Not(HasSubstr("Local HITM                   :          0")));
  EXPECT_THAT(result.out, HasSubstr("tracing_enabled"));
  EXPECT_THAT(result.out, HasSubstr("cpudesc : fsfind simulated CPU"));
}

} // namespace recordCommandTest

} // namespace fsfind::test
