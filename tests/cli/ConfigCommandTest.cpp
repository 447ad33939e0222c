// A project's .fsfind.yaml as the commands take it.
#include "tests/cli/CheckProject.h"
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace fsfind::test {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

namespace configCommandTest {

/// Writes the file into the current folder.
std::string config(const std::string &text, const std::string &file = ".fsfind.yaml") {
  return "cat >" + file + " <<'END'\n" + text + "END\n";
}

const std::string kExitOf = "; echo $?; ";

/// A unit whose threads start by a function that nobody knows.
const std::string kOwnStarter = R"(cat >own.c <<'END'
struct pair { long a, b; } pair;
void hopp(void (*run)(void));
static void f(void) { for (long i = 0; i < 1000000; i++) pair.a++; }
static void g(void) { for (long i = 0; i < 1000000; i++) pair.b++; }
void begin(void) { hopp(f); hopp(g); }
END
)";

TEST(Config, LiftsNoLimitThatProtects) {
  const auto shown = [](const std::string &file, const std::string &options) {
    return run(config(file) + "\"$FSFIND\" config --dump " + options +
               " | sed -n 's/^\\(jobs\\|unit-[a-z]*\\): \\([0-9]*\\).*/\\2/p'");
  };
  const std::string much = "unit-memory: 1048576\nunit-timeout: 86400\njobs: 1024\n";
  const RunResult result = shown(much, "");
  EXPECT_THAT(result.out, AllOf(EndsWith("\n120\n4096\n"), Not(HasSubstr("1024\n"))));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 3) << result.err;
  const RunResult in_section = shown("check:\n  unit-memory: 1048576\n", "");
  EXPECT_THAT(in_section.err, HasSubstr("unit-memory"));
  const RunResult named = shown(much, "--config .fsfind.yaml");
  EXPECT_EQ(named.out + named.err, "1024\n86400\n1048576\n");
  const RunResult less = shown("unit-memory: 100\nunit-timeout: 3\njobs: 1\n", "");
  EXPECT_EQ(less.out + less.err, "1\n3\n100\n");
}

TEST(Config, TheCommandLineCountsMoreThanTheFile) {
  const RunResult result = inProject(config("fail-on: any\n") + "check -q -p build >first" +
                                     kExitOf + "check -q -p build --fail-on none >second" +
                                     kExitOf + "check -q -p build --no-config >third" + kExitOf +
                                     config("fail-on: none\n", "other.yaml") +
                                     "check -q -p build --config other.yaml >fourth" + kExitOf);
  EXPECT_EQ(result.out, "1\n0\n0\n0\n") << result.err;
}

TEST(Config, PathsAreRelativeToTheFileAndListsAddUp) {
  const RunResult result = inProject(
      config("build: build\nexclude: [complain.c]\nsuppressions: none.list\n") +
      "touch none.list; mkdir -p deep/er; cd deep/er; check -q --fail-on any >none" + kExitOf +
      "check -q --exclude serve.c --format json >both; grep -o '\"units\":[0-9]*' both");
  EXPECT_EQ(result.out, "0\n\"units\":1\n") << result.err;
}

TEST(Config, RulesOfTheCommandLineReplaceTheFiles) {
  const RunResult result = inProject(
      config("rules: [-fsfind-adjacent-*]\n") + "check -q -p build --fail-on any >none" + kExitOf +
      "check -q -p build --rules 'fsfind-adjacent-*' --fail-on any >some" + kExitOf);
  EXPECT_EQ(result.out, "0\n1\n") << result.err;
}

TEST(Config, TeachesNames) {
  const std::string run_check =
      "\"$FSFIND\" check -q --no-cache --fail-on any own.c >out" + kExitOf;
  const RunResult result =
      run(kOwnStarter + run_check + config("names: |\n  starter hopp callable=1\n") + run_check +
          config("names: [starter hopp]\n") + run_check +
          "\"$FSFIND\" check -q --no-cache --no-config "
          "--names 'starter hopp callable=1' --fail-on any own.c >out" +
          kExitOf);
  EXPECT_EQ(result.out, "0\n1\n1\n1\n") << result.err;
}

