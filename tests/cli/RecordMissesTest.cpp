// What simulated recordings tell of what a miss is worth: essential, or useless.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fsfind::test {

namespace recordMissesTest {

/// Four workers look at a setting and add to a counter beside it; with `apart`, two of them only
/// look, and two only add. With `processes` the workers are these.
constexpr const char *kSetting = R"(
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct state { long setting, count; };
static struct state own __attribute__((aligned(64))) = {1, 0};
static struct state *state = &own;
static int apart;
static void *work(void *number) {
  const int looks = !apart || (long)number % 2 == 0, adds = !apart || !looks;
  for (int i = 0; i < 50000; ++i)
    if (!looks || __atomic_load_n(&state->setting, __ATOMIC_RELAXED))
      if (adds)
        __atomic_fetch_add(&state->count, 1, __ATOMIC_RELAXED);
  return 0;
}
int main(int words, char **word) {
  apart = words > 1 && !strcmp(word[1], "apart");
  if (words > 1 && !strcmp(word[1], "processes")) {
    state = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    state->setting = 1;
    for (long i = 0; i < 2; ++i)
      if (fork() == 0)
        _exit(work((void *)i) != 0);
    while (wait(0) > 0)
      ;
    return 0;
  }
  pthread_t threads[4];
  for (long i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
}
)";

/// Each of four locks is one thread's at a time, and all are each thread's in turn.
constexpr const char *kTurns = R"(
#include <pthread.h>
static pthread_mutex_t locks[4] __attribute__((aligned(64))) = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t gate;
static void *work(void *number) {
  for (long phase = 0; phase < 4; ++phase) {
    pthread_mutex_t *mine = &locks[((long)number + phase) % 4];
    for (int i = 0; i < 3000; ++i) {
      pthread_mutex_lock(mine);
      pthread_mutex_unlock(mine);
    }
    pthread_barrier_wait(&gate);
  }
  return 0;
}
int main(void) {
  pthread_t threads[4];
  pthread_barrier_init(&gate, 0, 4);
  for (long i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
}
)";

class Misses : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
  }

  struct Counts {
    std::uint64_t contended = 0, essential = 0, useless = 0;
    nlohmann::json finding; ///< the first
  };
  /// Of what a program does, recorded with these options.
  static Counts countsOf(const std::string &program, const std::string &command,
                         const std::string &options = "") {
    const RunResult result = run(compiled("program", program.c_str(), "-O1") +
                                 "\"$FSFIND\" record --engine=simulate -q " + options + command +
                                 " && \"$FSFIND\" report --no-sources --format=json");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const nlohmann::json report = nlohmann::json::parse(result.out, nullptr, false);
    Counts counts;
    for (const nlohmann::json &line : report.at("lines"))
      for (const nlohmann::json &access : line.at("accesses")) {
        counts.contended += access.at("contended").get<std::uint64_t>();
        counts.essential += access.at("essential").get<std::uint64_t>();
        counts.useless += access.at("useless").get<std::uint64_t>();
      }
    EXPECT_GT(counts.contended, 100U) << command;
    if (!report.at("findings").empty())
      counts.finding = report.at("findings").at(0);
    return counts;
  }
};

TEST_F(Misses, AreEssentialIfTheLineIsUsedForNewsLater) {
  for (const char *command : {"./program", "./program processes"}) {
    const Counts counts = countsOf(kSetting, command);
    EXPECT_GT(counts.essential * 100, counts.contended * 95) << command;
    EXPECT_EQ(counts.finding.at("sharing"), "true") << command;
  }
}

TEST_F(Misses, AreUselessOfThreadsThatUseNoNews) {
  Counts counts;
  for (int tries = 0; tries < 4; ++tries) { // how threads overlap is the host's affair
    counts = countsOf(kSetting, "./program apart");
    if (counts.useless > counts.contended / 4 && counts.essential > counts.contended / 20 &&
        counts.finding.value("sharing", "") == "mixed")
      break;
  }
  EXPECT_GT(counts.useless, counts.contended / 4);
  EXPECT_GT(counts.essential, counts.contended / 20) << "two threads add";
  EXPECT_EQ(counts.finding.at("sharing"), "mixed");
}

TEST_F(Misses, AreUselessOfOneThreadsLockBesideOthers) {
  const Counts counts = countsOf(kTurns, "./program");
  EXPECT_GT(counts.useless * 100, counts.contended * 95);
  EXPECT_EQ(counts.finding.at("sharing"), "false");
}

} // namespace recordMissesTest

} // namespace fsfind::test
