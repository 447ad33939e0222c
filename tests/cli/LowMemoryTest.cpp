// Commands that have hardly any memory: they end with an error, and by no signal.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

TEST(LowMemory, EndsReadersWithAnError) {
  if (FSFIND_SANITIZED)
    GTEST_SKIP() << "AddressSanitizer takes more than any limit";
  if (run("command -v cc").exit_code != 0)
    GTEST_SKIP() << "there is no C compiler";
  const RunResult result = run(
      "echo 'struct s { long a, b; } v; int main(void) { return (int)v.a; }' >a.c; cc -g a.c -o a; "
      "for limit in $(seq 50000 1000 96000); do "
      "for words in 'layout a' 'check --no-cache a.c --'; do "
      "(ulimit -v $limit; exec timeout -s KILL 60 \"$FSFIND\" $words) >out 2>err; code=$?; "
      "test $code = 0 || { test $code = 2 && test -s err; } || echo \"$limit $words: $code\"; "
      "done; done");
  EXPECT_EQ(result.out, "");
}

} // namespace fsfind::test
