#include "tests/analyzer/extract/FactsOf.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

/// What branches tell of numbers that may be a thread's own.
namespace fsfind::test {
namespace numberGuardsTest {

using testing::ElementsAre;
using testing::IsSupersetOf;

/// `name 0x…`: the first eight values of the number for which each access runs, with where it comes
/// from; accesses without a guard are left out.
std::vector<std::string> guardsOf(const Facts &facts, const std::string &function) {
  std::vector<std::string> lines;
  const FactFunction *found = functionOf(facts, function);
  if (!found)
    return {"no such function"};
  for (const FactAccess &access : found->accesses)
    for (const FactGuard &guard : access.guards) {
      const FactIndex &index = guard.number.index;
      const char *from = index.from == Provenance::Parameter   ? "parameter"
                         : index.from == Provenance::Member    ? "member"
                         : index.from == Provenance::ThreadId  ? "thread"
                         : index.from == Provenance::SpawnLoop ? "loop"
                         : index.from == Provenance::Ticket    ? "ticket"
                                                               : "other";
      if (access.what.root == Root::Variable)
        lines.push_back(fmt::format("{} {} {:08b}", facts.variable(*access.what.variable).name,
                                    from, guard.values & 0xff));
    }
  return lines;
}

TEST(NumberGuards, ConditionsOnAParameter) {
  const Facts facts = factsOf(R"(
    int a, b, c, d, e, g, h, i;
    void f(int id) {
      int half = id / 2;
      if (id == 1) a++; else b++;
      if (id & 1) c++;
      if (id > 1 && id < 4) d++;
      if (half % 2) e++;
      if (!id) return;
      g++;
      id < 2 ? h++ : i++;
    })",
                              "test.c");
  EXPECT_THAT(guardsOf(facts, "f"),
              IsSupersetOf({"a parameter 00000010", "b parameter 11111101", "c parameter 10101010",
                            "d parameter 00001100", "e parameter 11001100", "g parameter 11111110",
                            "h parameter 00000010", "i parameter 11111100"}));
}

TEST(NumberGuards, CasesOfASwitch) {
  const Facts facts = factsOf(R"(
    int a, b, c, d;
    void f(int id) {
      switch (id) {
      case 0: a++; break;
      case 1: b++;
      case 2: case 3: c++; break;
      default: d++;
      }
    })",
                              "test.c");
  EXPECT_THAT(guardsOf(facts, "f"), ElementsAre("a parameter 00000001", "b parameter 00000010",
                                                "c parameter 00001110", "d parameter 11110000"));
}

TEST(NumberGuards, ConditionsThatTellNothing) {
  const Facts facts = factsOf(R"(
    int a, n; int other(void);
    void f(int id, int count, int *out) {
      for (int k = 0; k < 9; k++) if (k & 1) a++;
      while (count--) if (count & 1) a++;
      if (id < n) a++;
      if (id == other()) a++;
      int moving = id;
      for (;; moving++) if (moving & 1) a++;
      if (out) a++;
      int seen = id;
      while (!__atomic_compare_exchange_n(&n, &seen, 1, 0, 0, 0)) if (seen & 1) a++;
      if (id >= 0) a++;
    })",
                              "test.c");
  EXPECT_THAT(guardsOf(facts, "f"), ElementsAre());
}

TEST(NumberGuards, NumbersInMemoryAndOfThreads) {
  const Facts facts = factsOf(R"(
    struct job { int number; };
    int omp_get_thread_num(void);
    int a, b, c, d; _Atomic int next;
    void f(void *arg) {
      struct job *job = arg;
      if (job->number == 2) a++;
      if (*(int *)arg == 1) b++;
      int me = omp_get_thread_num();
      if (me == 0) c++;
      int ticket = next++;
      if (ticket == 3) d++;
    })",
                              "test.c");
  EXPECT_THAT(guardsOf(facts, "f"), IsSupersetOf({"a member 00000100", "b parameter 00000010",
                                                  "c thread 00000001", "d ticket 00001000"}));
}

TEST(NumberGuards, NumbersThatLambdasCapture) {
  const Facts facts = factsOf(R"(
    namespace std { struct thread { template <class F> explicit thread(F f) {} void join(); }; }
    int a, b;
    void f(int corner) {
      for (int i = 0; i < 4; i++) {
        std::thread one([i, corner] { if (i == 1) a++; if (corner == 2) b++; });
        one.join();
      }
    })");
  std::vector<std::string> all;
  for (const FactFunction &function : facts.functions)
    for (const std::string &line : guardsOf(facts, function.name))
      all.push_back(line);
  EXPECT_THAT(all, IsSupersetOf({"a loop 00000010", "b parameter 00000100"}));
}

TEST(NumberGuards, ChoicesOfObjects) {
  const Facts facts = factsOf(R"(
    int a, b;
    void f(int id) {
      int *mine = id % 2 ? &a : &b;
      ++*mine;
    })",
                              "test.c");
  EXPECT_THAT(guardsOf(facts, "f"), IsSupersetOf({"a parameter 10101010", "b parameter 01010101"}));
}

TEST(NumberGuards, ArgumentsThatAreTheNumber) {
  const Facts facts = factsOf(R"(
    void g(int);
    void f(int id) { g(id); g(2 * id + 1); g(id / 2); }
  )",
                              "test.c");
  std::vector<std::string> arguments;
  for (const FactCall &call : functionOf(facts, "f")->calls)
    arguments.push_back(call.arguments[0].number ? fmt::format("{}x+{}", call.arguments[0].factor,
                                                               call.arguments[0].offset)
                                                 : "unknown");
  EXPECT_THAT(arguments, ElementsAre("1x+0", "2x+1", "unknown"));
}

} // namespace numberGuardsTest
} // namespace fsfind::test
