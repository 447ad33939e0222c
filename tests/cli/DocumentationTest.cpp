// The manual page and the completion scripts know every option that --help shows.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace fsfind::test {

using testing::HasSubstr;

namespace {

std::set<std::string> longOptions() {
  std::string help;
  for (const std::string command : {"", "record", "report", "diff", "machine", "placement", "watch",
                                    "doctor", "layout", "completion"})
    help += run("\"$FSFIND\" " + command + " --help").out;
  std::set<std::string> options;
  const std::regex option("(?:^  |,)--([a-z-]+)", std::regex::multiline);
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at)
    options.insert((*at)[1]);
  return options;
}

std::string manualPage() {
  std::ifstream file(FSFIND_SOURCE_DIR "/docs/man/fsfind.1");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace

TEST(Documentation, HelpShowsOptions) {
  EXPECT_THAT(longOptions(), testing::IsSupersetOf({"version", "lines", "stdio", "output"}));
}

TEST(Documentation, ManualPageHasEveryOption) {
  const std::string page = manualPage();
  for (const std::string &option : longOptions()) {
    const std::regex entry("Fl -" + option + "\\b");
    EXPECT_TRUE(std::regex_search(page, entry)) << "--" << option;
  }
}

TEST(Documentation, ManualPageIsWellFormed) {
  if (run("command -v groff").exit_code != 0)
    GTEST_SKIP() << "groff is not installed";
  const RunResult result = run("groff -mdoc -Tutf8 -ww -z \"$F/../docs/man/fsfind.1\"");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
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
  EXPECT_EQ(run(complete + "try fsfind report --format =").out,
            "text json csv html svg sarif rdjson fixes github gitlab markdown\n");
  EXPECT_EQ(run(complete + "try fsfind completion z").out, "zsh\n");
}

} // namespace fsfind::test
