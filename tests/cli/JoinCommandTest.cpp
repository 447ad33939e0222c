// fsfind report with sources: the fixtures' recordings joined with the programs they are of.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace joinCommandTest {

/// In an empty folder, with a cache of its own.
RunResult report(const std::string &arguments) {
  return run("export XDG_CACHE_HOME=\"$T/cache\" FSFIND_PAGER=cat; \"$FSFIND\" report " +
             arguments);
}

constexpr const char *kRing = "\"$F/ring_queue/perf.data\" -p \"$F\" ";

void expectOneLineError(const RunResult &result, const std::string &what) {
  EXPECT_EQ(result.exit_code, 2);
  const std::string told = ofTheProgram(result.err);
  EXPECT_THAT(told, AllOf(StartsWith("fsfind: "), HasSubstr(what)));
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << told;
  EXPECT_EQ(result.out, "");
}

TEST(Join, ConfirmsWhatSourceAndMeasurementTell) {
  const RunResult result = report(kRing + std::string("\"$F/ring_queue\""));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ofTheProgram(result.err), "");
  EXPECT_THAT(result.out, HasSubstr("verdicts    2 confirmed, 1 measured, 0 latent"));
  EXPECT_THAT(result.out,
              HasSubstr("confirmed: source and measurement  false sharing, write-write"));
  EXPECT_THAT(result.out, HasSubstr("measured only  true sharing"));
  EXPECT_THAT(result.out, HasSubstr("of HITM, "));
  EXPECT_THAT(result.out, HasSubstr("tail_: written by produce; read by"));
  EXPECT_THAT(result.out, HasSubstr("1 writer thread"));
}

// The program was built by a path that leads nowhere from here.
TEST(Join, TakesTheSourcesThatDebugInfoNames) {
  const RunResult result =
      run("cp -r \"$F/ring_queue\" .; cd ring_queue; "
          "\"$FSFIND\" report --sources --no-cache --no-pager perf.data ring_queue.cpp");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("verdicts    2 confirmed, 1 measured, 0 latent"));
  EXPECT_THAT(result.out, HasSubstr("sources     debug info of /opt/demo/ring_queue: 1 unit"));
  const RunResult fixed =
      run("cp -r \"$F/ring_queue\" .; cd ring_queue; \"$FSFIND\" fix --no-cache perf.data");
  EXPECT_THAT(fixed.out, HasSubstr("--- a/ring_queue.cpp")) << fixed.err;
}

TEST(Join, FindsTheSourcesOfWhatIsContendedByItself) {
  const std::string here = "cp -r \"$F/ring_queue\" .; cd ring_queue; export FSFIND_PAGER=cat "
                           "XDG_CACHE_HOME=\"$T/cache\"; \"$FSFIND\" report perf.data ";
  const RunResult result = run(here);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ofTheProgram(result.err), "");
  EXPECT_THAT(result.out, HasSubstr("verdicts    2 confirmed, 1 measured\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("latent: source only")));
  EXPECT_THAT(result.out, Not(HasSubstr("next: ")));
  EXPECT_THAT(run(here + "--no-sources").out, Not(HasSubstr("confirmed")));
  EXPECT_THAT(run(here + "--fail-on high").out, Not(HasSubstr("confirmed")))
      << "a gate does not depend on what can be read in time";
}

TEST(Join, SaysHowSourcesAreJoinedThatItDoesNotFind) {
  // By a short name: lines are as wide as a terminal at most.
  const RunResult result =
      run("mkdir at && cp \"$F\"/ring_queue/perf.data \"$F\"/ring_queue/ring_queue at && "
          "\"$FSFIND\" report at/perf.data");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, Not(HasSubstr("confirmed")));
  EXPECT_THAT(result.out, HasSubstr("next: fsfind report at/perf.data -p BUILD"));
}