TEST(Config, WhatDoesNotGoWithATypedOptionIsLeftOut) {
  const RunResult result =
      run(config("machine: nowhere.json\n") +
          "\"$FSFIND\" report --stats \"$F/shard_stats/perf.data\" "
          ">stats" +
          kExitOf + "\"$FSFIND\" report \"$F/shard_stats/perf.data\"" + kExitOf);
  EXPECT_EQ(result.out, "0\n2\n") << result.err;
  EXPECT_THAT(result.err, HasSubstr("nowhere.json"));
}

TEST(Config, AMachineDoesNotKeepHardwareFromRecording) {
  const std::string told =
      config("record: {machine: nowhere.json}\n") + "\"$FSFIND\" config --dump -- record ";
  EXPECT_THAT(run(told + "--engine hardware ./a").out, HasSubstr("# machine: is not set\n"));
  EXPECT_THAT(run(told + "--engine simulate ./a").out, HasSubstr("machine: nowhere.json  # "));
  const RunResult typed = run("\"$FSFIND\" record --engine hardware --machine m.json true");
  EXPECT_EQ(typed.exit_code, 2);
  EXPECT_THAT(typed.err, HasSubstr("--machine: is for simulation"));
}

TEST(Config, ABaselineThatIsNotThereYetCanBeWritten) {
  const RunResult result =
      inProject(config("build: build\nbaseline: ci/b.json\n") + "mkdir ci; check -q" + kExitOf +
                "check -q --write-baseline other.json" + kExitOf +
                "check -q --write-baseline \"$T/ci/b.json\" >first" + kExitOf +
                "check -q --fail-on any >second; echo $?");
  EXPECT_EQ(result.out, "2\n2\n0\n0\n") << result.err;
  EXPECT_THAT(result.err, HasSubstr("fsfind: .fsfind.yaml:2:11: ci/b.json: cannot be read: "));
}

TEST(Config, IsTheSameByItsNameAndFound) {
  // What a link's file names is beside the link.
  const RunResult result =
      run("mkdir -p project/conf; cd project; touch names.txt; echo 'int i;' >a.c; " +
          config("knowledge: names.txt\n", "conf/team.yaml") +
          "ln -s conf/team.yaml .fsfind.yaml; \"$FSFIND\" check -q --no-cache a.c >found" +
          kExitOf + "\"$FSFIND\" check -q --no-cache --config .fsfind.yaml a.c >named" + kExitOf +
          "\"$FSFIND\" config >found; \"$FSFIND\" config --config .fsfind.yaml | cmp found -");
  EXPECT_EQ(result.out, "0\n0\n") << result.err;
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(Config, RefusesWhatCommandsRefuse) {
  for (const auto &[text, words] : std::vector<std::pair<std::string, std::string>>{
           {"rules: ['*', nonsense]\n", ".fsfind.yaml:1:14: rules: nonsense is no rule's name; "},
           {"rules: ['*', '-*']\n", ".fsfind.yaml:1:9: rules: no rule is left; "},
           {"line-size: 8\n", ".fsfind.yaml:1:12: line-size: '8' is none of 16, 32, "}}) {
    const std::string project = config(text) + "echo 'int i;' >a.c; \"$FSFIND\" ";
    for (const char *command : {"config", "check -q --no-cache a.c --"}) {
      const RunResult result = run(project + command);
      EXPECT_EQ(result.exit_code, 2) << text << command;
      EXPECT_THAT(result.err, testing::StartsWith("fsfind: " + words)) << command;
    }
  }
  const RunResult list =
      run(config("rules: 'fsfind-adjacent-*,-fsfind-contended-*'\n") + "\"$FSFIND\" config");
  EXPECT_EQ(list.exit_code, 0) << list.err;
  const RunResult typed =
      run(config("rules: '*'\n") + "echo 'int i;' >a.c; \"$FSFIND\" check --rules no a.c");
  EXPECT_THAT(typed.err, testing::StartsWith("fsfind: --rules: no is no rule's name"));
}

TEST(Config, AFileThatIsMissingIsToldWithThePlaceOfItsName) {
  const RunResult result = inProject(config("build: build\npaths: [src, gone]\n") + "check -q");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err,
              testing::StartsWith("fsfind: .fsfind.yaml:2:14: gone: no such file or folder; "));
  for (const char *folder : {"src", "src/", "."})
    EXPECT_THAT(
        inProject(config("build: " + std::string(folder) + "\n") + "check -q").err,
        testing::ContainsRegex("^fsfind: \\.fsfind\\.yaml:1:8: .*compile_commands\\.json: no "
                               "such file; "));
}

