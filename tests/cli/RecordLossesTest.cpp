// What fsfind record says of what a simulated recording lacks, and what it leaves behind.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <unistd.h>

namespace fsfind::test {
namespace recordLossesTest {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const std::string kRecord = "\"$FSFIND\" record --engine=simulate ";

/// The command line of a process that has ended is empty, or gone.
const std::string kLooksForChild =
    "grep -q . /proc/$(cat child)/cmdline 2>/dev/null && echo still there";

class RecordLosses : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
  }
};

/// Makes `folder` the root folder and executes `/program` in it.
constexpr const char *kJailer = R"(
#include <stdio.h>
#include <unistd.h>
int main(void) {
  if (chroot("folder") || chdir("/"))
    return perror("chroot"), 3;
  execl("/missing", "missing", (char *)0);
  execl("/program", "program", (char *)0);
  return perror("execl"), 4;
}
)";

TEST_F(RecordLosses, ProgramsThatCannotBeSimulatedAreCounted) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only the superuser can change the root folder";
  const RunResult result = run("mkdir folder; echo 'int main(void) { return 7; }' >program.c;"
                               "cc -static program.c -o folder/program || exit 9;"
                               "cat >jailer.c <<'END'\n" +
                               std::string(kJailer) + "END\ncc jailer.c -o jailer && " + kRecord +
                               "-q sh -c './jailer; ./jailer; echo $?'");
  if (result.exit_code == 9)
    GTEST_SKIP() << "no statically linked program can be made: " << result.err;
  EXPECT_EQ(result.out, "7\n") << result.err;
  EXPECT_THAT(result.err, HasSubstr("warning: 2 programs that the command executed were not "));
}

/// Counts in a file that is mapped.
constexpr const char *kCounter = R"(
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
  const int file = open("board", O_RDWR | O_CREAT, 0600);
  if (ftruncate(file, 4096) != 0)
    return 2;
  volatile long *at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  for (int i = 0; i < 5000; ++i)
    ++*at;
}
)";

TEST_F(RecordLosses, MemoryThatExecutedProgramsShareIsCounted) {
  const RunResult result =
      run("cat >counter.c <<'END'\n" + std::string(kCounter) + "END\ncc counter.c -o counter && " +
          kRecord + "-q sh -c './counter & ./counter; wait' && " + kRecord +
          "-q ./counter 2>alone; grep warning alone");
  EXPECT_EQ(result.out, "") << "one alone shares with nobody";
  EXPECT_THAT(result.err, HasSubstr("warning: 1 piece of shared memory is mapped by several "));
}

TEST_F(RecordLosses, NothingIsSaidWhereNothingIsLost) {
  const RunResult result =
      run(kRecord + "-q sh -c 'env true; ./missing; sleep 0.1 & true' 2>err; grep warning err");
  EXPECT_EQ(result.out, "");
}

TEST_F(RecordLosses, ProcessesThatOutliveTheCommandAreCounted) {
  // Without the test's output, for it would wait for their end.
  const RunResult result =
      run("cat >daemon.sh <<'END'\n(setsid sleep 30 & echo $! >a) >/dev/null 2>&1\n"
          "setsid sleep 30 >/dev/null 2>&1 & echo $! >b\nEND\n" +
          kRecord + "-q sh daemon.sh; kill $(cat a b) && echo running");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "running\n");
  EXPECT_THAT(result.err, HasSubstr("warning: 2 processes of the command still run; what "));
}

TEST_F(RecordLosses, ALimitKillsWhatIgnoresIt) {
  const RunResult result =
      run(kRecord +
          "--duration 1 sh -c 'trap \"\" TERM INT; sleep 60 & echo $! >child; sleep 60';"
          "echo code $?; " +
          kLooksForChild +
          ";"
          "\"$FSFIND\" report --stats | grep 'Total records'");
  EXPECT_THAT(result.out, ContainsRegex("code 0\n *Total records")) << result.err;
  EXPECT_THAT(result.err, HasSubstr("ended by --duration, which had to kill it"));
  EXPECT_THAT(result.err, Not(HasSubstr("asked to end"))) << "it is not waited for";
  EXPECT_THAT(result.err, Not(HasSubstr("warning:")));
}

TEST_F(RecordLosses, ALimitEndsWhatTheCommandRuns) {
  const RunResult result =
      run(kRecord + "--duration 1 sh -c 'sleep 60 & echo $! >child; wait';" + kLooksForChild);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("ended by --duration);"));
  EXPECT_THAT(result.err, Not(HasSubstr("warning:")));
}

TEST_F(RecordLosses, ALimitSaysThatItWaits) {
  const RunResult result = run(kRecord + "--duration 1 sh -c 'trap : TERM; while :; do sleep 1;"
                                         " done'; \"$FSFIND\" report --stats | grep records");
  EXPECT_THAT(result.err, HasSubstr("asked to end, the command still runs; it is killed in 4 s"));
  EXPECT_THAT(result.err, HasSubstr("ended by --duration, which had to kill it"));
  EXPECT_THAT(result.out, HasSubstr("Total records")) << "the recording is whole";
}

TEST_F(RecordLosses, AKilledRecorderLeavesNoFolderBehindTheNextOne) {
  const RunResult result =
      run("mkdir tmp other; touch other/kept; export TMPDIR=\"$T/tmp\"; ln -s ../other "
          "tmp/fsfind-preload-link;" +
          kRecord +
          "-q -o a.data sh -c 'echo >started; sleep 60' & recorder=$!;"
          "while ! test -e started; do sleep 0.1; done; kill -9 $recorder;"
          "wait $recorder 2>/dev/null; ls tmp | wc -l;" +
          kRecord +
          "-q -o b.data sh -c 'echo >again; sleep 3' & live=$!;"
          "while ! test -e again; do sleep 0.1; done; ls tmp | wc -l;" +
          kRecord + "-q -o c.data /bin/true; ls tmp | wc -l; wait $live; ls tmp other");
  EXPECT_EQ(result.out, "2\n2\n2\nother:\nkept\n\ntmp:\nfsfind-preload-link\n") << result.err;
}

} // namespace recordLossesTest
} // namespace fsfind::test
