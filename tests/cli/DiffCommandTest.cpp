// fsfind diff as a user types it.
#include "tests/cli/CheckProject.h"
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace diffCommandTest {

const std::string kBad = "\"$F/shard_stats/perf.data\" ";
const std::string kPadded = "\"$F/shard_stats/padded.perf.data\" ";

RunResult diff(const std::string &arguments) {
  return run("\"$FSFIND\" diff " + arguments);
}

TEST(Diff, TellsThatPaddingEndedTheSharing) {
  const RunResult result = diff(kBad + kPadded);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("gone"));
  EXPECT_THAT(result.out, HasSubstr("shard_stats_table.{requests, bytes}"));
  EXPECT_THAT(result.out, HasSubstr("0 new, 0 worse, 0 unchanged, 0 better, 1 gone"));
}

TEST(Diff, ExitsByWhatItIsToldToFailOn) {
  EXPECT_EQ(diff("--fail-on worse " + kBad + kPadded).exit_code, 0);
  EXPECT_EQ(diff("--fail-on any " + kBad + kPadded).exit_code, 1);
  EXPECT_EQ(diff("--fail-on new " + kPadded + kBad).exit_code, 1);
  EXPECT_EQ(diff("--fail-on worse " + kPadded + kBad).exit_code, 1);
  EXPECT_EQ(diff("--fail-on any " + kBad + kBad).exit_code, 0);
  EXPECT_EQ(diff(kPadded + kBad).exit_code, 0);
  for (const char *terms : {"high", "false:new", "any:worse", "true:new,false:worse"})
    EXPECT_EQ(diff(std::string("--fail-on ") + terms + " " + kPadded + kBad).exit_code, 1) << terms;
  for (const char *terms : {"true:any", "first-touch:new", "confirmed"})
    EXPECT_EQ(diff(std::string("--fail-on ") + terms + " " + kPadded + kBad).exit_code, 0) << terms;
  EXPECT_EQ(diff("--fail-on high,false:new " + kBad + kPadded).exit_code, 0);
}

TEST(Diff, ReportsAreAsGoodAsRecordings) {
  const std::string write = "\"$FSFIND\" report --format=json -o ";
  const RunResult result =
      run(write + "a.json " + kBad + "&& " + write + "b.json " + kPadded +
          "&& \"$FSFIND\" diff a.json b.json | grep gone && \"$FSFIND\" diff a.json " + kBad);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("1 gone"));
  EXPECT_THAT(result.out, HasSubstr("0 new, 0 worse, 1 unchanged, 0 better, 0 gone; -v"));
}

TEST(Diff, WarnsWhereTheProgramIsNoLongerTheRecordedOne) {
  const std::string away = "mkdir none; cp " + kBad + "bad.data; cp " + kPadded + "padded.data; ";
  const RunResult result =
      run(away + "\"$FSFIND\" diff --symfs none bad.data padded.data; echo $?");
  EXPECT_THAT(result.err, HasSubstr("fsfind: warning: bad.data: "));
  EXPECT_THAT(result.err, HasSubstr("samples on contended lines have names"));
  EXPECT_THAT(result.out, testing::EndsWith("\n0\n"));
}

TEST(Diff, RefusesARecordingWhoseProgramWasBuiltAnew) {
  const RunResult result =
      run("mkdir -p now/opt/demo; cd now/opt/demo; cp \"$F/shard_stats/shard_stats_padded\" .; "
          "cp shard_stats_padded shard_stats; cd \"$T\"; cp " +
          kBad + "bad.data; cp " + kPadded +
          "padded.data; \"$FSFIND\" diff --symfs now bad.data padded.data >diff; echo $?; "
          "cat diff; \"$FSFIND\" report --symfs now bad.data 2>/dev/null; "
          "\"$FSFIND\" fix --symfs now bad.data");
  EXPECT_THAT(result.out, testing::StartsWith("2\nfsfind report: "))
      << "it would be all new and gone";
  EXPECT_THAT(result.err, testing::StartsWith("fsfind: /opt/demo/shard_stats: was built anew after "
                                              "bad.data was recorded"));
  EXPECT_THAT(result.out, HasSubstr("no advice: shard_stats was built anew after it was recorded"));
  EXPECT_THAT(result.err, HasSubstr("fsfind: /opt/demo/shard_stats: was built anew after it was "
                                    "recorded, and what was recorded named the sources"));
}

