// fsfind check as a user types it, on small projects of their own.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace {

/// A project whose false sharing only the whole of it shows: the members are declared in the
/// header, written in two units by functions that the third starts on threads.
constexpr const char *kProject = R"(
mkdir -p src build; I='#include'; export XDG_CACHE_HOME="$T/cache" FSFIND_PAGER=cat
cat >src/stats.h <<'END'
#pragma once
#define APART
struct stats {
  long requests;
  APART long errors;
};
extern struct stats stats;
void *serve(void *), *complain(void *);
END
cat >src/serve.c <<END
$I "stats.h"
void *serve(void *arg) {
  for (long i = 0; i < 1000000; i++)
    stats.requests++;
  return arg;
}
END
sed 's/serve/complain/; s/requests/errors/' src/serve.c >src/complain.c
cat >src/main.c <<END
$I "stats.h"
#include <pthread.h>
struct stats stats;
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, serve, 0);
  pthread_create(&b, 0, complain, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
END
entry() { printf '{"directory": "%s/src", "file": "%s", "command": "gcc %s -c %s"}' "$T" "$1" "$2" "$1"; }
database() { echo "[$(entry main.c "$1"), $(entry serve.c "$1"), $(entry complain.c "$1") $2]" >build/compile_commands.json; }
database "-O2 -std=c11"
check() { "$FSFIND" check "$@"; }
)";

RunResult inProject(const std::string &commands) {
  return run(kProject + commands);
}

} // namespace

TEST(Check, NamesTheMembersThatTwoUnitsWrite) {
  const RunResult result = inProject("check");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("src/stats.h:"));
  EXPECT_THAT(result.out, HasSubstr("[fsfind-adjacent-thread-fields]"));
  EXPECT_THAT(result.out,
              HasSubstr("requests is declared here: offset 0, 8 bytes; written by serve"));
  EXPECT_THAT(result.out,
              HasSubstr("errors is declared here: offset 8, 8 bytes; written by complain"));
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units"));
}

TEST(Check, SaysNothingOfMembersThatAreApart) {
  const RunResult result =
      inProject("sed -i 's/^#define APART/& _Alignas(64)/' src/stats.h; check --fail-on any");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("No findings in 3 units"));
}

TEST(Check, FailsAJobAtTheConfidenceAskedFor) {
  EXPECT_EQ(inProject("check --fail-on high").exit_code, 1);
  EXPECT_EQ(inProject("check --fail-on any --rules=-fsfind-adjacent-thread-fields").exit_code, 0);
  EXPECT_EQ(inProject("check --fail-on any --rules=fsfind-adjacent-g*").exit_code, 0);
  EXPECT_EQ(inProject("check --rules=fsfind-none").exit_code, 2);
}

TEST(Check, JoinsFactsThatWereGatheredApart) {
  const RunResult result = inProject(
      "check >whole; for unit in main serve complain; do"
      " check --facts-out $unit.facts src/$unit.c -- -std=c11 >alone; cat alone; done;"
      " cd build; check --facts-in ../complain.facts --facts-in ../serve.facts"
      " --facts-in ../main.facts >../joined; cd ..; grep -c 'stats.h' joined; diff whole <(sed "
      "s,$T/,, joined)");
  EXPECT_THAT(result.out, HasSubstr("No findings in 1 unit"));
  EXPECT_THAT(result.out, Not(HasSubstr("stats.h"))) << "whole and joined differ";
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(Check, ReadsOnlyWhatChanged) {
  const RunResult result = inProject("check >first; check | tail -1; touch src/*; check | tail -1;"
                                     "echo '#define UNUSED' >>src/serve.c; check | tail -1;"
                                     "echo '#define UNUSED' >>src/stats.h; check | tail -1;"
                                     "check --lock-type=spin_t | tail -1; check >last; diff <(head "
                                     "-n -1 first) <(head -n -1 last)");
  EXPECT_EQ(result.out, "1 finding (1 high) in 3 units; 3 from the cache\n"
                        "1 finding (1 high) in 3 units; 3 from the cache\n"
                        "1 finding (1 high) in 3 units; 2 from the cache\n"
                        "1 finding (1 high) in 3 units\n"
                        "1 finding (1 high) in 3 units\n")
      << result.err;
}

TEST(Check, RebuildsABrokenCache) {
  for (const std::string &damage : std::vector<std::string>{
           "for f in cache/fsfind/*; do echo x >$f; done", "truncate -s 9 cache/fsfind/*.facts",
           "rm cache/fsfind/*.facts", "truncate -s -9 cache/fsfind/*.unit"}) {
    const RunResult result =
        inProject("check >first; " + damage + "; check --fail-on any | tail -1");
    EXPECT_EQ(result.out, "1 finding (1 high) in 3 units\n") << damage << result.err;
  }
}

TEST(Check, UnderstandsTheCommandsOfGcc) {
  const RunResult result = inProject(
      "database '-fconserve-stack -fplugin=none.so -mno-such -march=nocore -specs=none -Werror "
      "-Wall"
      " -Wno-such-thing -MD -MF none/d -Wp,-MMD,none/e -include stats.h -fanalyzer -o none/x.o'"
      "; sed -i 's/gcc/ccache x86_64-linux-gnu-gcc-12/' build/compile_commands.json; check; ls "
      "src");
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units")) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(Check, TakesASourceFileWithItsOptions) {
  const RunResult result = inProject("cat src/stats.h src/serve.c src/complain.c src/main.c | grep "
                                     "-v 'include \"' >all.c; mv all.c "
                                     "src; rm -r build; check src/all.c -- -std=c11 -DX='a b'");
  EXPECT_THAT(result.out, HasSubstr("src/all.c:"));
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 1 unit")) << result.err;
}

TEST(Check, GoesOnWithoutUnitsThatFail) {
  const RunResult result = inProject(
      "echo '#pragma clang __debug crash' >src/crash.c;"
      "echo 'int f(void) { return missing; }' >src/wrong.c;"
      "database -O2 \", $(entry crash.c -O2), $(entry gone.c -O2), $(entry wrong.c -O2)\"; check");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 4 units; 2 not read, 1 with errors"));
  EXPECT_THAT(result.err, HasSubstr("src/crash.c: left out: the worker crashed"));
  EXPECT_THAT(result.err, HasSubstr("src/gone.c: left out: "));
  EXPECT_THAT(result.err, HasSubstr("src/wrong.c: 1 error, the first: "));
}

TEST(Check, GivesUpUnitsThatTakeTooLong) {
  const RunResult result =
      inProject("echo 'constexpr int f() { int n = 0; while (true) n ^= 1; return n; } int "
                "n[f()];' >src/e.cc;"
                "check --unit-timeout 1 src/e.cc -- -std=c++17 -fconstexpr-steps=4000000000");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("took longer than 1 s"));
}

