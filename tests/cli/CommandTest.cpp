// Exit codes and one-line errors.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::HasSubstr;
using testing::StartsWith;

namespace {

void expectOneLineError(const RunResult &result) {
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, StartsWith("fsfind: "));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_EQ(result.out, "");
}

} // namespace

TEST(Command, ReportsAFixture) {
  const RunResult result = run("\"$FSFIND\" report \"$F/shard_stats/perf.data\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("Contended cachelines"));
  EXPECT_THAT(result.out, HasSubstr("false sharing"));
  EXPECT_THAT(result.out, HasSubstr("shard_stats.c:22"));
}

TEST(Command, TakesPerfDataOfTheCurrentFolderByDefault) {
  const RunResult result = run("cp \"$F/shard_stats/perf.data\" . && \"$FSFIND\" report --stats");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Load Operations                   :       1995"));
}

TEST(Command, ReadsStandardInput) {
  const RunResult file = run("\"$FSFIND\" report --stats \"$F/shard_stats/perf.data\"");
  const RunResult piped = run("\"$FSFIND\" report --stats - <\"$F/shard_stats/perf.data\"");
  EXPECT_EQ(piped.exit_code, 0) << piped.err;
  EXPECT_EQ(piped.out, file.out);
}

TEST(Command, PrintsVersionAndHelp) {
  EXPECT_THAT(run("\"$FSFIND\" --version").out, StartsWith("fsfind "));
  const RunResult help = run("\"$FSFIND\" --help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, HasSubstr("Exit codes:"));
  EXPECT_THAT(help.out, HasSubstr("Example:"));
}

TEST(Command, RefusesWhatItDoesNotKnow) {
  expectOneLineError(run("\"$FSFIND\""));
  expectOneLineError(run("\"$FSFIND\" frobnicate"));
  expectOneLineError(run("\"$FSFIND\" report --frobnicate"));
  expectOneLineError(run("\"$FSFIND\" report --format=xml x"));
  expectOneLineError(run("\"$FSFIND\" report --lines -1 x"));
  expectOneLineError(run("\"$FSFIND\" report --pid -1 x"));
  expectOneLineError(run("\"$FSFIND\" report --line-size 48 x"));
  expectOneLineError(run("\"$FSFIND\" report --stats --format json x"));
}

TEST(Command, NamesTheFileItCannotRead) {
  const RunResult missing = run("\"$FSFIND\" report missing.data");
  expectOneLineError(missing);
  EXPECT_THAT(missing.err, HasSubstr("missing.data"));
  expectOneLineError(run("head -c 1000 /dev/zero >zeros; \"$FSFIND\" report zeros"));
}

TEST(Command, SaysWhatToRecordInstead) {
  const RunResult result = run("\"$FSFIND\" report \"$F/shard_stats/cycles.perf.data\"");
  expectOneLineError(result);
  EXPECT_THAT(result.err, HasSubstr("perf c2c record"));
}

TEST(Command, ControlCharactersOfAPathStayOutOfTheError) {
  const RunResult result = run("\"$FSFIND\" report $'no\\033[31m\\nsuch'");
  expectOneLineError(result);
  EXPECT_EQ(result.err.find('\033'), std::string::npos);
}

TEST(Command, FilterThatPassesNothingIsAnError) {
  expectOneLineError(run("\"$FSFIND\" report --pid 1,2 \"$F/shard_stats/perf.data\""));
}

TEST(Command, ListOptionsLeaveThePathAlone) {
  const RunResult result =
      run("\"$FSFIND\" report --comm nobody,shard_stats --comm x \"$F/shard_stats/perf.data\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(Command, FailOnCountsFindings) {
  const std::string clean = "\"$FSFIND\" report --fail-on any \"$F/shard_stats/padded.perf.data\"";
  EXPECT_EQ(run(clean).exit_code, 0);
  const std::string contended = "\"$FSFIND\" report \"$F/ring_queue/perf.data\" --fail-on ";
  EXPECT_EQ(run(contended + "none").exit_code, 0);
  EXPECT_EQ(run(contended + "any").exit_code, 1);
}

} // namespace fsfind::test
