// `fsfind placement`: what it shows of processes on the machine it runs on, and how it ends.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace placementCommandTest {

/// A program that fills two arrays and a block of the heap, and waits.
constexpr const char *kProgram = R"(#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
double grid[1 << 20];
char half[1 << 20];
static char *block;
char *inside;
static void *worker(void *arg) { pause(); return arg; }
int main(int argc, char **argv) {
  pthread_t thread;
  memset(grid, 1, sizeof grid);
  memset(half, 1, sizeof half / 2);
  block = malloc(4 << 20);
  memset(block, 1, 4 << 20);
  inside = block + 100;
  pthread_create(&thread, NULL, worker, NULL);
  if (argc > 1) { sleep(2); return 3; }
  pause();
  return block[argc] + argv[0][0];
}
)";

/// Starts the program, runs the command with its number in $P, and kills it.
std::string beside(const std::string &command, const std::string &options = "-O2") {
  return compiled("solver", kProgram, options) + "{ ./solver & P=$!; sleep 0.3; " + command +
         "; code=$?; kill $P; (exit $code); }";
}

constexpr const char *kValidate = " && python3 \"$F/../tests/cli/validate_schema.py\" "
                                  "\"$F/../docs/placement.schema.json\" p.json";

TEST(Placement, EndedDuringItsFirstLookShowsThatOne) {
  for (const std::string signal : {"INT", "TERM"}) {
    const RunResult result = run(beside("{ timeout --preserve-status -s " + signal +
                                        " 0.3 \"$FSFIND\" placement --every 30 --time 1 $P; }"));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith("fsfind placement: process ")) << signal;
  }
}

TEST(Placement, ShowsVariablesMemoryAndThreads) {
  const RunResult result = run(beside("\"$FSFIND\" placement $P"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("fsfind placement: process "));
  EXPECT_THAT(result.out, ContainsRegex("\n  grid +8 MiB +100\\.0% .*solver\\.c:5"));
  EXPECT_THAT(result.out, ContainsRegex("\n  half +1 MiB +(49|50|51)\\.[0-9]% .*solver\\.c:6"));
  EXPECT_THAT(result.out, ContainsRegex("\n  \\*block +4 MiB +100\\.0% .*solver\\.c:7"));
  EXPECT_THAT(result.out, Not(HasSubstr("inside"))); // no block begins there
  EXPECT_THAT(result.out, ContainsRegex("\n  solver +2 "));
  EXPECT_THAT(result.out, HasSubstr("numa_maps in "));
}

/// 320 variables, small enough to be searched, before and after a large one: 18 MiB in all, which
/// no range reaches. The linker keeps their order.
TEST(Placement, SaysWhereTheSearchForBlocksEnds) {
  constexpr const char *kMany = R"(#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define ONE(n) char n[60 << 10] = {1};
#define TEN(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7) ONE(n##8) ONE(n##9)
#define EIGHTY(n) TEN(n##0) TEN(n##1) TEN(n##2) TEN(n##3) TEN(n##4) TEN(n##5) TEN(n##6) TEN(n##7)
char *early = "";
EIGHTY(a) EIGHTY(b)
char large[1 << 20] = {1};
EIGHTY(c) EIGHTY(d)
char *late = "";
int main(void) {
  memset(early = malloc(4 << 20), 1, 4 << 20);
  memset(late = malloc(4 << 20), 1, 4 << 20);
  pause();
}
)";
  const std::string look =
      "{ ./many & P=$!; sleep 0.3; \"$FSFIND\" placement --format=json $P; kill $P; }";
  const RunResult result =
      run(compiled("many", kMany, "-O0 -fno-toplevel-reorder -fno-pie -no-pie") + look);
  EXPECT_THAT(result.out, HasSubstr("\"early\""));
  EXPECT_THAT(result.out, Not(HasSubstr("\"late\"")));
  EXPECT_THAT(result.out, HasSubstr("only the first 16 MiB of its variables were searched"));
}

TEST(Placement, NamesVariablesBySymbolsWithoutDebugInfo) {
  const RunResult result = run(beside("\"$FSFIND\" placement $P", "-O2 -g0"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("\n  grid +8 MiB +100\\.0% .*solver"));
  EXPECT_THAT(result.out, HasSubstr("no debug info"));
  const RunResult stripped = run(beside("\"$FSFIND\" placement $P", "-O2 -s"));
  EXPECT_EQ(stripped.exit_code, 0) << stripped.err;
  EXPECT_THAT(stripped.out, Not(HasSubstr("grid")));
  EXPECT_THAT(stripped.out, ContainsRegex("variables \\(\\.bss\\) +[0-9]+ +(8|9)[.0-9]* MiB"));
}

TEST(Placement, WritesWhatItsSchemaSaysAndShowsItAgain) {
  const RunResult result =
      run(beside("\"$FSFIND\" placement --format=json -o p.json $P && \"$FSFIND\" placement $P "
                 "--pages 0") +
          kValidate +
          " && \"$FSFIND\" placement p.json --format=json -o again.json && cmp p.json again.json");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, ContainsRegex("\n  grid +8 MiB +\\? "));
}

TEST(Placement, KnowsTheAllocatorBySymbolsAlsoInStaticPrograms) {
  const std::string names = "python3 -c 'import json; print([a[\"kind\"] for a in "
                            "json.load(open(\"p.json\"))[\"looks\"][0][\"allocators\"]])'";
  const std::string look = "\"$FSFIND\" placement --format=json -o p.json $P && ";
  EXPECT_EQ(run(beside(look + names)).out, "['glibc']\n");
  const RunResult other =
      run("cat >own.c <<'EOF'\n"
          "int _rjem_mallctl(void) { return 0; }\nint _rjem_mallctlbymib(void) { return 0; }\n"
          "EOF\ncc -c own.c && " +
          beside(look + names, "-O2 own.o"));
  EXPECT_EQ(other.out, "['jemalloc', 'glibc']\n") << other.err;
}

