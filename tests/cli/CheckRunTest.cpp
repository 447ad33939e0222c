// fsfind check on what it cannot read, and when it is ended.
#include "tests/cli/CheckProject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace checkRunTest {

/// A unit that clang never comes to the end of; `workers PID` names the processes that read units.
const std::string kEndlessUnit =
    "workers() { cat /proc/$1/task/$1/children; };"
    "echo 'constexpr int f() { int n = 0; while (true) n ^= 1; return n; } int n[f()];' >src/e.cc;";

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

TEST(Check, SaysWhichRecordsUnitsLayOutInDifferentWays) {
  const RunResult result = inProject(
      "printf 'struct slot { _Alignas(LINE) long filled; };\\nstruct plain { long a; };\\n' "
      ">src/slot.h; for f in a b c; do printf '#include \"slot.h\"\\nstruct slot %s; struct plain "
      "p%s;\\n' $f $f >src/$f.c; done; echo \"[$(entry a.c -DLINE=64), $(entry b.c -DLINE=128), "
      "$(entry c.c -DLINE=64)]\" >build/compile_commands.json; check; check; check -q");
  const std::string told = "src/slot.h:1: slot has 2 layouts: 64 bytes in src/a.c, 128 bytes in "
                           "src/b.c";
  EXPECT_THAT(result.err, HasSubstr(told));
  EXPECT_THAT(result.err.substr(result.err.find(told) + 1), HasSubstr(told)) << "also by the cache";
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 2) << result.err;
}

// gcc's omp.h has a form of attribute that clang calls an error.
constexpr const char *kWithOpenmp = R"(
cat >src/bins.c <<END
$I <omp.h>
static omp_lock_t guard;
static long bins[16], rounds;
void fill(const unsigned char *bytes, long size) {
  omp_init_lock(&guard);
$P omp parallel
  {
    int self = omp_get_thread_num();
$P omp for
    for (long i = 0; i < size; i++)
      if (bytes[i] == 0)
        bins[self]++;
    omp_set_lock(&guard);
    rounds++;
    omp_unset_lock(&guard);
  }
}
END
echo "[$(entry bins.c "-fopenmp $FLAGS")]" >build/compile_commands.json
)";

TEST(Check, ReadsUnitsWithGccsOpenmpHeader) {
  if (run("echo '#include <omp.h>' | gcc -fopenmp -fsyntax-only -xc -").exit_code != 0)
    GTEST_SKIP() << "gcc has no omp.h";
  const RunResult result = inProject(std::string("P='#pragma'") + kWithOpenmp + "check -v");
  EXPECT_THAT(result.out, HasSubstr("fsfind-per-thread-slots"));
  EXPECT_THAT(result.out, HasSubstr("'bins'"));
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("error")));
}

TEST(Check, TakesAttributesThatNameTheReleasingFunction) {
  const RunResult result = inProject(std::string(R"(P='#pragma'; FLAGS="-I$T/own"; mkdir own
cat >own/omp.h <<'END'
typedef struct { int state; } omp_lock_t;
int omp_get_thread_num(void);
void omp_init_lock(omp_lock_t *), omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);
void omp_free(void *, unsigned long);
void *omp_alloc(unsigned long, unsigned long)
    __attribute__((malloc, malloc(omp_free), __malloc__(omp_free, 1), alloc_size(1)));
END
)") + kWithOpenmp + "check -v");
  EXPECT_THAT(result.out, HasSubstr("'bins'"));
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("error")));
}

TEST(Check, CountsOtherErrorsBesideAnAttributeOfMalloc) {
  const RunResult result = inProject(R"(
echo 'void f(void *); void *g(void) __attribute__((malloc(f))); absent h(void);' >>src/main.c
check -v)");
  EXPECT_THAT(result.out + result.err, HasSubstr("1 with errors"));
  EXPECT_THAT(result.out + result.err, HasSubstr("absent"));
}

// Each compilation has a function step() of its own, which writes another member.
constexpr const char *kCompiledTwice = R"(
sed -i 's/errors/replies/' src/stats.h
cat >src/steps.c <<END
$I "stats.h"
static void step(void) { stats.COUNT++; }
void *RUN(void *arg) {
  for (long i = 0; i < 1000000; i++)
    step();
  return arg;
}
END
echo "[$(entry main.c -O2), $(entry steps.c "-DCOUNT=requests -DRUN=serve"),
       $(entry steps.c "-DCOUNT=replies -DRUN=complain")]" >build/compile_commands.json
)";

TEST(Check, TellsFunctionsOfAFileApartThatIsCompiledTwice) {
  const RunResult result = inProject(kCompiledTwice + std::string("check"));
  EXPECT_THAT(result.out, HasSubstr("'requests' (written by serve) and 'replies' (written by "
                                    "complain)"));
}

