#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace fsfind::test {
namespace startsTest {

using testing::Contains;
using testing::ElementsAre;

TEST(Starts, PthreadsAndTheirArguments) {
  const Facts facts = factsOf(R"(
    typedef unsigned long pthread_t;
    int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
    struct arg { int id; long sum; };
    void *worker(void *p) { struct arg *a = p; a->sum++; return 0; }
    void run(void) { struct arg args[8]; pthread_t t[8];
      for (int i = 0; i < 8; i++) { args[i].id = i; pthread_create(&t[i], 0, worker, &args[i]); } })",
                              "test.c");
  EXPECT_THAT(startsOf(facts, "run"),
              ElementsAre("worker by pthread_create, many: &args[SpawnLoop]"));
  EXPECT_THAT(accessesOf(facts, "worker"), Contains("rmw Param0->.sum"));
  ASSERT_NE(variableOf(facts, "args"), nullptr);
  EXPECT_TRUE(variableOf(facts, "args")->captured);
}

TEST(Starts, LocalsThatFunctionsMayChangeCanBeAligned) {
  const Facts facts = factsOf(R"(
    void add(long *to); void increase(long &to); long sum(const long &of, const long *all);
    void run(void) { long by_pointer = 0, beside = 0; long by_reference = 0; long rows[4] = {};
      long only_read[2] = {}; long own = 0;
      add(&by_pointer); increase(by_reference); add(rows); own += sum(own, only_read); })");
  for (const char *name : {"by_pointer", "by_reference", "rows"}) {
    ASSERT_NE(variableOf(facts, name), nullptr) << name;
    EXPECT_TRUE(variableOf(facts, name)->declaration.known()) << name;
    EXPECT_FALSE(variableOf(facts, name)->captured) << name << ": no thread is known to use it";
  }
  for (const char *name : {"only_read", "own"})
    EXPECT_FALSE(variableOf(facts, name) && variableOf(facts, name)->declaration.known()) << name;
}

constexpr const char *kThreads = R"(
  namespace std { struct thread { template <class F, class... A> explicit thread(F &&, A &&...); thread(thread &&); };
    template <class T> struct vector { template <class... A> void emplace_back(A &&...); void push_back(T &&); };
    template <class T> T &ref(T &x) { return x; } }
)";

TEST(Starts, StandardThreadsInEverySpelling) {
  const Facts facts = factsOf(std::string(kThreads) + R"(
    struct C { long n; void loop(int); };
    void work(int id, long &sum);
    void run(int n) { C c; long sums[4]; std::vector<std::thread> ts;
      std::thread one(work, 1, std::ref(sums[0]));
      std::thread two(&C::loop, &c, 2);
      for (int i = 0; i < n; i++) { ts.emplace_back(work, i, std::ref(sums[i])); ts.push_back(std::thread([&, i] { sums[i]++; })); } })");
  EXPECT_THAT(
      startsOf(facts, "run"),
      ElementsAre(
          "work by std::thread: Constant, &sums[Constant]",
          "C::loop by std::thread on &c: Constant",
          "work by std::vector<std::thread>::emplace_back, many: SpawnLoop, &sums[SpawnLoop]",
          "run's lambda by std::thread, many"));
  EXPECT_THAT(accessesOf(facts, "run's lambda"), Contains("rmw sums[SpawnLoop]"));
}

TEST(Starts, PoolsAndParallelLoops) {
  const Facts facts = factsOf(R"(
    struct ThreadPool { template <class F> void submit(F f) { f(); } };
    namespace tbb { template <class F> void parallel_for(int a, int b, F f) { f(a); } }
    void run(ThreadPool &pool, double *x, int n) {
      pool.submit([x] { x[0] = 1; });
      tbb::parallel_for(0, n, [=](int i) { x[i] = 2; }); })");
  EXPECT_THAT(startsOf(facts, "run"),
              ElementsAre("run's lambda by ThreadPool::submit",
                          "run's lambda by tbb::parallel_for, many: ParallelLoop"));
}

