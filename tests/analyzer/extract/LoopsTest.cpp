#include "tests/analyzer/extract/FactsOf.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

/// Loops, and what their iterations come by.
namespace fsfind::test {
namespace loopsTest {

using testing::ElementsAre;

std::string textOf(const Facts &facts, const FactLoop &loop) {
  std::string text;
  const auto add = [&](const std::string &word) { text += (text.empty() ? "" : " ") + word; };
  if (loop.wait.what != Wait::None)
    add(loop.wait.what == Wait::Event ? "waits" : fmt::format("{}us", loop.wait.period));
  for (const FunctionIndex callee : loop.passed_calls)
    add(facts.function(callee).name);
  return text;
}

/// What the body of `f` and each of its loops come by.
std::vector<std::string> passedIn(const Facts &facts) {
  std::vector<std::string> all;
  if (const FactFunction *function = functionOf(facts, "f"))
    for (const FactLoop &loop : function->loops)
      all.push_back(textOf(facts, loop));
  return all;
}

const std::string kDeclared = R"(
  unsigned sleep(unsigned); int usleep(unsigned); long read(int, void *, unsigned long);
  struct timespec { long tv_sec, tv_nsec; }; int nanosleep(const struct timespec *, void *);
  int poll(void *, unsigned long, int); int epoll_wait(int, void *, int, int);
  int more(void), rare(void); void work(void), other(void);
  void stop(void) __attribute__((noreturn));
)";

std::vector<std::string> passedBy(const std::string &body) {
  return passedIn(factsOf(kDeclared + "void f(int n) {" + body + "}", "test.c"));
}

/// What the only loop of a body comes by.
std::string passedByLoop(const std::string &body) {
  const auto all = passedBy(body);
  EXPECT_EQ(all.size(), 2U) << body;
  return all.back();
}

TEST(Loops, WhatEachIterationComesBy) {
  struct Row {
    std::string body, passed;
  };
  for (const Row &one : std::vector<Row>{
           {"while (n) { work(); sleep(1); }", "1000000us work"},
           {"for (;;) { if (rare()) { sleep(1); } work(); }", "work rare"},
           {"for (;;) { if (rare()) { sleep(1); break; } }", "rare"},
           {"for (;;) { if (rare()) continue; sleep(1); }", "rare"},
           {"for (;;) { if (rare()) stop(); sleep(1); }", "1000000us rare"},
           {"for (;; sleep(1)) if (rare()) continue;", "1000000us rare"},
           {"for (;;) { if (rare()) goto end; sleep(1); } end:;", "1000000us rare"},
           {"for (;;) { if (rare()) goto next; sleep(1); next: work(); }", "work rare"},
           {"while (n && read(0, &n, 1)) work();", "waits work"},
           {"while (n || read(0, &n, 1)) work();", "work"},
           {"while (!(n || read(0, &n, 1))) work();", "waits work"},
           {"do { if (rare()) continue; } while (sleep(1) == 0);", "1000000us rare"},
           {"while (n) n ? sleep(1) : sleep(2);", ""},
           {"while (n) { switch (n) { case 1: sleep(1); break; default: work(); } }", ""},
           {"while (n) { switch (n) { case 1: work(); default: sleep(1); } }", "1000000us"},
           {"while (n) { switch (n) { case 1: sleep(1); } }", ""},
       })
    EXPECT_EQ(passedByLoop(one.body), one.passed) << one.body;
}

TEST(Loops, HowLongCallsWait) {
  struct Row {
    std::string call, wait;
  };
  for (const Row &one : std::vector<Row>{
           {"usleep(250)", "250us"},
           {"usleep(n)", "0us"},
           {"usleep(0)", "usleep"},
           {"poll(&n, 1, 100)", "waits"},
           {"poll(&n, 1, 0)", "poll"},
           {"poll(0, 0, 100)", "100000us"},
           {"epoll_wait(n, &n, 1, -1)", "waits"},
           {"epoll_wait(n, &n, 1, 0)", "epoll_wait"},
           {"({ struct timespec t = {2}; nanosleep(&t, 0); })", "2000000us"},
           {"({ struct timespec t = {0, 5000}; nanosleep(&t, 0); })", "5us"},
           {"({ struct timespec t; t.tv_sec = 0; t.tv_nsec = 4000000; nanosleep(&t, 0); })",
            "4000us"},
           {"({ struct timespec t = {1}; t.tv_sec = n; nanosleep(&t, 0); })", "0us"},
           {"({ struct timespec t = {9}; t.tv_sec = 3; nanosleep(&t, 0); })", "3000000us"},
           {"(usleep(10), usleep(20))", "20us"},
       })
    EXPECT_EQ(passedByLoop("for (;;) " + one.call + ";"), one.wait) << one.call;
}

TEST(Loops, AFunctionOfTheProgramIsNotTakenForALibrarys) {
  EXPECT_THAT(passedIn(factsOf(R"(
    static int sleep(int n) { return n; }
    void f(void) { for (;;) sleep(1); })",
                               "test.c")),
              ElementsAre("", "sleep"));
}

