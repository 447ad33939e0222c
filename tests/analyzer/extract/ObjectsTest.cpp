#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace objectsTest {

using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;

/// `made = make()`: accesses that store a pointer or what a function made.
std::vector<std::string> storesOf(const Facts &facts, const std::string &function) {
  std::vector<std::string> lines;
  for (const FactAccess &access : functionOf(facts, function)->accesses)
    if (access.stored)
      lines.push_back(text(facts, access.what) + " = " + text(facts, *access.stored));
  return lines;
}

TEST(Objects, FunctionsGiveBackWhatTheyMake) {
  const Facts facts = factsOf(R"(
    void *malloc(unsigned long); void *memset(void *, int, unsigned long);
    double *make(int n) { double *made = malloc(n * 8); memset(made, 0, n * 8); return made; }
    struct grid { double *cells; };
    void f(struct grid *g, int n) { double *local = make(n); g->cells = make(n); })",
                              "test.c");
  EXPECT_THAT(storesOf(facts, "make"), Contains("make() = made"));
  EXPECT_THAT(storesOf(facts, "f"), ElementsAre("local = make()", "Param0->.cells = make()"));
}

TEST(Objects, MembersGivenInBraces) {
  const Facts facts = factsOf(R"(
    struct part { double *values; long begin; };
    void run(const struct part *);
    void f(struct part *parts, double *values, long at) {
      struct part one = {values, at};
      parts[0] = (struct part){.begin = at, .values = values};
      run(&(struct part){values});
    })",
                              "test.c");
  EXPECT_THAT(
      storesOf(facts, "f"),
      ElementsAre("one.values = Param1", "Param0->[Constant].values = Param1", ".values = Param1"));
  EXPECT_THAT(accessesOf(facts, "f"), IsSupersetOf({"write one.begin"}));
}

TEST(Objects, ConstructorsRunByTheLibrary) {
  const Facts facts = factsOf(R"(
    namespace std { template <class T> struct unique_ptr { T *operator->(); };
      template <class T, class... A> unique_ptr<T> make_unique(A...);
      template <class T> struct vector { template <class... A> void emplace_back(A &&...); }; }
    struct worker { explicit worker(int); worker(const worker &); };
    void f(std::vector<worker> &all) {
      auto one = std::make_unique<worker>(1);
      for (int i = 0; i < 4; i++) { all.emplace_back(i); new worker(i); }
    })");
  std::vector<std::string> calls;
  for (const FactCall &call : functionOf(facts, "f")->calls)
    if (facts.function(call.callee).kind == FunctionKind::Constructor)
      calls.push_back(facts.function(call.callee).name + (call.loop_depth ? " in loop" : "") +
                      (call.object ? " on " + text(facts, *call.object) : ""));
  EXPECT_THAT(calls, ElementsAre("worker::worker on one->", "worker::worker in loop",
                                 "worker::worker in loop"));
}

TEST(Objects, AllocatorsThatGiveBackAStatus) {
  const Facts facts = factsOf(R"(
    int posix_memalign(void **, unsigned long, unsigned long); void *my_calloc(unsigned long, long);
    struct s { void *data; long *counts; };
    int f(struct s *p, unsigned long n) { p->counts = my_calloc(8, n); return posix_memalign(&p->data, 64, n); })",
                              "test.c");
  EXPECT_THAT(allocationsOf(facts, "f"),
              ElementsAre("Param0->.counts by my_calloc", "Param0->.data by posix_memalign"));
}

TEST(Objects, RunningPointersAndCountersGoOverElements) {
  const Facts facts = factsOf(R"(
    void f(double *p, double *end, double *a, int n) {
      for (; p != end; ++p) *p = 0;
      int k = 0;
      for (int i = 0; i < n; i++) for (int j = i; j < n; j++) a[k++] = 1;
    })");
  EXPECT_THAT(accessesOf(facts, "f"),
              IsSupersetOf({"write Param0->[Loop] in loop", "write Param2->[Loop] in loop"}));
}

TEST(Objects, LoopsOverAPart) {
  const Facts facts = factsOf(R"(
    struct blocked_range { int begin() const; int end() const; };
    struct part { int first, last; };
    void f(double *a, const blocked_range &r, part p, int from, int to, int width) {
      for (int i = r.begin(); i < r.end(); i++) a[i] = 0;
      for (int i = p.first; i < p.last; i++) a[i] = 1;
      for (int i = from; i < to; i++) a[i] = 2;
      for (int i = 0; i < to; i++) a[i * width + 1] = 3;
    })");
  EXPECT_THAT(
      accessesOf(facts, "f"),
      IsSupersetOf({"write Param0->[ParallelLoop] in loop", "write Param0->[Member*0] in loop",
                    "write Param0->[Parameter*0] in loop", "write Param0->[Loop*0] in loop"}));
}