TEST(Check, EndsWhenInterrupted) {
  const RunResult result = inProject(
      "echo 'constexpr int f() { int n = 0; while (true) n ^= 1; return n; } int "
      "n[f()];' >src/e.cc;"
      "timeout --foreground --preserve-status -s INT 2 \"$FSFIND\" check src/e.cc -- -std=c++17 "
      "-fconstexpr-steps=4000000000; echo $?; ls cache/fsfind | grep run");
  EXPECT_EQ(result.out, "130\n");
}

TEST(Check, ExplainsWhatItCannotRead) {
  for (const auto &[commands, words] : std::vector<std::pair<std::string, std::string>>{
           {"cd /; check", "found no compile_commands.json"},
           {"check -p nowhere", "nowhere: no such file"},
           {"echo '{' >build/compile_commands.json; check", "is no compile database"},
           {"echo '[{\"file\": 1}]' >build/compile_commands.json; check", "is no compile database"},
           {"echo '[]' >build/compile_commands.json; check", "names no C or C++ file"},
           {"rm src/*.c; check", "no unit could be read"},
           {"echo text >x.facts; check --facts-in x.facts", "x.facts"},
           {"check -- -O2", "no source file before --"},
           {"check --line-size 60", "60 is not a power of two"}}) {
    const RunResult result = inProject(commands);
    EXPECT_EQ(result.exit_code, 2) << commands;
    EXPECT_THAT(result.err, HasSubstr(words)) << commands;
    EXPECT_EQ(result.out, "") << commands;
  }
}

TEST(Check, KeepsToPathsPatternsAndComments) {
  EXPECT_THAT(inProject("check src/stats.h").out, HasSubstr("1 finding (1 high)"));
  EXPECT_THAT(inProject("check build").out,
              HasSubstr("No findings in 3 units; 1 outside the paths"));
  EXPECT_THAT(inProject("check --exclude 'stats.*'").out, HasSubstr("1 outside the paths"));
  EXPECT_THAT(inProject("check --exclude serve.c").out, HasSubstr("No findings in 2 units"));
  const std::string noted = "sed -i 's,requests;,requests; ";
  EXPECT_THAT(inProject(noted + "// NOLINT,' src/stats.h; check").out,
              HasSubstr("No findings in 3 units; 1 suppressed by NOLINT"));
  EXPECT_THAT(inProject(noted + "// NOLINT(fsfind-*),' src/stats.h; check").out,
              HasSubstr("1 suppressed"));
  EXPECT_THAT(inProject(noted + "// NOLINT(bugprone-x),' src/stats.h; check").out,
              HasSubstr("1 finding"));
  EXPECT_THAT(inProject("sed -i 's,^struct,// NOLINTBEGIN\\n&,' src/stats.h; check").out,
              HasSubstr("1 suppressed"));
}

TEST(Check, WritesJsonInTheContract) {
  const RunResult result =
      inProject("check --format=json -o r.json && python3 "
                "\"$F/../tests/cli/validate_schema.py\" "
                "\"$F/../docs/report.schema.json\" r.json; echo $?; cat r.json");
  if (result.out.starts_with("python3-jsonschema"))
    GTEST_SKIP() << result.out;
  EXPECT_TRUE(result.out.starts_with("0\n")) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"writers\":[\"complain\"]"));
  EXPECT_THAT(result.out, HasSubstr("\"verdict\":\"latent\""));
}

} // namespace fsfind::test