// Two hundred evaluations of nearly a million steps each.
TEST(Join, GoesOnWithoutSourcesThatTakeLong) {
  const RunResult result =
      run("cp -r \"$F/ring_queue\" .; cd ring_queue; export FSFIND_PAGER=cat; "
          "echo 'constexpr long f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }'"
          " >>ring_queue.cpp; for i in $(seq 200); do echo 'static_assert(f(24) > 0);'; done"
          " >>ring_queue.cpp; \"$FSFIND\" report --no-cache perf.data");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, Not(HasSubstr("confirmed")));
  EXPECT_THAT(result.out, HasSubstr("next: fsfind report perf.data --sources"));
}

TEST(Join, SaysWhatIsMissingWhereDebugInfoShouldNameTheSources) {
  expectOneLineError(report("--sources \"$F/ring_queue/perf.data\""),
                     "ring_queue/ring_queue.cpp: was compiled into /opt/demo/ring_queue, and is "
                     "neither there nor below this folder; run it in the folder of the sources");
  expectOneLineError(run("cp \"$F/ring_queue/perf.data\" .; \"$FSFIND\" fix perf.data"),
                     "/opt/demo/ring_queue: was not found");
  expectOneLineError(run("\"$FSFIND\" fix \"$F/ring_queue/perf.data\" -p ."),
                     "without -p, debug info leads to the sources of what was recorded");
  expectOneLineError(run("\"$FSFIND\" fix gone.data"), "gone.data: no such file or folder");
  expectOneLineError(run(": >none.data; \"$FSFIND\" fix none.data"),
                     "none.data: the file is empty");
  expectOneLineError(run("printf PERFI >torn.data; \"$FSFIND\" fix torn.data"),
                     "torn.data: a recording of which hardly anything is left");
  expectOneLineError(run("\"$FSFIND\" fix --sources"), "--sources: takes the sources from a");
}

TEST(Join, ListsWhatIsLatentAfterWhatIsMeasured) {
  const RunResult all = report(kRing);
  EXPECT_THAT(all.out, HasSubstr("latent: source only"));
  EXPECT_GT(all.out.find("latent: source only"), all.out.rfind("confirmed: source"));
  EXPECT_THAT(report(kRing + std::string("--min-confidence low")).out,
              Not(HasSubstr("below --min-confidence")));
  EXPECT_THAT(report(kRing + std::string("--exclude hot_flag.c")).out,
              Not(HasSubstr("tracing_enabled")));
}

TEST(Join, TakesFactsThatWereGatheredBefore) {
  const RunResult result =
      run("cp -r \"$F/ring_queue\" .; cd ring_queue; \"$FSFIND\" check -q --no-cache --facts-out "
          "all.facts ring_queue.cpp -- -std=c++20 >/dev/null; rm ring_queue.cpp;"
          "\"$FSFIND\" report perf.data --facts all.facts");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("2 confirmed, 1 measured, 0 latent"));
}

TEST(Join, ShowsTheSourcesAdviceWithItsEdits) {
  const RunResult result = report(kRing + std::string("\"$F/ring_queue\""));
  EXPECT_THAT(result.out, HasSubstr("advice: "));
  EXPECT_THAT(result.out, ContainsRegex("fix:[ \n]"));
  EXPECT_THAT(result.out, HasSubstr("insert 'alignas(64) '"));
}

// Findings of sources have paths from the current folder on; one unit has a header that is missing.
TEST(Join, RedactionKnowsFoldersBelowTheCurrentOne) {
  const RunResult result = run(
      "export XDG_CACHE_HOME=$PWD/cache; d=$PWD/alice/secret; mkdir -p $d; cp \"$F\"/ring_queue/* "
      "$d\n"
      "printf '#include \"alice/gone.h\"\\nint x;\\n' >$d/bad.cpp\n"
      "unit() { echo \"{'directory': '$d', 'file': '$1', 'command': 'c++ -std=c++20 $1'}\"; }\n"
      "echo \"[$(unit ring_queue.cpp), $(unit bad.cpp)]\" | tr \\' '\"' >$d/compile_commands.json\n"
      "for f in text json html sarif rdjson fixes github gitlab gerrit markdown; do\n"
      "  \"$FSFIND\" report -q --format=$f -o $f.out --redact -p alice/secret "
      "alice/secret/perf.data || echo failed $f\n"
      "done\n"
      "grep -alE 'alice|secret|fsfind-cli' *.out\n"
      "grep -ohE 'fix: ring_queue.cpp|not read whole: 1' text.out json.out | sort -u");
  EXPECT_EQ(result.out, "fix: ring_queue.cpp\nnot read whole: 1\n") << result.err;
}

