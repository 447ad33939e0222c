// The completion scripts know every option that --help shows.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace fsfind::test {

using testing::HasSubstr;
using testing::StartsWith;

namespace documentationTest {

std::set<std::string> longOptions() {
  std::string help;
  for (const std::string command : {"", "record", "report", "diff", "machine", "placement", "watch",
                                    "doctor", "layout", "completion", "config", "check"})
    help += run("\"$FSFIND\" " + command + " --help-all").out;
  std::set<std::string> options;
  const std::regex option("(?:^  |,)--([a-z-]+)", std::regex::multiline);
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at)
    options.insert((*at)[1]);
  return options;
}

TEST(Documentation, HelpShowsOptions) {
  EXPECT_THAT(longOptions(), testing::IsSupersetOf({"version", "lines", "stdio", "output"}));
}

class CompletionScript : public testing::TestWithParam<std::string> {};

TEST_P(CompletionScript, ScriptHasEveryOption) {
  const RunResult script = run("\"$FSFIND\" completion " + GetParam());
  EXPECT_EQ(script.exit_code, 0);
  const std::string dashes = GetParam() == "fish" ? "-l " : "--";
  for (const std::string &option : longOptions())
    EXPECT_THAT(script.out, HasSubstr(dashes + option));
}

TEST_P(CompletionScript, ScriptParses) {
  if (run("command -v " + GetParam()).exit_code != 0)
    GTEST_SKIP() << GetParam() << " is not installed";
  const RunResult result =
      run("\"$FSFIND\" completion " + GetParam() + " -o script && " + GetParam() + " -n script");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

INSTANTIATE_TEST_SUITE_P(Shells, CompletionScript, testing::Values("bash", "zsh", "fish"));

TEST(Completion, BashCompletesCommandsOptionsAndChoices) {
  const std::string complete = "eval \"$(\"$FSFIND\" completion bash)\"\n"
                               "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _fsfind; "
                               "echo \"${COMPREPLY[*]}\"; }\n";
  EXPECT_EQ(run(complete + "try fsfind rep").out, "report\n");
  EXPECT_EQ(run(complete + "try fsfind report --form").out, "--format\n");
  EXPECT_EQ(run(complete + "try fsfind report --format j").out, "json\n");
  EXPECT_EQ(run(complete + "try fsfind report --format = j").out, "json\n");
  EXPECT_THAT(run(complete + "try fsfind report --format =").out,
              StartsWith("text json csv html svg "));
  EXPECT_EQ(run(complete + "try fsfind completion z").out, "zsh\n");
  EXPECT_EQ(run("touch per.json; " + complete + "try fsfind explain per").out,
            "per.json per-thread-slots\n");
}

} // namespace documentationTest

} // namespace fsfind::test