TEST(Starts, WhatHandsOutNumbersOfThreads) {
  const Facts facts = factsOf(R"(
    template <class F> void parallel_for(int n, F f) { f(0, 0); }
    template <class F> void parallelFor(int n, F f) { f(0); }
    struct TaskExecutor { template <class F> void Foreach(F f, long n) { f(0u, 0L, n); } };
    struct ObjectPool { template <class F> void for_each(F f) { f(0u); } };
    void run(TaskExecutor &pool, ObjectPool &objects, double *x, int n, int num_threads) {
      parallel_for(n, [=](int i, int thread_id) { x[thread_id] = i; });
      parallelFor(num_threads, [=](int k) { x[k] = 2; });
      pool.Foreach([=](unsigned slot, long begin, long end) { x[slot] = 2; }, n);
      objects.for_each([=](unsigned slot) { x[slot] = 2; }); })");
  EXPECT_THAT(startsOf(facts, "run"),
              ElementsAre("run's lambda by parallel_for, many: ParallelLoop, ThreadId",
                          "run's lambda by parallelFor, many: ThreadId",
                          "run's lambda by TaskExecutor::Foreach, many: ThreadId, ParallelLoop, "
                          "ParallelLoop"));
}

TEST(Starts, LoopsOverAsManyAsThereAreThreads) {
  const Facts facts = factsOf(R"(
    int omp_get_max_threads(void);
    void f(long *a) {
      const int n = omp_get_max_threads();
    #pragma omp parallel for
      for (int t = 0; t < n; t++) a[t] = 0;
      for (int i = 0; i < 8; i++) a[i] = 1;
    #pragma omp parallel for
      for (int t = 0; t < 100000; t++) a[t] = 2;
    })",
                              "test.c", {"-fopenmp"});
  EXPECT_THAT(accessesOf(facts, "f's parallel region"), Contains("write a->[SpawnLoop]"));
}

TEST(Accesses, ElementsOfRanges) {
  const Facts facts = factsOf(std::string(kThreads) + R"(
    struct Worker { long done; void run() { done++; } };
    void run() { Worker workers[8]; Worker *others[8]; std::vector<std::thread> ts;
      for (Worker &w : workers) ts.emplace_back(&Worker::run, &w);
      for (Worker *w : others) ts.emplace_back(&Worker::run, w);
      for (auto &w : workers) w.done = 0; })");
  EXPECT_THAT(
      startsOf(facts, "run"),
      ElementsAre(
          "Worker::run by std::vector<std::thread>::emplace_back, many on &workers[SpawnLoop]",
          "Worker::run by std::vector<std::thread>::emplace_back, many on others[SpawnLoop]"));
  EXPECT_THAT(accessesOf(facts, "run"), Contains("write workers[Loop].done in loop"));
}

TEST(Starts, ClassesOfThreads) {
  const Facts facts = factsOf(R"(
    struct QThread { virtual void run(); };
    struct Worker : QThread { void run() override { n++; } long n; };)");
  EXPECT_THAT(startsOf(facts, "threads"), ElementsAre("Worker::run by QThread"));
}

TEST(Starts, OpenMpRegionsAndTheirLoops) {
  const Facts facts = factsOf(R"(
    void f(double *a, int n) {
    #pragma omp parallel for schedule(static, 1)
      for (int i = 0; i < n; i++) a[i] = 0;
    #pragma omp parallel
      {
    #pragma omp for
        for (int i = 0; i < n; i++) a[i] = 1;
      } })",
                              "test.c", {"-fopenmp"});
  EXPECT_THAT(startsOf(facts, "f"), ElementsAre("f's parallel region by omp parallel for, many",
                                                "f's parallel region by omp parallel, many"));
  std::vector<std::string> writes;
  for (const FactFunction &function : facts.functions)
    if (function.kind == FunctionKind::ParallelRegion)
      writes.push_back(
          text(facts, function.accesses.at(function.accesses.size() > 1 ? 1 : 0).what));
  EXPECT_THAT(writes, ElementsAre("a->[StridedLoop]", "a->[ParallelLoop]"));
}