TEST(Loops, DurationsAndConditions) {
  const std::string chrono = R"(
    namespace std {
    template <long N, long D> struct ratio {};
    namespace chrono {
    template <class Rep, class Period> struct duration {
      Rep r; constexpr explicit duration(Rep v) : r(v) {}
    };
    using milliseconds = duration<long, ratio<1, 1000>>;
    using minutes = duration<long, ratio<60, 1>>;
    }
    namespace this_thread {
    template <class R, class P> void sleep_for(const chrono::duration<R, P> &);
    }
    struct condition_variable { void wait(); };
    }
    namespace own { struct condition { void wait(); }; }
    using namespace std::chrono;
    constexpr milliseconds kPause(20);
    void f(long n, std::condition_variable &c, own::condition &d) { for (;;) )";
  for (const auto &[call, passed] : std::vector<std::pair<std::string, std::string>>{
           {"std::this_thread::sleep_for(milliseconds(5))", "5000us"},
           {"std::this_thread::sleep_for(minutes(1))", "60000000us"},
           {"std::this_thread::sleep_for(kPause)", "20000us"},
           {"std::this_thread::sleep_for(milliseconds(n))", "0us"},
           {"c.wait()", "waits"},
           {"d.wait()", "own::condition::wait"}})
    EXPECT_EQ(passedIn(factsOf(chrono + call + "; }")).back(), passed) << call;
}

TEST(Loops, ShapeOfTheFunction) {
  const Facts facts = factsOf(kDeclared + R"(
    int v[9], one;
    void f(int n) {
      for (int i = 0; i < 9; i++) { v[i] = n; while (more()) one = n; }
      do { work(); } while (n--);
    })",
                              "test.c");
  const FactFunction &function = *functionOf(facts, "f");
  ASSERT_EQ(function.loops.size(), 4U);
  EXPECT_EQ(function.loops[1].iterations, 9U);
  EXPECT_EQ(function.loops[2].parent, 1U);
  EXPECT_EQ(function.loops[3].parent, 0U);
  EXPECT_TRUE(function.loops[1].passed);
  EXPECT_TRUE(function.loops[2].passed);
  ASSERT_EQ(function.accesses.size(), 2U);
  EXPECT_EQ(function.accesses[0].loop, 1U);
  EXPECT_FALSE(function.accesses[0].same_object);
  EXPECT_EQ(function.accesses[1].loop, 2U);
  EXPECT_TRUE(function.accesses[1].same_object);
  EXPECT_EQ(function.calls.back().loop, 3U);
}

TEST(Loops, WhichARunOfTheLoopAroundComesBy) {
  for (const auto &[inner, passed] : std::vector<std::pair<std::string, bool>>{
           {"while (more()) sleep(1);", true},
           {"if (n) while (more()) sleep(1);", false},
           {"if (rare()) continue; while (more()) sleep(1);", false},
           {"do while (more()) sleep(1); while (0);", true}}) {
    const Facts facts =
        factsOf(kDeclared + "void f(int n) { while (n) { " + inner + " } }", "test.c");
    EXPECT_EQ(functionOf(facts, "f")->loops.at(2).passed, passed) << inner;
  }
}

TEST(Loops, AFunctionsBodyIsTheFirst) {
  EXPECT_THAT(passedBy("work(); if (n) other(); sleep(1);"), ElementsAre("1000000us work"));
  EXPECT_THAT(passedBy("if (n) return; sleep(1);"), ElementsAre());
  EXPECT_THAT(passedBy("n++;"), ElementsAre());
}

} // namespace loopsTest
} // namespace fsfind::test