TEST(Objects, AReferenceIsWhatItWasBoundTo) {
  const Facts facts = factsOf(R"(
    struct slot { long sum; };
    void f(slot *slots, int i) { auto &sum = slots[i].sum; sum = 1; sum += 2; })");
  EXPECT_THAT(accessesOf(facts, "f"),
              IsSupersetOf({"write Param0->[Parameter].sum", "rmw Param0->[Parameter].sum"}));
}

TEST(Objects, MadeInMemoryThatIsThere) {
  const Facts facts = factsOf(R"(
    void *operator new(unsigned long, void *at) noexcept;
    struct cell { double mass; cell() : mass(0) {} };
    struct idle { double mass; idle() {} };
    void f(char *raw, long n) {
      for (long i = 0; i < n; i++) new (raw + i * sizeof(cell)) cell();
    }
    void g(idle *at) { new (at) idle; })");
  EXPECT_THAT(accessesOf(facts, "f"), Contains(testing::HasSubstr("write bulk Param0->[Loop")));
  EXPECT_THAT(accessesOf(facts, "g"), testing::IsEmpty());
}

TEST(Objects, MadeByFunctionsBehindPointers) {
  const Facts facts = factsOf(R"(
    struct hooks { void *(*get)(unsigned long); void *(*find)(const char *); };
    char *f(struct hooks *hooks, long n) {
      char *found = hooks->find("x");
      char *raw = hooks->get(n + 16);
      return found ? found : raw + 16;
    })",
                              "test.c");
  const auto &allocations = functionOf(facts, "f")->allocations;
  ASSERT_EQ(allocations.size(), 1U);
  EXPECT_EQ(allocations[0].how, "get");
}

TEST(Objects, OfSharedPointersWhoseBaseHasTheOperator) {
  const Facts facts = factsOf(R"(
    namespace std {
      template <class T> struct access { T *operator->() const; };
      template <class T> struct shared_ptr : access<T> { shared_ptr(const shared_ptr &); };
    }
    struct Stats { long seen; };
    void f(std::shared_ptr<Stats> *all, int i) {
      all[i]->seen++;
      auto count = [own = all[i]] { own->seen--; };
      count();
    })");
  EXPECT_THAT(accessesOf(facts, "f"), Contains("rmw Param0->[Parameter]->.seen"));
  EXPECT_THAT(accessesOf(facts, "f's lambda"), Contains("rmw all->[?]->.seen"));
}

TEST(Objects, AreInAFileUnlessTheirMappingNamesNone) {
  const auto made = [](const std::string &file) {
    const Facts facts = factsOf("void *mmap(void *, unsigned long, int, int, int, long);\n"
                                "struct box { long sent; } *all;\n"
                                "void f(int file) { all = mmap(0, sizeof *all, 3, 33, " +
                                    file + ", 0); }",
                                "test.c");
    const FactFunction *function = functionOf(facts, "f");
    EXPECT_EQ(function->allocations.size(), 1U);
    return function->allocations.empty() ? FactAllocation() : function->allocations.front();
  };
  EXPECT_TRUE(made("file").maps_file);
  EXPECT_FALSE(made("-1").maps_file);
  EXPECT_EQ(made("-1").alignment, 4096U);
}

TEST(Objects, OfTheProjectsOwnAllocatorHaveTheirBytes) {
  const Facts facts = factsOf(R"(
    void *malloc(unsigned long); void abort(void);
    static void *xmalloc(const char *what, unsigned long n) { void *p = malloc(n); if (!p) abort(); return p; }
    static void *more(unsigned long n) { return malloc(n + 16); }
    struct Stats { long seen, hits; };
    void f(void) { struct Stats *a = xmalloc("a", sizeof *a), *b = more(sizeof *b); })",
                              "test.c");
  const auto &made = functionOf(facts, "f")->allocations;
  ASSERT_THAT(made, testing::SizeIs(2));
  EXPECT_EQ(made[0].bytes, 16U);
  EXPECT_EQ(made[1].bytes, 0U);
}

} // namespace objectsTest
} // namespace fsfind::test