TEST(Diff, ARecordingKeepsItsNamesWhenTheProgramIsBuiltAnew) {
  if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  constexpr const char *kProgram = R"(#include <pthread.h>
static volatile long mine, yours;
static void *add(void *p) { for (int i = 0; i < 20000; ++i) ++*(volatile long *)p; return 0; }
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, (void *)&mine);
  pthread_create(&two, 0, add, (void *)&yours);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
)";
  const std::string record = "\"$FSFIND\" record --engine=simulate -q -o ";
  const RunResult result = run(
      "export XDG_CACHE_HOME=$T/cache; " + compiled("program", kProgram) + record +
      "a.data ./program && " + compiled("program", "\n\n" + std::string(kProgram), "-O2") + record +
      "b.data ./program && \"$FSFIND\" diff -v a.data b.data && rm program && \"$FSFIND\" "
      "report --format=json --no-sources a.data; ls cache/fsfind/recorded");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, Not(HasSubstr("built anew")));
  EXPECT_THAT(result.out, Not(HasSubstr("oldest"))) << "there is room for so much";
  EXPECT_THAT(result.out, HasSubstr("0 new,"));
  EXPECT_THAT(result.out, HasSubstr(" 0 gone"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("\"mine\""), HasSubstr("\"yours\"")));
}

TEST(Diff, RefusesAJoinedReportAndOneThatIsNot) {
  const RunResult result = run("\"$FSFIND\" report --format=json -o a.json " + kBad +
                               "&& sed 's/^\"sources\":null/\"sources\":{\"path\":\"b\"}/' a.json "
                               ">b.json; \"$FSFIND\" diff a.json b.json; echo $?");
  EXPECT_EQ(result.out, "2\n");
  EXPECT_THAT(result.err, HasSubstr("fsfind: b.json: is joined with sources"));
}

TEST(Diff, JsonKeepsToItsSchema) {
  const RunResult result =
      run("\"$FSFIND\" diff --format json -o d.json " + kBad + kPadded +
          "&& python3 \"$F/../tests/cli/validate_schema.py\" \"$F/../docs/diff.schema.json\" "
          "d.json; echo $?; cat d.json");
  if (result.out.find("\n77\n") != std::string::npos)
    GTEST_SKIP() << result.out;
  EXPECT_THAT(result.out, testing::StartsWith("0\n"));
  EXPECT_THAT(result.out, HasSubstr("\"change\":\"gone\""));
}

TEST(Diff, ComparesSourcesByWhatIsThere) {
  const RunResult result = inProject(
      "check -q --format json -o a.json; sed -i 's/^#define APART$/#define APART "
      "_Alignas(64)/' src/stats.h; check -q --format json -o b.json; "
      "\"$FSFIND\" diff a.json b.json; \"$FSFIND\" diff --fail-on new b.json a.json; echo $?");
  EXPECT_THAT(result.out, HasSubstr("1 gone"));
  EXPECT_THAT(result.out, HasSubstr("src/stats.h:"));
  EXPECT_THAT(result.out, HasSubstr("1 new"));
  EXPECT_THAT(result.out, testing::EndsWith("\n1\n"));
}

TEST(Diff, ExplainsWhatItCannotDo) {
  const std::string json = "echo '{\"schema\":1,\"findings\":[]}' >s.json; \"$FSFIND\" diff ";
  for (const auto &[arguments, words] : std::vector<std::pair<std::string, std::string>>{
           {"\"$FSFIND\" diff " + kBad, "after is required"},
           {"\"$FSFIND\" diff none " + kBad, "none"},
           {"echo '{\"a\":1}' >x; \"$FSFIND\" diff x " + kBad, "x: is not a report of fsfind"},
           {"echo text >x; \"$FSFIND\" diff " + kBad + "x", "x: is not a perf.data recording"},
           {json + kBad + "s.json", "s.json: is about sources"},
           {"\"$FSFIND\" diff " + kBad + "\"$F/shard_stats/skylake.perf.data\"", "simulated"},
           {"\"$FSFIND\" diff --confidence 100 a b", "--confidence"},
           {"\"$FSFIND\" diff --confidence nan a b", "nan is not a number from 50 to"},
           {"\"$FSFIND\" diff --fail-on better a b", "--fail-on"}}) {
    const RunResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    EXPECT_THAT(result.err, AllOf(HasSubstr("fsfind: "), HasSubstr(words)));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

} // namespace diffCommandTest

} // namespace fsfind::test
