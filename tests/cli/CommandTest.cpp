// Exit codes and one-line errors.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace commandTest {

void expectOneLineError(const RunResult &result) {
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, StartsWith("fsfind: "));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_EQ(result.out, "");
}

TEST(Command, ReportsAFixture) {
  const RunResult result = run("\"$FSFIND\" report \"$F/shard_stats/perf.data\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("Contended cachelines"));
  EXPECT_THAT(result.out, HasSubstr("false sharing"));
  EXPECT_THAT(result.out, HasSubstr("shard_stats.c:22"));
}

TEST(Command, SaysWhatAFindingCostsAndHowFarItsThreadsAreApart) {
  const RunResult brief = run("\"$FSFIND\" report \"$F/shard_stats/perf.data\"");
  EXPECT_THAT(brief.out, AllOf(HasSubstr("cost: contended loads took "), Not(HasSubstr("gain: "))));
  const RunResult simulated = run("\"$FSFIND\" report -v \"$F/shard_stats/perf.data\"");
  EXPECT_THAT(simulated.out, HasSubstr(" of sampled cycles (95% sure: "));
  EXPECT_THAT(simulated.out, HasSubstr("221 local, 191 remote; writers"));
  EXPECT_THAT(simulated.out, HasSubstr(" on another socket"));
  EXPECT_THAT(simulated.out, HasSubstr("gain: at most "));
  const RunResult json = run("\"$FSFIND\" report --format json \"$F/shard_stats/perf.data\"");
  EXPECT_THAT(json.out, HasSubstr("\"local\":221"));
  EXPECT_THAT(json.out, HasSubstr("\"base\":\"sampled-cycles\""));
  EXPECT_THAT(json.out, HasSubstr("\"nodes\":2"));
}

TEST(Command, NotesSayWhatTheRecordedProcessorDoesNotTell) {
  const auto report = [](const std::string &processor) {
    return run("\"$FSFIND\" report \"$F/shard_stats/" + processor + ".perf.data\"").out;
  };
  EXPECT_THAT(report("zen3"), AllOf(HasSubstr("404 of 1,500 samples are neither loads nor stores"),
                                    HasSubstr("Zen 3 does not tell")));
  EXPECT_THAT(report("zen4"), AllOf(HasSubstr("IBS samples"), Not(HasSubstr("Zen 3"))));
  EXPECT_THAT(report("power10"), HasSubstr("POWER marks loads and stores at random"));
  EXPECT_THAT(report("neoverse"), HasSubstr("peer loads got their line from another core's cache"));
  EXPECT_THAT(report("skylake"), Not(HasSubstr("IBS")));
}

TEST(Command, TakesPerfDataOfTheCurrentFolderByDefault) {
  const RunResult result =
      run("cp \"$F/shard_stats/skylake.perf.data\" perf.data && \"$FSFIND\" report --stats");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Load Operations                   :       1970"));
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
  expectOneLineError(run("\"$FSFIND\" frobnicate"));
  expectOneLineError(run("\"$FSFIND\" report --frobnicate"));
  expectOneLineError(run("\"$FSFIND\" report --format=xml x"));
  expectOneLineError(run("\"$FSFIND\" report --lines -1 x"));
  expectOneLineError(run("\"$FSFIND\" report --pid -1 x"));
  expectOneLineError(run("\"$FSFIND\" report --line-size 48 x"));
  expectOneLineError(run("\"$FSFIND\" report --stats --format json x"));
  expectOneLineError(run("\"$FSFIND\" report --stats --fail-on any x"));
  expectOneLineError(run("\"$FSFIND\" report --symfs /no/such/folder x"));
  expectOneLineError(run("touch f; \"$FSFIND\" report --debug-dir f x"));
}

TEST(Command, AloneListsItsCommands) {
  const RunResult alone = run("\"$FSFIND\"");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_EQ(alone.out, run("\"$FSFIND\" --help").out);
  EXPECT_THAT(run("\"$FSFIND\" record --help").out, HasSubstr("record [OPTIONS] COMMAND"));
}

TEST(Command, NamesTheWordItDoesNotKnow) {
  const RunResult bogus = run("\"$FSFIND\" bogus");
  expectOneLineError(bogus);
  EXPECT_THAT(bogus.err, HasSubstr("bogus"));
  EXPECT_THAT(run("\"$FSFIND\" --bogus").err, HasSubstr("'--bogus' is no option"));
  const RunResult file = run("touch my.data; \"$FSFIND\" my.data");
  expectOneLineError(file);
  EXPECT_THAT(file.err, HasSubstr("fsfind report my.data"));
  const RunResult pid = run("\"$FSFIND\" report --pid 99999999999 x");
  expectOneLineError(pid);
  EXPECT_THAT(pid.err, HasSubstr("99999999999 is not a process id"));
  const RunResult empty = run("\"$FSFIND\" report ''");
  expectOneLineError(empty);
  EXPECT_THAT(empty.err, HasSubstr("the file name is empty"));
}

TEST(Command, SuggestsWhatAMistypedWordStandsFor) {
  for (const auto &[words, meant] : std::vector<std::pair<std::string, std::string>>{
           {"chekc", "check"},
           {"help reprot", "report"},
           {"--verison", "--version"},
           {"report --lins 3", "--lines"},
           {"report --lins=3", "--lines"},
           {"report --format jsn", "json"},
           {"report --displya=tot", "--display"},
           {"check --color=allways", "always"},
           {"check --no-cahce", "--no-cache"},
           {"check --rules contended-atomc", "fsfind-contended-atomic"},
           {"check --rules=-fsfind-adjacent-global", "fsfind-adjacent-globals"},
           {"record --max-szie 3 -- ls", "--max-size"},
           {"explain ineffective-pading", "fsfind-ineffective-padding"}}) {
    const RunResult result = run("\"$FSFIND\" " + words);
    expectOneLineError(result);
    EXPECT_THAT(result.err, EndsWith("; did you mean " + meant + "?\n")) << words;
  }
  for (const std::string words : {"xyzzy", "report --xyzzy", "report --format xyzzy", "check --xyz",
                                  "check --rules xyzzy", "explain xyzzy"})
    EXPECT_THAT(run("\"$FSFIND\" " + words).err, Not(HasSubstr("did you mean"))) << words;
}

TEST(Command, ShortHelpShowsTheUsualOptionsAndNamesTheOthersGroups) {
  const std::string usual = run("\"$FSFIND\" report --help").out;
  const std::string all = run("\"$FSFIND\" report --help-all").out;
  EXPECT_THAT(
      usual, AllOf(HasSubstr("--format"), HasSubstr("--fail-on"), Not(HasSubstr("--unit-memory"))));
  EXPECT_THAT(usual, HasSubstr("More with --help-all: "));
  EXPECT_THAT(all, AllOf(HasSubstr("--format"), HasSubstr("\nReading sources:\n"),
                         HasSubstr("--unit-memory")));
  EXPECT_LT(std::count(usual.begin(), usual.end(), '\n'), std::count(all.begin(), all.end(), '\n'));
}

TEST(Command, HelpIsACommandToo) {
  EXPECT_EQ(run("\"$FSFIND\" help").out, run("\"$FSFIND\" --help").out);
  EXPECT_EQ(run("\"$FSFIND\" help report").out, run("\"$FSFIND\" report --help").out);
}

TEST(Command, TakesTheRecordingAsPerfDoes) {
  const RunResult result = run("\"$FSFIND\" report --stats -i \"$F/shard_stats/perf.data\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, run("\"$FSFIND\" report --stats \"$F/shard_stats/perf.data\"").out);
}

