// Names of threads by the functions that they run, in simulated recordings.
#include "tests/cli/Run.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace fsfind::test {
namespace recordedThreadsTest {

using testing::Contains;
using testing::Each;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

constexpr const char *kC = R"(
#include <pthread.h>
static volatile long data[4];
static void *fill(void *p) { for (int i = 0; i < 20000; ++i) ++*(volatile long *)p; return 0; }
static void *drain(void *p) { for (int i = 0; i < 20000; ++i) ++*(volatile long *)p; return 0; }
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; ++i) pthread_create(&t[i], 0, i < 2 ? fill : drain, (void *)&data[i]);
  for (int i = 0; i < 4; ++i) pthread_join(t[i], 0);
}
)";

/// `other` is an argument, not what a thread runs; and of two functions that are arguments nothing
/// tells which one it is.
constexpr const char *kCxx = R"(
#include <future>
#include <functional>
#include <thread>
#include <vector>
namespace app {
volatile long data[8];
void add(int i) { for (int n = 0; n < 20000; ++n) data[i] = data[i] + 1; }
void other() {}
struct Worker { long a; void run(int i) { add(i); } };
void with(void (*f)(), int i) { f(); add(i); }
}
struct Functor { void operator()(int i) { app::add(i); } };
int main() {
  app::Worker worker{};
  std::vector<std::thread> all;
  all.emplace_back([] { app::add(0); });
  all.emplace_back([](int i) { app::add(i); }, 1);
  all.emplace_back(app::add, 2);
  all.emplace_back(&app::Worker::run, &worker, 3);
  all.emplace_back(Functor(), 4);
  all.emplace_back(app::with, app::other, 5);
  auto later = std::async(std::launch::async, [] { app::add(6); });
  std::function<void()> held = [] { app::add(7); };
  all.emplace_back(held);
  for (auto &one : all) one.join();
  later.get();
}
)";

class RecordedThreads : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    const std::string command = GetParam();
    if (const std::string missing =
            missingCompiler(command.substr(0, command.find(' '))) + missingEmulator();
        !missing.empty())
      GTEST_SKIP() << missing;
  }
  std::set<std::string> namesIn(const std::string &file, const std::string &source) {
    folder_.write(file, source);
    const std::string program = folder_.pathOf("program"), data = folder_.pathOf("perf.data");
    EXPECT_EQ(run(std::string(GetParam()) + " -pthread " + folder_.pathOf(file) + " -o " + program)
                  .exit_code,
              0);
    EXPECT_EQ(run("\"$FSFIND\" record --engine=simulate -q -o " + data + " " + program).exit_code,
              0);
    const RunResult report = run("\"$FSFIND\" report --format=json --lines 0 --show-all " + data);
    std::set<std::string> names;
    const nlohmann::json read = nlohmann::json::parse(report.out);
    for (const auto &line : read.at("lines"))
      for (const auto &access : line.at("accesses"))
        if (access.at("pid") != access.at("tid"))
          names.insert(access.value("runs", ""));
    return names;
  }

  TemporaryFolder folder_;
};

class RecordedThreadsOfC : public RecordedThreads {};
class RecordedThreadsOfCxx : public RecordedThreads {};

TEST_P(RecordedThreadsOfC, HaveTheNamesOfTheirFunctions) {
  EXPECT_EQ(namesIn("program.c", kC), (std::set<std::string>{"fill", "drain"}));
}

TEST_P(RecordedThreadsOfCxx, HaveTheNamesOfTheAuthorsFunctions) {
  const std::set<std::string> names = namesIn("program.cpp", kCxx);
  EXPECT_THAT(names, IsSupersetOf({"app::add", "app::Worker::run", "Functor"}));
  EXPECT_THAT(names, Contains(StartsWith("main::{lambda")));
  EXPECT_THAT(names, Not(Contains("app::other")));
  EXPECT_THAT(names, Each(Not(StartsWith("std::"))));
}

INSTANTIATE_TEST_SUITE_P(Compilers, RecordedThreadsOfC,
                         testing::Values("gcc -g -O0", "gcc -O2", "clang-19 -g -O2"));
INSTANTIATE_TEST_SUITE_P(Compilers, RecordedThreadsOfCxx,
                         testing::Values("g++ -std=c++17 -g -O0", "g++ -std=c++17 -O2",
                                         "clang++-19 -std=c++17 -g -O1"));

} // namespace recordedThreadsTest
} // namespace fsfind::test
