// `fsfind report --format=profile` and `--redact`: what leaves the machine, and what is refused.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace profileCommandTest {

/// A shell function that makes a profile of a fixture.
constexpr const char *kMake =
    "make() { \"$FSFIND\" report -q --format=profile -o \"$1\" \"$F/$2\"; }\n";

TEST(Profile, MergesInAnyOrderAndCountsOnce) {
  const RunResult result = run(
      std::string(kMake) +
      "mkdir hosts; make hosts/a.ndjson.zst hot_flag/perf.data\n"
      "make hosts/b.ndjson.zst ring_queue/perf.data\n"
      "m() { \"$FSFIND\" merge \"$@\"; }\n"
      "m hosts -o ab; m hosts/b.ndjson.zst hosts/a.ndjson.zst -o ba; m ab hosts ab -o all\n"
      "m hosts -o hosts/all.ndjson.zst; m hosts -o hosts/all.ndjson.zst\n"
      "cmp ab ba && cmp ab all && cmp ab hosts/all.ndjson.zst && ! cmp -s ab hosts/a.ndjson.zst && "
      "echo same");
  EXPECT_EQ(result.out, "same\n") << result.err;
}

TEST(Profile, TheSameRecordingHasTheSameIdWhereverItLies) {
  const RunResult result = run(
      "make() { \"$FSFIND\" report -q --format=profile --recorded-at 2026-01-01 -o $1 \"$2\"; }\n"
      "make a \"$F/shard_stats/skylake.perf.data\"; make b \"$F/shard_stats/zstd.perf.data\"\n"
      "make c \"$F/shard_stats/pipe.perf.data\"\n"
      "cp \"$F/shard_stats/skylake.perf.data\" moved.data; make d moved.data\n"
      "for pair in 'a b' 'a c' 'b c' 'a d'; do set -- $pair\n"
      "\"$FSFIND\" merge $1 $2 -o both; cmp -s both $1 && echo $1 is $2; done");
  EXPECT_EQ(result.out, "a is d\n") << result.err; // the four hold three samplings
}

TEST(Profile, IsNotMixedWithFacts) {
  const RunResult result = run(
      std::string(kMake) +
      "make a.ndjson.zst hot_flag/perf.data; echo text >b.facts\n"
      "\"$FSFIND\" merge a.ndjson.zst b.facts -o x; echo $?; \"$FSFIND\" merge . -o x; echo $?\n"
      "\"$FSFIND\" merge a.ndjson.zst nowhere -o x; echo $?; ls x");
  EXPECT_EQ(result.out, "2\n2\n2\n");
  EXPECT_THAT(result.err,
              HasSubstr("b.facts: is no profile, but a.ndjson.zst is; merge facts and"));
  EXPECT_THAT(result.err, HasSubstr("nowhere: cannot be read"));
}

TEST(Profile, IsRefusedWhenDamaged) {
  const RunResult result = run(
      std::string(kMake) +
      "make a.ndjson.zst hot_flag/perf.data\n"
      "head -c 500 a.ndjson.zst >cut.ndjson.zst; \"$FSFIND\" merge cut.ndjson.zst -o x; echo $?\n"
      "{ head -c 100 a.ndjson.zst; printf XXXX; tail -c +105 a.ndjson.zst; } >bad.ndjson.zst\n"
      "\"$FSFIND\" merge a.ndjson.zst bad.ndjson.zst -o x; echo $?; ls x");
  EXPECT_EQ(result.out, "2\n2\n");
  EXPECT_THAT(result.err, HasSubstr("cut.ndjson.zst:1: ends too early; write the profile anew"));
  EXPECT_THAT(result.err, HasSubstr("bad.ndjson.zst"));
}

TEST(Profile, IsNoRecording) {
  const RunResult result = run(std::string(kMake) + "make a.ndjson.zst hot_flag/perf.data\n"
                                                    "\"$FSFIND\" report a.ndjson.zst");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("a.ndjson.zst: is a profile, and reports are made of"));
}

TEST(Profile, OfParquetIsRefusedByEachCommandThatMeetsIt) {
  const RunResult result =
      run(std::string(kMake) +
          "make a.ndjson.zst hot_flag/perf.data; printf 'PAR1 and more PAR1' >old.parquet\n"
          "\"$FSFIND\" merge old.parquet a.ndjson.zst -o x; echo $?\n"
          "\"$FSFIND\" merge a.ndjson.zst old.parquet -o x; echo $?\n"
          "\"$FSFIND\" report old.parquet; echo $?; ls x");
  EXPECT_EQ(result.out, "2\n2\n2\n");
  EXPECT_THAT(result.err, HasSubstr("old.parquet: is Parquet"));
  EXPECT_THAT(result.err, HasSubstr("old.parquet: is a Parquet file, and reports are made of"));
}