TEST(Config, TheSmallestLineIsOneForAllCommands) {
  const RunResult result =
      run(config("line-size: 16\n") + "\"$FSFIND\" config >out" + kExitOf +
          "\"$FSFIND\" report --line-size 8 \"$F/shard_stats/perf.data\"" + kExitOf);
  EXPECT_EQ(result.out, "0\n2\n") << result.err;
  EXPECT_THAT(result.err, HasSubstr("8 is not a power of two from 16 to 4096"));
}

TEST(Config, SaysThatAFileInherits) {
  const RunResult result = run(
      config("jobs: 1\n") + "mkdir near; cd near; " + config("line-size: 128\ninherit: true\n") +
      "\"$FSFIND\" config; \"$FSFIND\" config --dump >dump; grep -E 'inherit|jobs' dump; "
      "\"$FSFIND\" config --config dump | grep -c jobs");
  EXPECT_THAT(result.out, testing::ContainsRegex("\n  inherit +true +\\.fsfind\\.yaml:2\n"));
  EXPECT_THAT(result.out, HasSubstr("\n# inherit: true  # .fsfind.yaml:2\njobs: 1  # "));
  EXPECT_THAT(result.out, EndsWith("\n1\n"));
}

TEST(Config, PathsDoNotCountForSourcesBeforeDashes) {
  const RunResult result =
      run(kOwnStarter + config("paths: [elsewhere]\nnames: [starter hopp]\n") +
          "mkdir elsewhere; \"$FSFIND\" check -q --no-cache --fail-on any own.c -- -O2 >out" +
          kExitOf + "\"$FSFIND\" check -q --no-cache -- -O2" + kExitOf);
  EXPECT_EQ(result.out, "1\n2\n");
  EXPECT_THAT(result.err, HasSubstr("no source file before --"));
}

