#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind {
namespace htmlPageTest {

using test::run;
using testing::HasSubstr;
using testing::StartsWith;

TEST(HtmlPage, IsWrittenToAFileOrAPipe) {
  const test::RunResult file = run("\"$FSFIND\" report --format=html -o page.html "
                                   "\"$F/shard_stats/perf.data\" && cat page.html");
  EXPECT_EQ(file.exit_code, 0);
  EXPECT_THAT(file.out, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(file.out, HasSubstr("shard_stats_table.{requests, bytes}"));
  const test::RunResult pipe = run("cd \"$F/..\" && \"$FSFIND\" report --format=html "
                                   "fixtures/shard_stats/perf.data | tail -1");
  EXPECT_THAT(pipe.out, StartsWith("</html>"));
}

TEST(HtmlPage, OfADifferenceIsWritten) {
  const test::RunResult diff = run("\"$FSFIND\" diff --format=html \"$F/shard_stats/perf.data\" "
                                   "\"$F/shard_stats/padded.perf.data\"");
  EXPECT_EQ(diff.exit_code, 0);
  EXPECT_THAT(diff.out, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(diff.out, HasSubstr("<td>gone</td>"));
}

TEST(HtmlPage, HasThePatchOfEdits) {
  // The recorded paths of sources are relative to the project.
  const test::RunResult page =
      run("cd \"$F/..\" && \"$FSFIND\" report --format=html -q -p fixtures/compile_commands.json "
          "fixtures/shard_stats/perf.data | sed -n 's/.*id=\"data\">\\([^<]*\\)<.*/\\1/p' | "
          "base64 -d | gunzip");
  EXPECT_THAT(page.out, HasSubstr("--- a/"));
  EXPECT_THAT(page.out, HasSubstr("+++ b/"));
}

TEST(HtmlPage, IsTheSameEachTime) {
  const std::string once = "\"$FSFIND\" report --format=html \"$F/ring_queue/perf.data\" | cksum";
  EXPECT_EQ(run(once).out, run(once).out);
}

TEST(HtmlPage, IsNotForATerminal) {
  if (run("command -v script").exit_code != 0)
    GTEST_SKIP() << "script(1), which gives a terminal, is not installed";
  for (const char *command : {"report", "diff \"$F/shard_stats/perf.data\""}) {
    const test::RunResult refused = run("script -qec '\"$FSFIND\" " + std::string(command) +
                                        " --format=html \"$F/shard_stats/perf.data\"' /dev/null");
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.out, StartsWith("fsfind: standard output: an HTML page is not for a "
                                        "terminal; give -o FILE"));
  }
  EXPECT_THAT(run("script -qec '\"$FSFIND\" report --format=svg \"$F/shard_stats/perf.data\"' "
                  "/dev/null")
                  .out,
              StartsWith("fsfind: standard output: an SVG picture is not for a terminal"));
}

} // namespace htmlPageTest
} // namespace fsfind