TEST(Profile, RefusesOptionsThatMeanNothing) {
  const auto error = [](const std::string &options) {
    const RunResult result = run("\"$FSFIND\" report " + options + " \"$F/hot_flag/perf.data\"");
    return result.exit_code == 2 ? result.err : "exit code of " + options;
  };
  EXPECT_THAT(error("--label a=b"), HasSubstr("--label: is about profiles"));
  EXPECT_THAT(error("--recorded-at 2026-01-01"), HasSubstr("--recorded-at: is about profiles"));
  EXPECT_THAT(error("--keep hosts"), HasSubstr("--keep: is about what is taken out"));
  EXPECT_THAT(error("--project /x"), HasSubstr("--project: is about what is taken out"));
  const std::string profile = "--format=profile -o x ";
  EXPECT_THAT(error(profile + "--label nothing"), HasSubstr("'nothing' is no label"));
  EXPECT_THAT(error(profile + "--label a=b --label a=c"), HasSubstr("gives 'a' twice"));
  EXPECT_THAT(error(profile + "--recorded-at today"), HasSubstr("'today' is no time"));
  EXPECT_THAT(error(profile + "--keep all"), HasSubstr("all is none of hosts"));
}

// Host names are planted in composed recordings (tests/fleet).
TEST(Redact, NoFormatHoldsUserFoldersOrCommandLine) {
  if (const std::string missing = missingCompiler(); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result =
      run("mkdir -p home/alice/app && cd home/alice/app\n"
          "cat >app.c <<'E'\n"
          "#include <pthread.h>\n"
          "struct pair { long mine; long yours; } pair;\n"
          "static void *one(void *x) { for (int i = 0; i < 20000; ++i) pair.mine++; return x; }\n"
          "static void *two(void *x) { for (int i = 0; i < 20000; ++i) pair.yours++; return x; }\n"
          "int main(void) { pthread_t t[2]; pthread_create(t, 0, one, 0);\n"
          "pthread_create(t + 1, 0, two, 0); pthread_join(t[0], 0); pthread_join(t[1], 0); return "
          "0; }\n"
          "E\n"
          "cc -O0 -g -pthread -o app app.c || exit 9\n"
          "\"$FSFIND\" record -q --engine=simulate -o \"$PWD/perf.data\" ./app --password=hunter2 "
          "|| exit 8\n"
          "for f in text json csv html svg sarif rdjson fixes github gitlab markdown profile; do\n"
          "  \"$FSFIND\" report -q --format=$f --redact -o ../../../$f.out \"$PWD/perf.data\" || "
          "echo failed $f\n"
          "done\n"
          "\"$FSFIND\" report -q --format=json -o ../../../json.plain \"$PWD/perf.data\"\n"
          "cd ../../..\n"
          "grep -alE \"alice|hunter2|password|fsfind-cli\" *.out\n"
          "grep -oE 'alice|hunter2|pair' json.plain json.out | sort -u");
  if (const std::string missing = missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  EXPECT_EQ(result.out, "json.out:pair\njson.plain:alice\njson.plain:hunter2\njson.plain:pair\n")
      << result.err;
}

// Notes on programs that are not found name every place where they were searched.
TEST(Redact, NoNoteHoldsFoldersThatAreGivenByRelativePaths) {
  const RunResult result =
      run("mkdir -p alice/secret bob/client/root carol/debug dave\n"
          "cp \"$F/shard_stats/perf.data\" alice/secret\n"
          "for options in '--symfs bob/client/root' '--symfs ./bob//client/root/' "
          "'--symfs dave/../bob/client/root' '--debug-dir carol/debug'; do\n"
          "  for path in alice/secret ./alice/secret alice/secret/../secret; do\n"
          "    \"$FSFIND\" report -q --redact --format=json $options $path/perf.data >>out.json "
          "|| echo failed $options $path\n"
          "  done\n"
          "done\n"
          "grep -oE 'not at shard_stats, shard_stats' out.json | sort -u\n"
          "grep -oE 'alice|secret|bob|client|carol|dave' out.json | sort -u");
  EXPECT_EQ(result.out, "not at shard_stats, shard_stats\n") << result.err;
}

} // namespace profileCommandTest

} // namespace fsfind::test
