// Names of variables on stacks by the frames that lived while threads ran, in simulated recordings.
#include "tests/cli/Run.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>

namespace fsfind::test {
namespace {

using testing::Contains;
using testing::Key;
using testing::Not;

/// `early` is gone when the threads of `late` use the same memory. `late` starts them by a helper,
/// and has memory on its stack whose size the compiler does not know.
constexpr const char *kProgram = R"(
#include <alloca.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *add(void *counter) {
  for (int i = 0; i < 20000; ++i)
    ++*(volatile int *)counter;
  return 0;
}
__attribute__((noinline)) static void early(int value) {
  int used[64];
  for (int i = 0; i < 40000; ++i)
    *(volatile int *)&used[i % 64] = value;
  add(&used[value % 64]);
}
__attribute__((noinline)) static pthread_t start(int *counter) {
  pthread_t thread;
  pthread_create(&thread, 0, add, counter);
  return thread;
}
__attribute__((noinline)) static int late(int size) {
  int left = 0, right = 0;
  char *name = alloca(size);
  memset(name, 1, size);
  pthread_t one = start(&left), other = start(&right);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return left + right + name[size / 2];
}
int main(int argc, char **argv) {
  (void)argv;
  early(argc);
  printf("%d\n", late(argc * 40));
}
)";

class RecordedStacks : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler(compiler()) + missingEmulator();
        !missing.empty())
      GTEST_SKIP() << missing;
  }
  static std::string compiler() {
    const std::string command = GetParam();
    return command.substr(0, command.find(' '));
  }
  /// Contended loads by the name of what they met.
  std::map<std::string, std::uint64_t> contendedBy(const std::string &options) const {
    const std::string program = folder_.pathOf("program"), data = folder_.pathOf("perf.data");
    EXPECT_EQ(run("\"$FSFIND\" record --engine=simulate -q --quantum=50 --period-loads=2 " +
                  options + " -o " + data + " " + program)
                  .exit_code,
              0);
    const RunResult report = run("\"$FSFIND\" report --format=json --lines 0 " + data);
    std::map<std::string, std::uint64_t> contended;
    const nlohmann::json read = nlohmann::json::parse(report.out);
    for (const auto &line : read.at("lines"))
      for (const auto &access : line.at("accesses")) {
        const std::uint64_t hitm =
            access.at("lcl_hitm").get<std::uint64_t>() + access.at("rmt_hitm").get<std::uint64_t>();
        if (hitm != 0)
          contended[access.at("object").at("name").get<std::string>()] += hitm;
      }
    return contended;
  }

  TemporaryFolder folder_;
};

TEST_P(RecordedStacks, NameTheLocalsThatThreadsUse) {
  folder_.write("program.c", kProgram);
  const std::string build = std::string(GetParam()) + " -g -pthread " +
                            folder_.pathOf("program.c") + " -o " + folder_.pathOf("program");
  ASSERT_EQ(run(build).exit_code, 0);
  const auto contended = contendedBy("");
  EXPECT_THAT(contended, Contains(Key("left")));
  EXPECT_THAT(contended, Contains(Key("right")));
  EXPECT_THAT(contended, Not(Contains(Key("used"))));
  const auto without = contendedBy("--no-allocations");
  EXPECT_THAT(without, Not(Contains(Key("used")))) << "no name before a wrong one";
}

INSTANTIATE_TEST_SUITE_P(Compilers, RecordedStacks,
                         testing::Values("gcc -O0", "gcc -O1", "gcc -O2", "gcc -O3",
                                         "gcc -O2 -fomit-frame-pointer", "clang-19 -O0",
                                         "clang-19 -O2"));

} // namespace
} // namespace fsfind::test
