// What fsfind check advises for numbers that threads share, from the sources alone.
#include "tests/cli/CheckProject.h"
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace checkAdviceTest {

/// Threads run `loop` round by round, another thread `beside` meanwhile.
std::string adviceFor(const std::string &loop, const std::string &beside = "") {
  return run(R"(export XDG_CACHE_HOME="$T/cache" FSFIND_PAGER=cat
cat >jobs.cpp <<'END'
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
std::atomic<long> total;
std::atomic<bool> done;
long taken[1000];
void work() {
  for (long i = 0; i < 1000; i++) {
    )" + loop +
             R"(
  }
}
void watch() {
  while (!done.load()) {
    )" + beside +
             R"(
  }
}
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back(work);
  std::thread watcher(watch);
  for (auto &one : threads)
    one.join();
  done = true;
  watcher.join();
  std::printf("%ld\n", total.load());
}
END
"$FSFIND" check -v --min-confidence low jobs.cpp -- -std=c++17)")
      .out;
}

TEST(CheckAdvice, ALocalSumForWhatIsOnlyAddedTo) {
  const std::string text = adviceFor("total.fetch_add(i, std::memory_order_relaxed);");
  EXPECT_THAT(text, HasSubstr("[fsfind-contended-atomic]"));
  EXPECT_THAT(text, HasSubstr("[accumulate-locally]"));
}

TEST(CheckAdvice, NoLocalCopyOfWhatThreadsActBy) {
  const std::string tickets[] = {
      "long at = total.load(); while (!total.compare_exchange_weak(at, at + 1)) ;"
      "taken[at % 1000]++;",
      "long at = total.fetch_add(1); taken[at % 1000] = i;",
      "taken[total.exchange(i) % 1000]++;",
      "total.fetch_add(1); if (total.fetch_sub(1) == 1) taken[0]++;",
  };
  for (const std::string &loop : tickets) {
    const std::string text = adviceFor(loop);
    EXPECT_THAT(text, HasSubstr("'total'")) << loop;
    EXPECT_THAT(text, Not(HasSubstr("accumulate-locally"))) << loop;
  }
}

TEST(CheckAdvice, WhatThreadsActByIsToBeChangedLessOften) {
  for (const std::string loop :
       {"if (total.exchange(i) == i) done = true;", "if (total.fetch_sub(1) == 1) done = true;"}) {
    const std::string text = adviceFor(loop);
    EXPECT_THAT(text, HasSubstr("[fsfind-contended-atomic]")) << loop;
    EXPECT_THAT(text, HasSubstr("change it less often")) << loop;
    EXPECT_THAT(text, Not(HasSubstr("accumulate-locally"))) << loop;
  }
}

TEST(CheckAdvice, NoLocalSumOfWhatAnotherThreadReads) {
  const std::string text =
      adviceFor("total.fetch_add(1);", "if (total.load() > 100) std::puts(\"full\");");
  EXPECT_THAT(text, HasSubstr("'total'"));
  EXPECT_THAT(text, Not(HasSubstr("accumulate-locally")));
  EXPECT_THAT(text, HasSubstr("put together by who reads"));
}

TEST(Check, NamesWhatAPointerLeadsToByThePointer) {
  const RunResult result = inProject(R"(
cat >count.cpp <<END
$I <atomic>
$I <thread>
$I <vector>
std::atomic<long> *made = new std::atomic<long>;
void add() {
  for (int i = 0; i < 1000000; ++i)
    made->fetch_add(1);
}
int main(int threads, char **) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back(add);
  for (auto &one : all)
    one.join();
}
END
check count.cpp -- -std=c++17)");
  EXPECT_THAT(result.out, HasSubstr("'*made' is updated by all threads of add in a loop"));
}

} // namespace checkAdviceTest

} // namespace fsfind::test
