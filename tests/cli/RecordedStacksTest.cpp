// Names of variables on stacks by the frames that lived while threads ran, in simulated recordings.
#include "tests/cli/Run.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>

namespace fsfind::test {
namespace recordedStacksTest {

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

/// Two functions have the same memory one after the other; the second has far fewer samples.
constexpr const char *kTwoFunctions = R"(
#include <pthread.h>
#include <stdio.h>
#include <string.h>
struct work { long *at; int rounds, store; };
static void *use(void *given) {
  const struct work *work = given;
  volatile long *at = work->at;
  volatile long seen = 0; /* who only loads the same waits, as it seems */
  for (int i = 0; i < work->rounds; ++i)
    if (work->store)
      *at = i;
    else
      seen = *at;
  return 0;
}
static void both(long *written, long *read, int rounds) {
  const struct work works[] = {{written, rounds, 1}, {read, rounds, 0}};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, use, (void *)&works[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
}
__attribute__((noinline)) static long first(int rounds) {
  _Alignas(64) struct { long head, tail, rest[6]; } ring; /* on one line, whatever the environment */
  memset(&ring, 0, sizeof ring);
  both(&ring.head, &ring.tail, rounds);
  return ring.head;
}
__attribute__((noinline)) static long second(int rounds) {
  _Alignas(64) long sums[8];
  memset(sums, 0, sizeof sums);
  both(&sums[0], &sums[1], rounds);
  return sums[0];
}
int main(void) {
  printf("%ld\n", first(60000) + second(12000));
}
)";

/// Two threads take turns to run one fiber, so that its stack goes from one to the other. Before,
/// main fills the stack's memory.
constexpr const char *kFiber = R"(
#define _GNU_SOURCE
#include <semaphore.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
enum { kRounds = 400, kBytes = 65536 };
static ucontext_t fiber, caller;
static sem_t turns[2];
static long total;
static void work(void) {
  for (;;) {
    volatile long sums[16] = {0};
    for (int i = 0; i < 200; ++i)
      sums[i % 16] += i;
    total += sums[3];
    swapcontext(&fiber, &caller);
  }
}
static void *take(void *given) {
  const long self = (long)given;
  for (int i = 0; i < kRounds; ++i) {
    sem_wait(&turns[self]);
    swapcontext(&caller, &fiber);
    sem_post(&turns[1 - self]);
  }
  return 0;
}
int main(void) {
  getcontext(&fiber);
  fiber.uc_stack.ss_sp = mmap(0, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fiber.uc_stack.ss_size = kBytes;
  volatile char *top = (char *)fiber.uc_stack.ss_sp + kBytes;
  for (int i = 0; i < 10000; ++i)
    top[-1 - i % 512] = 1;
  makecontext(&fiber, work, 0);
  sem_init(&turns[0], 0, 1);
  sem_init(&turns[1], 0, 0);
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, take, (void *)i);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  printf("%ld\n", total);
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

  static std::uint64_t guessed(const std::map<std::string, std::uint64_t> &contended) {
    const auto used = contended.find("used");
    return used == contended.end() ? 0 : used->second;
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
  EXPECT_LE(guessed(contended), 2U) << "what main does on its own stack in the end";
  EXPECT_LE(guessed(contendedBy("--no-allocations")), 2U) << "no name before a wrong one";
}

TEST_P(RecordedStacks, MemoryThatIsUsedAgainHasTheNameOfEachTime) {
  folder_.write("program.c", kTwoFunctions);
  const std::string build = std::string(GetParam()) + " -g -pthread " +
                            folder_.pathOf("program.c") + " -o " + folder_.pathOf("program");
  ASSERT_EQ(run(build).exit_code, 0);
  // A busy host may not let the two threads of one function run at a time.
  std::map<std::string, std::uint64_t> contended;
  for (int tries = 0; tries < 3; ++tries) {
    contended = contendedBy("");
    if (contended["ring"] > 3 * contended["sums"] && contended["ring"] < 8 * contended["sums"])
      break;
  }
  EXPECT_GT(contended["sums"], 0U);
  EXPECT_GT(contended["ring"], 3 * contended["sums"]) << "five times as many rounds";
  EXPECT_LT(contended["ring"], 8 * contended["sums"]);
}

TEST_P(RecordedStacks, AStackThatGoesFromThreadToThreadIsNotShared) {
  folder_.write("program.c", kFiber);
  const std::string build = std::string(GetParam()) + " -g -pthread " +
                            folder_.pathOf("program.c") + " -o " + folder_.pathOf("program");
  ASSERT_EQ(run(build).exit_code, 0);
  contendedBy("");
  const nlohmann::json report = nlohmann::json::parse(
      run("\"$FSFIND\" report --format=json " + folder_.pathOf("perf.data")).out);
  for (const auto &finding : report.at("findings")) {
    EXPECT_NE(finding.at("object").at("kind"), "stack") << finding.at("message");
    EXPECT_NE(finding.at("object").at("name"), "sums") << finding.at("message");
  }
  EXPECT_GT(report.at("summary").at("lines_handed_over").get<int>(), 0);
}

INSTANTIATE_TEST_SUITE_P(Compilers, RecordedStacks,
                         testing::Values("gcc -O0", "gcc -O1", "gcc -O2", "gcc -O3",
                                         "gcc -O2 -fomit-frame-pointer", "clang-19 -O0",
                                         "clang-19 -O2"));

} // namespace recordedStacksTest
} // namespace fsfind::test