TEST(Check, GivesUpUnitsThatTakeTooLong) {
  const RunResult result = inProject(
      kEndlessUnit + "check --unit-timeout 1 src/e.cc -- -std=c++17 -fconstexpr-steps=4000000000");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("took longer than 1 s"));
}

TEST(Check, GivesUpUnitsThatTakeTooMuchMemory) {
  if (FSFIND_SANITIZED)
    GTEST_SKIP() << "AddressSanitizer takes more than any limit";
  const RunResult result =
      inProject("echo 'constexpr int f() { int n[30000000] = {}; n[29999999] = 1; return n[0]; } "
                "int n[f() + 1];' >src/e.cc; database -O2 \", $(entry e.cc \"-std=c++17 "
                "-fconstexpr-steps=2000000000\")\";"
                "check --unit-memory 256 -j 1");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err,
            "fsfind: warning: src/e.cc: left out: takes more than 256 MB (--unit-memory)\n");
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units; 1 not read"));
}

TEST(Check, LeavesNothingWhenTheTerminalInterruptsIt) {
  // The whole process group gets the signal, as from Ctrl-C.
  const RunResult result = inProject(
      kEndlessUnit +
      "export TMPDIR=\"$T/tmp\"; mkdir tmp; set -m;"
      "(trap - INT; exec \"$FSFIND\" check --no-cache -j 2 -o out.txt src/e.cc src/main.c -- "
      "-std=c++17 -fconstexpr-steps=4000000000) & pid=$!;"
      "until worker=$(workers $pid) && [ -n \"$worker\" ]; do sleep 0.1; done; sleep 1;"
      "kill -INT -$pid; wait $pid; echo $?; ls tmp out.txt*; sleep 0.2;"
      "for one in $worker; do [ ! -e /proc/$one ] || echo alive; done");
  EXPECT_EQ(result.out, "130\ntmp:\n") << result.err;
}

TEST(Check, RemovesWhatAKilledOneHasLeft) {
  const RunResult result = inProject(
      kEndlessUnit +
      "export TMPDIR=\"$T/tmp\"; mkdir tmp; \"$FSFIND\" check --no-cache -j 1 src/e.cc -- "
      "-std=c++17 -fconstexpr-steps=4000000000 & pid=$!; until worker=$(workers $pid) && [ -n "
      "\"$worker\" ]; do sleep 0.1; done; kill -KILL $pid; kill -KILL $worker; wait $pid "
      "2>/dev/null; "
      "ls tmp | wc -l; \"$FSFIND\" check -q --no-cache src/main.c -- >/dev/null; ls tmp");
  EXPECT_EQ(result.out, "1\n") << result.err;
}

TEST(Check, GoesOnWhenAWorkerIsKilled) {
  const RunResult result = inProject(
      kEndlessUnit + "database -O2 \", $(entry e.cc '-std=c++17 -fconstexpr-steps=4000000000')\";"
                     "export TMPDIR=\"$T\"; \"$FSFIND\" check --no-cache -j 1 & pid=$!; until [ -e "
                     "fsfind-*/3.out ]; do sleep "
                     "0.1; done; sleep 0.3;"
                     "kill -KILL $(workers $pid); wait $pid");
  EXPECT_EQ(result.err, "fsfind: warning: src/e.cc: left out: the worker was killed, perhaps for "
                        "want of memory (-j, --unit-memory)\n");
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units; 1 not read"));
}

TEST(Check, EndsWhenInterrupted) {
  const RunResult result = inProject(
      kEndlessUnit +
      "timeout --foreground --preserve-status -s INT 2 \"$FSFIND\" check src/e.cc -- -std=c++17 "
      "-fconstexpr-steps=4000000000; echo $?; ls cache/fsfind | grep run");
  EXPECT_EQ(result.out, "130\n");
}

TEST(Check, ExplainsWhatItCannotRead) {
  for (const auto &[commands, words] : std::vector<std::pair<std::string, std::string>>{
           {"cd /; check", "found no compile_commands.json"},
           {"check -p nowhere", "nowhere: no such file or folder"},
           {"check -p src", "src/compile_commands.json: no such file; CMake writes it with"},
           {"echo '{' >build/compile_commands.json; check",
            "build/compile_commands.json: is no compile database: it is not whole JSON: line 2, "
            "column 1; "},
           {"echo '[{\"file\": 1}]' >build/compile_commands.json; check",
            "is no compile database: entry 1 has no \"directory\"; "},
           {"echo '[]' >build/compile_commands.json; check", "names no C or C++ file"},
           {"rm src/*.c; check",
            "fsfind: none of 3 units could be read; the first is src/main.c: "},
           {"check src/gone.c", "src/gone.c: no such file or folder"},
           {"check src/gone.c --", "src/gone.c: no such file or folder"},
           {"check src/serve.c src/gone.c -- -std=c11", "src/gone.c: no such file or folder"},
           {"check src/stats.h --", "src/stats.h -- -x c++"},
           {"check src --", "src: is a folder"},
           {"check src/serve.c -std=c11", "after --: FILE -- OPTIONS"},
           {"database '@gone.rsp'; check", "@gone.rsp: no such file, so its options are not known"},
           {"check --exclude ''", "--exclude: the name is empty"},
           {"check --exclude '*'", "--exclude leaves no unit to read; exclude less"},
           {"echo text >x.facts; check --facts-in x.facts", "x.facts"},
           {"check -- -O2", "no source file before --"},
           {"check --line-size 60", "60 is not a power of two"}}) {
    const RunResult result = inProject(commands);
    EXPECT_EQ(result.exit_code, 2) << commands;
    EXPECT_THAT(result.err, HasSubstr(words)) << commands;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(result.out, "") << commands;
  }
}