TEST(Command, ViewWithoutItsCounterPointsToTheOther) {
  const RunResult result = run("\"$FSFIND\" report -d peer \"$F/shard_stats/skylake.perf.data\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("no peer loads; 1,193 HITM loads are ranked by --display tot"));
  EXPECT_THAT(result.out, testing::Not(HasSubstr("No contended cachelines")));
}

TEST(Command, NamesTheFileItCannotRead) {
  const RunResult missing = run("\"$FSFIND\" report missing.data");
  expectOneLineError(missing);
  EXPECT_THAT(missing.err, HasSubstr("missing.data"));
  EXPECT_THAT(missing.err, HasSubstr("fsfind record"));
  expectOneLineError(run("head -c 1000 /dev/zero >zeros; \"$FSFIND\" report zeros"));
  expectOneLineError(run("\"$FSFIND\" report /dev/zero"));
}

TEST(Command, SaysFirstThatPartOfARecordingIsMissing) {
  const std::string command =
      "cp \"$F/shard_stats/truncated.perf.data\" . && \"$FSFIND\" report truncated.perf.data ";
  const RunResult result = run(command + "| sed -n 2p");
  EXPECT_THAT(result.out, HasSubstr("INCOMPLETE: "));
  EXPECT_THAT(result.err, HasSubstr("fsfind: warning: "));
  EXPECT_THAT(result.err, HasSubstr("is cut off inside a record; everything before"));
  EXPECT_EQ(run(command + "-q --format csv").err, "");
  EXPECT_THAT(run("cd \"$F/shard_stats\"; \"$FSFIND\" diff truncated.perf.data perf.data").err,
              HasSubstr("fsfind: warning: truncated.perf.data:0x74f8: "));
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

TEST(Command, FailOnTellsKindsOfSharing) {
  const std::string shared = "\"$FSFIND\" report -q \"$F/ring_queue/padded.perf.data\" --fail-on ";
  for (const char *terms : {"any", "any:high", "true:high", "false:low,true:high"})
    EXPECT_EQ(run(shared + terms).exit_code, 1) << terms;
  for (const char *terms : {"high", "low", "false:any,first-touch:any", "confirmed"})
    EXPECT_EQ(run(shared + terms).exit_code, 0) << terms;
  const std::string apart = "\"$FSFIND\" report -q \"$F/shard_stats/perf.data\" --fail-on ";
  for (const char *terms : {"high", "false:high", "any:high", "first-touch:low,false:high"})
    EXPECT_EQ(run(apart + terms).exit_code, 1) << terms;
  for (const char *terms : {"true:any", "first-touch:any"})
    EXPECT_EQ(run(apart + terms).exit_code, 0) << terms;
}

TEST(Command, FailOnRefusesWhatItDoesNotKnow) {
  for (const char *command : {"report", "check", "fix", "diff x"})
    for (const char *terms : {"false", "hihg", "false:", ":high", "none,high", "high,", "high, low",
                              "both:high", "false:true", "''"})
      expectOneLineError(
          run(std::string("\"$FSFIND\" ") + command + " --fail-on '" + terms + "' x"));
  expectOneLineError(run("\"$FSFIND\" check --fail-on true:confirmed x"));
  expectOneLineError(run("\"$FSFIND\" report --fail-on new x"));
}

} // namespace commandTest

} // namespace fsfind::test