/// fsfind fix with a recording, on a copy of the ring's source.
RunResult fixRing(const std::string &commands) {
  return run("cp -r \"$F/ring_queue/.\" .; git init -q .; cp ring_queue.cpp before.cpp; "
             "fix() { \"$FSFIND\" fix --no-cache \"$@\" ring_queue.cpp -- -std=c++20; }; " +
             commands);
}

TEST(Join, EditsWhatWasMeasuredAndSaysWhyTheRestHasNoEdit) {
  const RunResult result =
      fixRing("fix perf.data --apply; diff before.cpp ring_queue.cpp | grep -c '^>'");
  EXPECT_EQ(result.out, "1\n");
  EXPECT_THAT(result.err, AllOf(HasSubstr("ring_queue.cpp:26: no edit: its readers need"),
                                HasSubstr("ring_queue.cpp:42: no edit: by hand: "),
                                HasSubstr("1 edit written in 1 file ends 1 of 3 findings")));
}

TEST(Join, TellsOfWhatThePathsLeaveOut) {
  const RunResult result = run("cp -r \"$F/ring_queue\" .; cd ring_queue; mkdir other; "
                               "\"$FSFIND\" fix --no-cache perf.data other");
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, AllOf(HasSubstr("ring_queue.cpp"), HasSubstr("no findings")));
}

TEST(Join, EditsNothingThatTheSourcesPartAlready) {
  const RunResult result = fixRing("fix -q perf.data --apply; cp ring_queue.cpp before.cpp; "
                                   "fix perf.data --apply; cmp ring_queue.cpp before.cpp");
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("none with an edit that is safe"));
}

TEST(Join, TakesOneRecordingOnly) {
  const RunResult result = fixRing("cp perf.data other.data; fix perf.data other.data");
  expectOneLineError(result, "other.data: is a second recording");
}

TEST(Join, WritesBothSidesInJson) {
  const RunResult result =
      report(kRing + std::string("--format=json -o r.json && python3 "
                                 "\"$F/../tests/cli/validate_schema.py\" "
                                 "\"$F/../docs/report.schema.json\" r.json; echo $?; cat r.json"));
  if (result.out.starts_with("python3-jsonschema"))
    GTEST_SKIP() << result.out;
  EXPECT_TRUE(result.out.starts_with("0\n")) << result.out.substr(0, 2000) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"written_by\":[\"produce\"]"));
  EXPECT_THAT(result.out, HasSubstr("\"sides\":[{\"verdict\":\"measured\""));
  EXPECT_THAT(result.out, HasSubstr("\"confirmed\":2,\"measured\":1"));
}

TEST(Join, FailsAJobForWhatIsLatentToo) {
  EXPECT_EQ(report("\"$F/hot_flag/padded.perf.data\" --fail-on high").exit_code, 0);
  EXPECT_EQ(report("\"$F/hot_flag/padded.perf.data\" -p \"$F\" --fail-on high").exit_code, 1);
}

TEST(Join, SaysWhatIsWrongWithTheSources) {
  expectOneLineError(report("\"$F/ring_queue/perf.data\" -p nowhere"), "nowhere");
  expectOneLineError(report("\"$F/ring_queue/perf.data\" src"), "-p");
  expectOneLineError(report("\"$F/ring_queue/perf.data\" --exclude '*.h'"), "--exclude: is about");
  expectOneLineError(report("\"$F/ring_queue/perf.data\" --facts none.facts"), "none.facts");
  expectOneLineError(report("--stats \"$F/ring_queue/perf.data\" -p \"$F\""), "--stats");
  expectOneLineError(report(kRing + std::string("--rules nothing")), "nothing");
  expectOneLineError(report(kRing + std::string("nowhere.c")), "nowhere.c");
}

} // namespace joinCommandTest

} // namespace fsfind::test
