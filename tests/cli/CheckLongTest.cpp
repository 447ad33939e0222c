// `fsfind check` of functions and records that are very long: it takes about as long as clang.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

namespace checkLongTest {

/// Prints lines for each number from 0; `&` stands for it.
std::string lines(const std::string &text, int count) {
  return "seq 0 " + std::to_string(count - 1) + " | sed 's/.*/" + text + "/'; ";
}

/// The unit `a.c`, whose threads begin in `run`.
std::string unitOf(const std::string &words) {
  return "{ echo '#include <pthread.h>'; echo '#include <stdlib.h>'; " + words +
         "echo 'void start(void) { pthread_t t[2]; pthread_create(&t[0], 0, run, 0); "
         "pthread_create(&t[1], 0, run, 0); }'; } >a.c; ";
}

std::string inRun(const std::string &words) {
  return "echo 'void *run(void *p) {'; " + words + "echo 'return 0; }'; ";
}

TEST(CheckLong, FunctionsWithManyAllocations) {
  const RunResult result =
      run(unitOf("echo 'struct s { long a; };'; " +
                 inRun(lines("struct s *p& = malloc(sizeof *p&); p&->a++;", 40'000))) +
          "\"$FSFIND\" check --no-cache a.c --");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "") << "the unit is read";
}

TEST(CheckLong, FunctionsThatCallOneAboutManyObjects) {
  const RunResult result =
      run(unitOf("echo 'void add(long *);'; " + inRun(lines("long l& = 0; add(\\&l&);", 100'000))) +
          "\"$FSFIND\" check --no-cache --unit-timeout 12 a.c --");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "") << "the unit is read";
}

TEST(CheckLong, FunctionsThatTakeManyLocks) {
  const RunResult result =
      run(unitOf(lines("pthread_mutex_t l&; long g&;", 60'000) +
                 inRun(lines("pthread_mutex_lock(\\&l&); g&++; pthread_mutex_unlock(\\&l&);",
                             60'000))) +
          "timeout -s KILL 60 \"$FSFIND\" check --no-cache a.c --");
  EXPECT_EQ(result.exit_code, 0);
}

TEST(CheckLong, ClassesWithManyBasesAboveEachOther) {
  const RunResult result = run(
      "{ echo '#include <thread>'; echo 'struct B0 { long m0; };'; "
      "seq 700 | while read n; do echo \"struct B$n : B$((n - 1)) { long m$n; };\"; done; "
      "echo 'B700 d; void run(B700 *p) {'; " +
      lines("p->m&++;", 700) +
      "echo '} void start() { std::thread a(run, &d), b(run, &d); a.join(); b.join(); }'; } >a.cc; "
      "timeout -s KILL 60 \"$FSFIND\" check --no-cache a.cc --");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
}

} // namespace checkLongTest

} // namespace fsfind::test