TEST(Config, AMistakeEndsTheCommandWithItsPlace) {
  for (const auto &[text, words] : std::vector<std::pair<std::string, std::string>>{
           {"jobs: 2\nline-sizes: 64\n",
            ".fsfind.yaml:2:1: the key 'line-sizes' is unknown; did you "
            "mean 'line-size'?"},
           {"fail-on: confirmed\n",
            ".fsfind.yaml:1:10: fail-on: 'confirmed' is none of none, any, "},
           {"report: {jobs: 2000}\n",
            ".fsfind.yaml:1:16: jobs: '2000' is no number from 0 to 1024"},
           {"names: [starte f]\n", ".fsfind.yaml:1:9: names: the kind 'starte' is unknown"},
           {"knowledge: nowhere\n", "nowhere: "},
           {"watch: {on-alarm: touch ran}\n", ".fsfind.yaml:1:9: the key 'on-alarm' is unknown"},
           {"exclude: [a\n", "is no YAML: "}}) {
    const RunResult result = run(config(text) + "echo 'int i;' >a.c; \"$FSFIND\" check -q a.c");
    EXPECT_EQ(result.exit_code, 2) << text;
    EXPECT_EQ(result.out, "") << text;
    EXPECT_THAT(result.err, AllOf(HasSubstr("fsfind: "), HasSubstr(words)));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

TEST(Config, AMistakeDoesNotEndWhatReadsNoFile) {
  const RunResult result =
      run(config("nonsense\n") + "\"$FSFIND\" check --help >help" + kExitOf +
          "\"$FSFIND\" completion bash >script" + kExitOf + "\"$FSFIND\" explain >rules" + kExitOf +
          "\"$FSFIND\" explain --config "
          ".fsfind.yaml" +
          kExitOf);
  EXPECT_EQ(result.out, "0\n0\n0\n2\n") << result.err;
}

TEST(Config, ShowsWhatIsInForce) {
  const RunResult result =
      run(config("line-size: 128\nreport:\n  exclude: ['*.cc']\n") +
          "mkdir sub; cd sub; \"$FSFIND\" config; \"$FSFIND\" config --no-config");
  EXPECT_THAT(result.out, testing::MatchesRegex("/[^\n]*/\\.fsfind\\.yaml\n"
                                                "  line-size +128 +line 1\n"
                                                "  report: exclude +\\*\\.cc +line 3\n"
                                                "there is no \\.fsfind\\.yaml here or above\n"))
      << result.err;
}

TEST(Config, ShowsNoControlCharacters) {
  const RunResult result =
      run("mkdir \"$(printf 'a\\033b')\"; cd a*; " +
          config("exclude: [\"\\e]0;x\\a\\nline-size 8\", \"\\u009b1m\\u202e\"]\ncheck: {rules: "
                 "\"\\e*\"}\n") +
          "\"$FSFIND\" config; \"$FSFIND\" config --dump; \"$FSFIND\" config --dump -- report");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char *acting : {"\033", "\007", "\xc2\x9b", "\u202e", "\nline-size 8"})
    EXPECT_THAT(result.out, Not(HasSubstr(acting)));
}

TEST(Config, WarnsOfFilesThatAreNotThere) {
  const RunResult result =
      run(config("knowledge: [here, gone]\nbaseline: ci/b.json\nreport:\n  machine: m.json\n") +
          "touch here; \"$FSFIND\" config >shown" + kExitOf + "\"$FSFIND\" config --dump >dump");
  EXPECT_EQ(result.out, "0\n");
  EXPECT_EQ(result.exit_code, 0);
  const std::string told = "fsfind: warning: .fsfind.yaml:1: knowledge: no such file or folder: "
                           "gone\n"
                           "fsfind: warning: .fsfind.yaml:2: baseline: no such file or folder: "
                           "ci/b.json\n"
                           "fsfind: warning: .fsfind.yaml:4: report: machine: no such file or "
                           "folder: m.json\n";
  EXPECT_EQ(result.err, told + told);
}

TEST(Config, WarnsOfFoldersThatAreNotThere) {
  const RunResult result =
      run(config("symfs: nosym\ndebug-dir: [here, nodbg]\nbuild: empty\nbaseline: gone\n") +
          "mkdir here empty; \"$FSFIND\" config >shown");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr(".fsfind.yaml:1: symfs: no such file or folder: nosym\n"),
                    HasSubstr(".fsfind.yaml:2: debug-dir: no such file or folder: nodbg\n"),
                    HasSubstr(":3: build: no such file or folder: empty/compile_commands.json\n"),
                    HasSubstr(".fsfind.yaml:4: baseline: no such file or folder: gone\n")));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 4) << result.err;
}