TEST(Placement, JoinsARecordingOfAnotherRun) {
  // By a short name: a heading is as wide as a terminal at most.
  const RunResult result = run("cp \"$F/shard_stats/skylake.perf.data\" . || exit; sleep 5 & "
                               "\"$FSFIND\" placement --recording skylake.perf.data $!; kill $!");
  EXPECT_THAT(result.out, HasSubstr("skylake.perf.data (of another run: variables are found by "
                                    "name)"))
      << result.err;
}

TEST(Placement, StartsACommandAndPassesItsExitCodeOn) {
  const RunResult result = run(compiled("solver", kProgram) +
                               "\"$FSFIND\" placement --after 0.1 -- ./solver ends; echo $?");
  EXPECT_THAT(result.out, testing::EndsWith("\n3\n"));
  EXPECT_THAT(result.out, HasSubstr("grid"));
  EXPECT_THAT(result.err, HasSubstr("the command ended with exit code 3"));
  const RunResult early = run("\"$FSFIND\" placement --after 5 -- true");
  EXPECT_EQ(early.exit_code, 2);
  EXPECT_THAT(early.err, HasSubstr("before it was looked at"));
  EXPECT_EQ(run("\"$FSFIND\" placement -- ./nowhere").exit_code, 2);
}

TEST(Placement, LooksAgainUntilTheProcessEnds) {
  const RunResult result =
      run("sleep 1.1 & \"$FSFIND\" placement --every 0.2 --format=json -o p.json $!; echo $?; "
          "python3 -c 'import json; print(len(json.load(open(\"p.json\"))[\"looks\"]) > 1)'");
  EXPECT_EQ(result.out, "0\nTrue\n") << result.err;
  const RunResult twice = run("sleep 5 & \"$FSFIND\" placement --every 0.01 --looks 2 $! | grep -c "
                              "'^fsfind placement'; kill $!");
  EXPECT_EQ(twice.out, "2\n");
}

TEST(Placement, SaysWhyThereIsNothingToSee) {
  for (const auto &[command, words] :
       {std::pair<std::string, std::string>{"placement 999999999", "there is none"},
        {"placement 0", "is no process id"},
        {"placement 99999999999999999999", "is no process id"},
        {"placement", "there is no process to look at"},
        {"placement --", "there is no command after --"},
        {"placement 1 -- true", "is given beside a command"},
        {"placement nowhere.json", "nowhere.json: cannot be read"},
        {"placement . ", "is a directory"},
        {"placement --every 1 x.json", "are for a running process"},
        {"placement --recording nowhere $$", "nowhere"},
        {"placement --after nan -- true", "--after"},
        {"placement --format=csv 1", "csv"}}) {
    const RunResult result = run("\"$FSFIND\" " + command);
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.out, IsEmpty()) << command;
    EXPECT_THAT(result.err, HasSubstr(words)) << command;
  }
}

TEST(Placement, AZombieHasNoMemory) {
  const RunResult result = run("python3 -c 'import os, subprocess, sys, time\n"
                               "child = os.fork()\n"
                               "if child == 0: os._exit(0)\n"
                               "time.sleep(0.2)\n"
                               "sys.exit(subprocess.call([os.environ[\"FSFIND\"], \"placement\", "
                               "str(child)]))'");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("zombie"));
}

TEST(Placement, AProcessOfOthersIsNotShown) {
  // A process that gave up being dumpable belongs to root (prctl(2)); root may look all the same,
  // so that another user is taken where the test runs as root.
  const RunResult result =
      run("cp \"$FSFIND\" tool && chmod 755 .. . tool; sleep 5 & P=$!; "
          "if [ $(id -u) = 0 ]; then setpriv --reuid 65534 --clear-groups ./tool placement $P; "
          "else ./tool placement 1; fi; code=$?; kill $P; exit $code");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("may not be looked at"));
}

TEST(Placement, ClosedOutputIsAnErrorAndAClosedPipeIsNone) {
  EXPECT_EQ(run("\"$FSFIND\" placement $$ >&-").exit_code, 2);
  EXPECT_EQ(run("\"$FSFIND\" placement -o no/such/p.json $$").exit_code, 2);
  EXPECT_EQ(run("(\"$FSFIND\" placement $$; echo $? >code) | true; cat code").out, "0\n");
}

#ifdef __x86_64__
// Built without a C library, which need not be installed for 32 bits.
TEST(Placement, LooksAtProgramsOf32Bits) {
  const RunResult result =
      run("cat >small.c <<'EOF'\n"
          "char table[1 << 20];\n"
          "void _start(void) {\n"
          "  for (int i = 0; i < (1 << 20); i += 4096) table[i] = 1;\n"
          "  for (;;) __asm__ volatile(\"int $0x80\" : : \"a\"(29));\n"
          "}\n"
          "EOF\n"
          "cc -m32 -g -O1 -fno-pic -ffreestanding -nostdlib -static small.c -o small && "
          "{ ./small & P=$!; sleep 0.2; \"$FSFIND\" placement $P; kill $P; }");
  EXPECT_THAT(result.out, ContainsRegex("\n  table +1 MiB +100\\.0% .*small\\.c:1")) << result.err;
}
#endif

} // namespace placementCommandTest

} // namespace fsfind::test
