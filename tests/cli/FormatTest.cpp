// The formats of services, as fsfind check and fsfind report write them.
#include "tests/cli/CheckProject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace formatTest {

const std::string kReport = "\"$FSFIND\" report -q \"$F/shard_stats/perf.data\" --format ";

TEST(Format, NamesTheOnesThereAre) {
  for (const std::string command : {"check", "report perf.data"}) {
    const RunResult result = run("\"$FSFIND\" " + command + " --format pdf");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    for (const std::string name :
         {"text", "json", "sarif", "rdjson", "fixes", "github", "gitlab", "gerrit", "markdown"})
      EXPECT_THAT(result.err, HasSubstr(name));
  }
}

TEST(Format, IsToldInTheHelp) {
  for (const std::string command : {"check", "report"})
    EXPECT_THAT(run("\"$FSFIND\" " + command + " --help").out,
                HasSubstr("  gitlab    GitLab Code Quality\n"));
}

TEST(Format, OfSources) {
  for (const auto &[format, words] : std::vector<std::pair<std::string, std::string>>{
           {"sarif", R"("uri": "src/stats.h")"},
           {"rdjson", R"("text": "_Alignas(64) ")"},
           {"fixes", "ReplacementText: \"_Alignas(64) \""},
           {"github", "::error file=src/stats.h,line=5,col="},
           {"gitlab", R"("path": "src/stats.h")"},
           {"gerrit", R"("replacement": "_Alignas(64) ")"},
           {"markdown", "+  APART _Alignas(64) long errors;"}}) {
    const RunResult result = inProject("check -q --format " + format);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(words)) << format;
  }
}

TEST(Format, OfRecordingsTellsOfSimulation) {
  for (const std::string format : {"sarif", "rdjson", "github", "gitlab", "gerrit", "markdown"})
    EXPECT_THAT(run(kReport + format).out, HasSubstr("(simulated")) << format;
}

TEST(Format, SeesPathsFromTheRepository) {
  const RunResult result = inProject("mkdir .git; cd src; check -q -p ../build --format gitlab;"
                                     "check -q -p ../build --format rdjson");
  EXPECT_THAT(result.out, HasSubstr(R"("path": "src/stats.h")"));
  EXPECT_THAT(result.out, HasSubstr(R"("path": "stats.h")")) << "reviewdog starts at the folder";
}

TEST(Format, LeavesOutWhatTheAuthorSilenced) {
  const RunResult result =
      inProject("sed -i 's,APART long errors;,& // NOLINT,' src/stats.h;"
                "check -q --format github; check -q --format gitlab; check -q --format markdown");
  EXPECT_EQ(result.out, "[]\n### fsfind: no findings\n") << result.err;
}

TEST(Format, GoesToAFileAndFailsTheJob) {
  const RunResult result = inProject(
      "check -q --format sarif -o out.sarif --fail-on high; echo $?; head -c 1 out.sarif");
  EXPECT_EQ(result.out, "1\n{") << result.err;
}

TEST(Format, IsKeptFromOneRunToTheNext) {
  const std::string print = "check -q --format gitlab | grep fingerprint;";
  const RunResult result = inProject(print + "sed -i '1i // a line' src/stats.h;" + print);
  const std::size_t half = result.out.size() / 2;
  EXPECT_GT(half, 0U) << result.err;
  EXPECT_EQ(result.out.substr(0, half), result.out.substr(half));
}

} // namespace formatTest

} // namespace fsfind::test