TEST(Config, TriesFilesAsTheCommandsDo) {
  const std::string source = "echo 'int i;' >a.c; echo 'int wrong;' >w.c; \"$FSFIND\" ";
  for (const auto &[text, words, command] : std::vector<std::array<std::string, 3>>{
           {"knowledge: w.c\n", "1:12: w.c:1: the kind 'int' is unknown", "check -q a.c"},
           {"baseline: w.c\n", "1:11: w.c: is not whole JSON", "check -q a.c"},
           {"suppressions: w.c\n", "1:15: w.c:1: ", "check -q a.c"},
           {"machine: w.c\n", "1:10: w.c: ", "report \"$F/shard_stats/perf.data\""},
           {"symfs: a.c\n", "1:8: symfs: 'a.c' is not a directory; ",
            "report \"$F/shard_stats/perf.data\""}}) {
    for (const std::string &one : {std::string("config"), command}) {
      const RunResult result = run(config(text) + source + one);
      EXPECT_EQ(result.exit_code, 2) << text << one;
      EXPECT_THAT(result.err, testing::StartsWith("fsfind: .fsfind.yaml:" + words)) << one;
    }
  }
}

TEST(Config, DoesNotReadPipes) {
  const RunResult result = run(config("knowledge: pipe\nbaseline: /dev/null\n") +
                               "mkfifo pipe; timeout 60 \"$FSFIND\" config >shown");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(Config, ADumpSaysTheSame) {
  const RunResult result =
      run(config("line-size: 128\nexclude: [a, \"b\\\"'#: *\"]\nrules: '*'\nknowledge: k\n"
                 "names: |\n  ordinary x\nreport: {fail-on: confirmed, baseline: b}\n") +
          "\"$FSFIND\" config --dump >one; \"$FSFIND\" config --dump --config one >two; "
          "sed 's/ *#[^\"]*$//' one >plain-one; sed 's/ *#[^\"]*$//' two >plain-two; "
          "cmp plain-one plain-two && cat one");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("\nline-size: 128  # .fsfind.yaml:1\n"),
                                HasSubstr("\n  - \"b\\\"'#: *\"  # .fsfind.yaml:2\n"),
                                HasSubstr("\nmin-confidence: medium  # default\n"),
                                HasSubstr("\n# symfs: is not set\n"),
                                EndsWith("report:\n  fail-on: confirmed  # .fsfind.yaml:7\n"
                                         "  baseline: b  # .fsfind.yaml:7\n")));
}

TEST(Config, TellsWhatACommandGoesBy) {
  const RunResult result = run(
      config("line-size: 128\njobs: 1\nexclude: a\nmachine: m\n") +
      "\"$FSFIND\" config --dump -- check --line-size 64 --exclude b; \"$FSFIND\" config -- chek");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("# fsfind check\n"), HasSubstr("\nline-size: 64  # command line\n"),
                    HasSubstr("\njobs: 1  # .fsfind.yaml:2\n"),
                    HasSubstr("\n  - a  # .fsfind.yaml:3\n  - b  # command line\n"),
                    Not(HasSubstr("machine"))));
}

TEST(Config, AReportWithoutSourcesTakesWhatIsForThem) {
  const std::string report = "\"$FSFIND\" report --format json \"$F/shard_stats/perf.data\" ";
  const RunResult result =
      run(config("rules: [-fsfind-contended-atomic]\npaths: [src]\nexclude: [x]\nbuild: none\n"
                 "names: [lock-type Gate]\nmin-confidence: low\njobs: 1\n") +
          report + ">one" + kExitOf + report + "--no-config >two; cmp one two && echo same");
  EXPECT_EQ(result.out, "0\nsame\n") << result.err;
}

TEST(Config, ARecordingTellsHowItWasMade) {
  if (const std::string missing = missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result =
      run(config("line-size: 128\nmachine: nowhere.json\n") +
          "\"$FSFIND\" record --engine=simulate -q --config .fsfind.yaml "
          "\"$F/shard_stats/shard_stats\" "
          ">out && \"$FSFIND\" report --no-config --format json -o r.json && "
          "grep -o '\"line_size\":[0-9]*' r.json | head -1; grep -o -- '--line-size=128' r.json");
  EXPECT_EQ(result.out, "\"line_size\":128\n--line-size=128\n") << result.err;
}

} // namespace configCommandTest

} // namespace fsfind::test