TEST(Starts, WhatACalledStdFunctionIsGivenRunsOnThisThread) {
  const Facts facts = factsOf(R"(
    namespace std {
    template <class> class function;
    template <class R, class... A> class function<R(A...)> {
    public:
      template <class F> function(F) {}
      R operator()(A...) const;
    };
    }
    long total;
    void f(std::function<void(std::function<void()>)> each) { each([] { total += 1; }); })");
  const FactFunction *f = functionOf(facts, "f");
  ASSERT_NE(f, nullptr);
  EXPECT_TRUE(std::any_of(f->calls.begin(), f->calls.end(), [&](const FactCall &call) {
    return facts.function(call.callee).kind == FunctionKind::Lambda;
  }));
}

TEST(Starts, CapturedParametersKeepTheirPosition) {
  const Facts facts = factsOf(R"(
    void f(int n, double *a) {
    #pragma omp parallel for
      for (int i = 0; i < n; i++) a[i] = 0; })",
                              "test.c", {"-fopenmp"});
  const FactVariable *a = variableOf(facts, "a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->parameter, 1U);
  EXPECT_TRUE(a->captured);
}

TEST(Allocations, WhatFillsItsMemory) {
  const Facts facts = factsOf(R"(
    void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void *memset(void *, int, unsigned long);
    namespace std { template <class T> struct allocator {};
      template <class T, class A = allocator<T>> struct vector { vector(); vector(int); vector(int, T); void resize(int); void assign(int, T); T &operator[](int); };
      template <class T> struct unique_ptr { ~unique_ptr(); T &operator[](int); };
      template <class T> struct unique_ptr<T[]> { T &operator[](int); };
      template <class T> unique_ptr<T> make_unique(int); template <class T> unique_ptr<T> make_unique_for_overwrite(int); }
    template <class T> struct untouched {};
    void f(int n) {
      std::vector<double> v(n), w(n, 1.0), u; u.resize(n);
      std::vector<double, untouched<double>> raw(n);
      double *a = new double[n], *b = new double[n](), *c = (double *)malloc(800);
      auto p = std::make_unique<double[]>(n); auto q = std::make_unique_for_overwrite<double[]>(n);
      a[0] = b[0] = c[0] = p[0] = q[0] = v[0] = w[0] = raw[0]; memset(c, 0, 800); })");
  EXPECT_THAT(allocationsOf(facts, "f"),
              ElementsAre("v by std::vector(n), touches", "w by std::vector(n, value), touches",
                          "u by std::vector::resize, touches", "raw by std::vector(n)",
                          "a by new T[n]", "b by new T[n](), touches", "c by malloc, 800 bytes",
                          "p by std::make_unique, touches", "q by std::make_unique_for_overwrite"));
  EXPECT_THAT(accessesOf(facts, "f"), Contains("write bulk c->[Whole]"));
}

TEST(Allocations, ByAllocatorsOfTheProject) {
  const Facts facts = factsOf(R"(
    typedef unsigned long size_t;
    void *malloc(size_t); int posix_memalign(void **, size_t, size_t); void *memset(void *, int, size_t);
    static void *get(size_t size) { void *memory = malloc(size); if (memory) memset(memory, 0, size); return memory; }
    static void *get_lines(size_t size) { void *memory = 0; if (posix_memalign(&memory, 64, size)) return 0; return memory; }
    void f(int n) { long *a = get(n * sizeof(long)); long *b = get_lines(n * sizeof(long)); a[0] = b[0]; })",
                              "test.c");
  EXPECT_THAT(allocationsOf(facts, "f"), ElementsAre("a by get", "b by get_lines"));
  const auto of = [&](const std::string &how) {
    for (const FactFunction &function : facts.functions)
      for (const FactAllocation &one : function.allocations)
        if (one.how == how)
          return one.alignment;
    return std::uint64_t{0};
  };
  EXPECT_EQ(of("get"), 16U);
  EXPECT_EQ(of("get_lines"), 64U);
}

} // namespace startsTest
} // namespace fsfind::test