TEST(Check, SaysWhereAPathCannotBeFollowed) {
  for (const char *command :
       {"check -p", "check", "fix", "layout stats", "config --config", "check --config"}) {
    const RunResult result =
        inProject("ln -s loop loop; \"$FSFIND\" " + std::string(command) + " loop/x");
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.err, testing::StartsWith("fsfind: loop/x: cannot be reached: Too many"))
        << command;
  }
}

TEST(Check, SaysWhatMayNotBeRead) {
  // Root may read everything by capabilities, which a command can be run without.
  for (const auto &[command, words] : std::vector<std::pair<std::string, std::string>>{
           {"check -p shut/build", "shut/build: cannot be reached: Permission denied"},
           {"fix shut/x.data", "shut/x.data: cannot be reached: Permission denied"},
           {"layout stats shut/x.data", "shut/x.data: cannot be reached: Permission denied"},
           {"layout stats kept", "kept: cannot be read: Permission denied"},
           {"config --config shut/f.yaml", "shut/f.yaml: cannot be reached: Permission denied"}}) {
    const RunResult result =
        inProject("plain=; [ $(id -u) != 0 ] || plain='setpriv "
                  "--bounding-set=-dac_override,-dac_read_search'; mkdir shut; "
                  "echo 1 >kept; chmod 0 shut kept; $plain \"$FSFIND\" " +
                  command + "; s=$?; chmod 700 shut; exit $s");
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.err, testing::StartsWith("fsfind: " + words)) << command;
  }
}

TEST(Check, ShowsPathsAsSeenFromTheFolder) {
  const RunResult result =
      inProject("echo 'int f(void) { return missing; }' >>src/stats.h; check --format=json");
  EXPECT_THAT(result.err, HasSubstr("warning: src/main.c: 1 error, the first: src/stats.h:"));
  EXPECT_THAT(result.out, HasSubstr("\"src/main.c: 1 error, the first: src/stats.h:"));
  EXPECT_EQ(result.out.find(R"(":"/)"), std::string::npos) << "an absolute path";
}

TEST(Check, FollowsLinksToTheProject) {
  const RunResult result = inProject(
      "ln -s \"$T\" ../link; sed -i \"s,$T/src,$T/../link/src,g\" "
      "build/compile_commands.json; check >all; check --no-cache src | diff all - && head -1 all");
  EXPECT_TRUE(result.out.starts_with("src/stats.h:")) << result.out << result.err;
}

TEST(Check, TellsOfSourcesThatTheDatabaseLacks) {
  const RunResult result = inProject("cp src/serve.c src/new.c; check src/new.c src/stats.h");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("warning: src/new.c: not read: build/compile_commands.json"));
  EXPECT_THAT(result.err, Not(HasSubstr("stats.h")));
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units"));
}

TEST(Check, TellsOfFilesInOtherLanguages) {
  const std::string others =
      "database -O2 \", $(entry a.cu -O2), $(entry b.cu -O2), $(entry c.S -O2), $(entry d.f90 "
      "-O2)\"; check ";
  EXPECT_THAT(inProject(others).err,
              HasSubstr("fsfind: 4 files of build/compile_commands.json not read, being neither C "
                        "nor C++: src/a.cu, src/b.cu, src/c.S, and 1 more; -v names them\n"));
  EXPECT_THAT(inProject(others + "-v").err, HasSubstr("src/c.S, src/d.f90\n"));
  EXPECT_EQ(inProject(others + "-q").err, "");
}

TEST(Check, SaysThatItsFolderIsGone) {
  const RunResult result =
      inProject("mkdir gone; cd gone; rmdir ../gone; check --no-cache $T/src/main.c --; echo $?");
  EXPECT_EQ(result.out, "2\n");
  EXPECT_THAT(result.err, testing::HasSubstr("folder"));
}

} // namespace checkRunTest

} // namespace fsfind::test
