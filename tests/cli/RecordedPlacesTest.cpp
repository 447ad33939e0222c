// Places in reports of programs whose debug info has relative folders, as that of distributions.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace recordedPlacesTest {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char *kProgram = R"(#include <pthread.h>
static volatile long a, b;
static void *add(void *p) { for (int i = 0; i < 20000; ++i) ++*(volatile long *)p; return 0; }
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, (void *)&a);
  pthread_create(&two, 0, add, (void *)&b);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
)";

TEST(RecordedPlaces, NameFoldersOnce) {
  if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result = run(
      "mkdir part && cd part && " +
      compiled("program", kProgram, "-O1 -ffile-prefix-map=$T/part=./part") +
      "cd .. && \"$FSFIND\" record --engine=simulate -q -o perf.data part/program && \"$FSFIND\" "
      "report --format=json perf.data");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("\"part/"), Not(HasSubstr("part/part"))));
}

} // namespace recordedPlacesTest
} // namespace fsfind::test
