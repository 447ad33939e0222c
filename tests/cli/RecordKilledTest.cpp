// fsfind record is killed, or the emulator that it runs, or both: no process stays behind, and what
// was recorded can be read.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace recordKilledTest {

const std::string kRecord = "\"$FSFIND\" record -q --engine=simulate ";

/// A command that ends only when it is killed: it forks one process that sleeps and one that works
/// for ever, and sleeps itself.
const std::string kTree = "sh -c 'sleep 300 & (while :; do :; done) & sleep 301'";

/// Emulators of this test's recording: all have its path among their arguments.
const std::string kEmulators = "grep -lsF \"out=$PWD/perf.data\" /proc/[0-9]*/cmdline";

class Killed : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
  }
  /// Records the tree, and after so many seconds kills `whom`, where $recorder is fsfind and
  /// $emulator the command's own process. Then waits up to five seconds for the others to end,
  /// those included that were being forked, tells of those that do not, and ends them.
  static std::string killing(const std::string &whom, const std::string &after,
                             const std::string &options = "") {
    return kRecord + options + kTree + " & recorder=$!; while ! " + kEmulators +
           " >/dev/null; do sleep 0.02; done; sleep " + after +
           "; emulator=$(pgrep -P $recorder | head -n 1); kill -9 " + whom +
           "; wait $recorder; echo code $?; for i in $(seq 100); do " + kEmulators +
           " >/dev/null || { sleep 0.2; " + kEmulators +
           " >/dev/null || break; }; sleep 0.05; done; " + kEmulators +
           " && echo stays behind; for one in $(" + kEmulators +
           "); do kill -9 $(basename $(dirname $one)); done; ";
  }
};

/// Samples that fsfind reads, and lines that perf prints of them if there is a perf.
const std::string kCounts =
    "\"$FSFIND\" report --stats 2>told | sed -n 's/.*Total records *: *//p'; "
    "if perf --version >/dev/null 2>&1; then perf script -i perf.data -F ip | wc -l; fi; cat told";

/// Whether the first two lines are the same number; a missing second one is of a missing perf.
void expectSameCount(const std::string &output) {
  std::istringstream lines(output.substr(output.find("code")));
  std::string code, first, second;
  std::getline(lines, code);
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_FALSE(first.empty()) << output;
  if (second.find_first_not_of("0123456789") == std::string::npos) {
    EXPECT_EQ(first, second) << output;
  }
}

/// The recording is not completed, all the same whole, and nobody goes on with it.
void expectUnfinished(const std::string &output, const std::string &after) {
  EXPECT_THAT(output, Not(HasSubstr("stays behind"))) << after;
  EXPECT_THAT(output, HasSubstr("fsfind record has not completed this file"));
  expectSameCount(output);
}

TEST_F(Killed, RecorderTakesItsProcessesWithIt) {
  for (const char *after : {"0.6", "0.93", "1.41"}) {
    const RunResult result = run(killing("$recorder", after) + kCounts);
    EXPECT_THAT(result.out, HasSubstr("code 137\n"));
    expectUnfinished(result.out, after);
  }
}

TEST_F(Killed, RecorderAndEmulatorTogetherLeaveNothingBehind) {
  for (const char *after : {"0.7", "1.17"}) {
    const RunResult result = run(killing("$emulator $recorder", after) + kCounts);
    expectUnfinished(result.out, after);
  }
}

/// The recorder lives and completes the file.
TEST_F(Killed, EmulatorTakesTheOthersWithIt) {
  for (const char *after : {"0.5", "1.2"}) {
    const RunResult result = run(killing("$emulator", after) + kCounts);
    EXPECT_THAT(result.out, HasSubstr("code 137\n"));
    EXPECT_THAT(result.out, Not(HasSubstr("stays behind"))) << after;
    EXPECT_THAT(result.out, Not(HasSubstr("has not completed")));
    expectSameCount(result.out);
  }
}

/// As early as can be, the file may hold no record yet.
TEST_F(Killed, AtItsStartItLeavesNothingBehind) {
  for (const char *after : {"0", "0.05", "0.15"}) {
    const RunResult result =
        run(killing("$recorder", after) + "\"$FSFIND\" report --stats; echo reported $?");
    EXPECT_THAT(result.out, Not(HasSubstr("stays behind"))) << after;
    EXPECT_THAT(result.out, testing::ContainsRegex("reported [02]\n")) << result.err;
  }
}

/// The small limit is reached again and again: a kill may come while records are thinned.
TEST_F(Killed, WhileItIsThinnedARecordingIsWholeToo) {
  for (const char *after : {"0.9", "1.13", "1.37", "1.61"}) {
    const RunResult result =
        run(killing("$recorder", after, "--max-size 1 --period-stores 1 --period-loads 1 ") +
            kCounts + "; stat -c 'bytes %s' perf.data");
    expectUnfinished(result.out, after);
    EXPECT_THAT(result.out, Not(HasSubstr("damaged")));
    EXPECT_THAT(result.out, Not(HasSubstr("cut off")));
  }
}

/// What outlives a command that ends by itself runs on, though the recorder is gone.
TEST_F(Killed, AProcessThatOutlivesARecordingIsNot) {
  const RunResult result =
      run(kRecord + "sh -c '(sleep 2; echo ran on >done) & exit 0' 2>/dev/null; "
                    "for i in $(seq 100); do test -s done && break; sleep 0.1; done; cat done");
  EXPECT_EQ(result.out, "ran on\n");
}

} // namespace recordKilledTest

} // namespace fsfind::test
