// Baselines and suppressions as a user types them.
#include "tests/cli/CheckProject.h"
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace knownFindingsTest {

const std::string kReport = "\"$FSFIND\" report --fail-on any \"$F/shard_stats/perf.data\" ";
const std::string kSuppress = "--suppressions list 2>&1; echo $?";

TEST(KnownFindings, ABaselineLeavesOutWhatItWasWrittenOf) {
  const RunResult result = run(kReport + "--write-baseline b.json >first; echo $?; " + kReport +
                               "--baseline b.json; echo $?; cat b.json");
  EXPECT_THAT(result.out, testing::StartsWith("1\n"));
  EXPECT_THAT(result.out, HasSubstr("1 finding left out, known by --baseline"));
  EXPECT_THAT(result.out, HasSubstr("\n0\n{\"schema\":2,\"known\":[\n"));
  EXPECT_THAT(result.out, HasSubstr("\"subject\":\"shard_stats"));
}

TEST(KnownFindings, ABaselineOfOneRecordingHoldsForOthersOfTheProgram) {
  const RunResult result =
      run(kReport + "--write-baseline b.json >first; for data in zstd skylake sapphire-rapids zen3 "
                    "neoverse; do \"$FSFIND\" report --fail-on any --baseline b.json "
                    "\"$F/shard_stats/$data.perf.data\" >again; echo $?; done");
  EXPECT_EQ(result.out, "0\n0\n0\n0\n0\n") << result.err;
}

TEST(KnownFindings, ChecksSummaryCountsThem) {
  const RunResult result = inProject(
      "check -q --write-baseline b.json >first; check -q --fail-on any --baseline b.json; "
      "echo $?; check -q --format json --baseline b.json");
  EXPECT_THAT(result.out, HasSubstr("No findings in 3 units"));
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("1 in the baseline\n0\n"), HasSubstr("\"in_baseline\":1")));
}

TEST(KnownFindings, StaleEntriesAreToldIfAsked) {
  const std::string file = "\"$FSFIND\" report \"$F/ring_queue/perf.data\" --write-baseline b.json "
                           ">first; ";
  EXPECT_EQ(ofTheProgram(run(file + kReport + "--baseline b.json").err), "");
  EXPECT_THAT(run(file + kReport + "-v --baseline b.json").err,
              HasSubstr("fsfind: note: b.json: no such finding any more: "));
}

TEST(KnownFindings, SuppressionsLeaveOutWhatTheyFit) {
  const std::string list = "echo '* * shard_stats* # cold' >list; echo '* none.h *' >>list; ";
  EXPECT_THAT(run(list + kReport + kSuppress).out,
              AllOf(HasSubstr("1 finding left out by --suppressions"), testing::EndsWith("\n0\n"),
                    Not(HasSubstr("matches no finding"))));
  EXPECT_THAT(run(list + kReport + "-v " + kSuppress).out,
              HasSubstr("list:2: matches no finding: * none.h *"));
  EXPECT_THAT(
      inProject("echo '* src/stats.h stats::errors' >list; check -q --fail-on any " + kSuppress)
          .out,
      HasSubstr("1 suppressed by file\n0\n"));
}

TEST(KnownFindings, ExplainsWhatItCannotRead) {
  for (const auto &[arguments, words] : std::vector<std::pair<std::string, std::string>>{
           {"--baseline none.json", "none.json"},
           {"--baseline \"$F/README.md\"", "is not whole JSON"},
           {"--baseline <(echo '{\"schema\":1,\"known\":[]}')", "is not in schema 2"},
           {"--suppressions none", "none"},
           {"--suppressions \"$F/README.md\"", "words, not three"},
           {"--suppressions <(echo 'fsfind-adjacent-global * *')",
            ":1: no rule is named fsfind-adjacent-global; did you mean fsfind-adjacent-globals?"},
           {"--write-baseline ''", "file name is empty"}}) {
    const RunResult result = run(kReport + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    EXPECT_THAT(result.err, AllOf(HasSubstr("fsfind: "), HasSubstr(words)));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

} // namespace knownFindingsTest

} // namespace fsfind::test
