#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace accessesTest {

using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

TEST(Accesses, FollowPointersMembersAndElements) {
  const Facts facts = factsOf(R"(
    struct slot { long count, other; };
    struct queue { struct slot slots[4]; struct slot *more; } *q;
    void f(struct queue *p, int i, unsigned tid) {
      p->slots[i].count++;
      q->more[2].other = 1;
      struct slot *s = &p->more[tid];
      for (int k = 0; k < i; k++) s->count += k;
    })",
                              "test.c");
  EXPECT_THAT(
      accessesOf(facts, "f"),
      IsSupersetOf({"rmw Param0->.slots[Parameter].count", "write q->.more->[Constant].other",
                    "rmw Param0->.more->[Parameter].count in loop"}));
}

TEST(Accesses, BytesAreCountedInRecords) {
  const Facts facts = factsOf(R"(
    struct slot { long count, other; };
    void f(char *bytes, int i, unsigned long offset) {
      ((struct slot *)(bytes + i * sizeof(struct slot)))->count = 1;
      ((struct slot *)(bytes + offset))->other = 1;
    })",
                              "test.c");
  std::vector<std::uint32_t> scales;
  for (const FactFunction &function : facts.functions)
    for (const FactAccess &access : function.accesses)
      for (const FactStep &step : access.what.steps)
        if (access.op == Op::Write && step.kind == StepKind::Index)
          scales.push_back(step.index->scale);
  EXPECT_THAT(scales, ElementsAre(1, 0));
}

TEST(Accesses, LocalsThatChangeAreNotSeenThrough) {
  const Facts facts = factsOf(R"(
    struct node { struct node *next; int n; };
    void f(struct node *head) { for (struct node *at = head; at; at = at->next) at->n = 0; })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "f"), Contains("write at->.n in loop"));
}

TEST(Accesses, DoWhileZeroIsNoLoop) {
  const Facts facts =
      factsOf("int g; void f(void) { do { g = 1; } while (0); while (g) g--; }", "test.c");
  EXPECT_THAT(accessesOf(facts, "f"), IsSupersetOf({"write g", "rmw g in loop"}));
}

TEST(Accesses, AtomicsOfEveryDialect) {
  const Facts c = factsOf(R"(
    _Atomic int a; int b; int d; volatile int v;
    void f(int *p) { a++; __sync_fetch_and_add(&b, 1); __atomic_store_n(p, 1, 0);
                     (void)__atomic_load_n(&d, 0); v = 1; })",
                          "test.c");
  EXPECT_THAT(accessesOf(c, "f"),
              IsSupersetOf({"rmw atomic a", "rmw atomic b", "write atomic Param0->",
                            "read atomic d", "write v"}));
  const Facts cpp = factsOf(R"(
    namespace std { template <class T> struct __base { void store(T); T fetch_add(T); };
      template <class T> struct atomic : __base<T> { T load() const; T operator++(); operator T() const; T operator=(T); }; }
    struct Q { std::atomic<int> head, tail; int n;
      void f() { head.store(1); tail.fetch_add(1); ++tail; head = 3; n = head; } };)");
  EXPECT_THAT(accessesOf(cpp, "Q::f"),
              IsSupersetOf({"write atomic this->.head", "rmw atomic this->.tail",
                            "read atomic this->.head", "write this->.n"}));
}

TEST(Accesses, LocksHeldInScopesAndBetweenCalls) {
  const Facts facts = factsOf(R"(
    typedef struct { int x; } pthread_mutex_t;
    int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);
    struct s { pthread_mutex_t m; int inside, outside; };
    void f(struct s *p) { pthread_mutex_lock(&p->m); p->inside++; pthread_mutex_unlock(&p->m); p->outside++; })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "f"),
              ElementsAre("rmw lock Param0->.m", "rmw Param0->.inside locked",
                          "rmw lock Param0->.m locked", "rmw Param0->.outside"));
}

TEST(Accesses, BasesAreStepsOfTheirOwn) {
  const Facts facts = factsOf(R"(
    struct B { long n; }; struct D : B { long m; void f() { n++; m++; } };
    void g(D *d) { d->n = 1; })");
  EXPECT_THAT(accessesOf(facts, "D::f"), ElementsAre("rmw this->.B.n", "rmw this->.m"));
  EXPECT_THAT(accessesOf(facts, "g"), ElementsAre("write Param0->.B.n"));
}

TEST(Accesses, AccessorsAreSeenThrough) {
  const Facts facts = factsOf(R"(
    struct G { double *d; int n; double &at(int i, int j) { return d[i * n + j]; } double *row(int i) { return &d[i]; } };
    void f(G &g) { for (int i = 0; i < 9; i++) { g.at(i, 0) = 1; *g.row(i) = 2; } })");
  EXPECT_THAT(accessesOf(facts, "f"), Contains("write Param0->.d->[Loop*0] in loop"));
  EXPECT_THAT(accessesOf(facts, "f"), Contains("write Param0->.d->[Loop] in loop"));
}

TEST(Accesses, LoopsInTurnBeginAtANumberThatMayBeAThreads) {
  const Facts facts = factsOf(R"(
    void turns(int *a, int n, int tid, int threads) {
      for (int i = tid; i < n; i += threads) a[i] = 1;
    }
    void pairs(int *a, int n) {
      for (int j = 1; j < n; j++)
        for (int i = j; i < n; i += 2 * j) a[i] = 1;
    })");
  EXPECT_THAT(accessesOf(facts, "turns"), Contains("write Param0->[StridedLoop] in loop"));
  EXPECT_THAT(accessesOf(facts, "pairs"), Contains(StartsWith("write Param0->[Loop]")));
}

TEST(Accesses, AccessorsMayNameTheirPartsFirst) {
  const Facts facts = factsOf(R"(
    struct slot { long n; } table[64]; int sched_getcpu(void);
    static struct slot *of_key(unsigned long key) {
      unsigned long h = key * 31;
      return &table[h >> 58];
    }
    static struct slot *of_cpu(void) { int cpu = sched_getcpu(); return &table[cpu]; }
    static struct slot *own(void) { struct slot one; struct slot *at = &one; return at; }
    void f(unsigned long k) { of_key(k)->n = 1; of_cpu()->n++; own()->n = 2; })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "f"),
              IsSupersetOf({"write table[Hash].n", "rmw table[ThreadId].n"}));
  EXPECT_THAT(accessesOf(facts, "f"), Not(Contains("write one.n")));
}

TEST(Accesses, IndicesTellWhereTheyComeFrom) {
  const Facts facts = factsOf(R"(
    int omp_get_thread_num(void); struct w { int id; }; long a[64]; _Atomic int ticket; thread_local int mine;
    void f(struct w *w, unsigned key, int i) {
      a[omp_get_thread_num()]++; a[w->id]++; a[key % 64]++; a[key & 63]++; a[ticket++]++;
      int t = omp_get_thread_num(); a[t * 8]++; a[t % 4]++; a[mine]++; a[7]++; })",
                              "test.cpp");
  EXPECT_THAT(accessesOf(facts, "f"),
              IsSupersetOf({"rmw a[ThreadId]", "rmw a[Member]", "rmw a[Hash]", "rmw a[Ticket]",
                            "rmw a[ThreadId*8]", "rmw a[ThreadHash]", "rmw a[Constant]"}));
}

TEST(Accesses, OfTemplatesThatNobodyInstantiates) {
  const Facts facts = factsOf(R"(
    namespace std { template <class T> struct atomic { void store(T); T load(); }; }
    template <class T> class Ring { std::atomic<unsigned> head_; T data_[8]; std::atomic<unsigned> tail_;
      bool push(const T &v) { head_.store(head_.load() + 1); return true; }
      bool pop(T &v) { tail_.store(1); return true; } };)");
  EXPECT_THAT(accessesOf(facts, "Ring::push"), Contains("write atomic this->.head_"));
  EXPECT_THAT(accessesOf(facts, "Ring::pop"), Contains("write atomic this->.tail_"));
}

TEST(Accesses, ContainersAreWrittenByWhatChangesThem) {
  const Facts facts = factsOf(R"(
    namespace std {
    template <class T> struct deque { void push_back(T); bool empty(); T &operator[](int); };
    template <class K, class V> struct map { V &operator[](K); V *find(K); }; }
    struct Worker { std::deque<int> jobs; std::map<int, int> done; };
    void add(Worker &w) { w.jobs.push_back(1); w.done[1] = 2; }
    bool look(Worker &w) { return w.jobs.empty() && w.done.find(1) && w.jobs[0]; })");
  EXPECT_THAT(accessesOf(facts, "add"), Contains("rmw Param0->.jobs"));
  EXPECT_THAT(accessesOf(facts, "add"), Contains("rmw Param0->.done"));
  EXPECT_THAT(accessesOf(facts, "look"), Not(Contains(testing::StartsWith("rmw"))));
}

TEST(Accesses, RetriesAreNoLoops) {
  const Facts facts = factsOf(R"(
    struct Q { _Atomic(int) n; int other; };
    void add(struct Q *q) { int old = __c11_atomic_load(&q->n, 5);
      while (!__c11_atomic_compare_exchange_weak(&q->n, &old, old + 1, 5, 5)) q->other = old; }
    void spin(struct Q *q) { while (__c11_atomic_load(&q->n, 5)) q->other = 1; })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "add"), Contains("write Param0->.other"));
  EXPECT_THAT(accessesOf(facts, "spin"), Contains("write Param0->.other in loop"));
}

TEST(Accesses, NothingOfLocalScalars) {
  const Facts facts =
      factsOf("int f(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }");
  EXPECT_THAT(accessesOf(facts, "f"), ElementsAre());
}

TEST(Accesses, ReductionsAndPrivateVariablesAreNobodysBusiness) {
  const Facts facts = factsOf(R"(
    void f(double *a, int n, double *out) { double sum = 0, last = 0;
    #pragma omp parallel for reduction(+ : sum) private(last)
      for (int i = 0; i < n; i++) { sum += a[i]; last = a[i]; }
      *out = sum + last; })",
                              "test.cpp", {"-fopenmp"});
  EXPECT_THAT(accessesOf(facts, "f's parallel region"), Contains("read a->[ParallelLoop] in loop"));
  EXPECT_THAT(accessesOf(facts, "f's parallel region"), Not(Contains("rmw sum in loop")));
  EXPECT_THAT(accessesOf(facts, "f's parallel region"), Not(Contains("write last in loop")));
}

TEST(Accesses, NumbersThatGoOnFromTheThreadsOwn) {
  const Facts facts = factsOf(R"(
    int sched_getcpu(void); int taken(int *);
    void f(int *locks, int *data, int n) {
      int i = sched_getcpu() % n;
      while (taken(&locks[i])) i = (i + 1) % n;
      data[i] = 1;
      int k = sched_getcpu();
      while (taken(&locks[k])) k += n;
      locks[k] = 1; })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "f"), Contains("write Param1->[ThreadHash]"));
  EXPECT_THAT(accessesOf(facts, "f"), Not(Contains("write Param0->[ThreadId]")));
}

TEST(Accesses, LibrariesFunctionsThatExchange) {
  const Facts facts = factsOf(R"(
    namespace std {
    template <class T, class U> T exchange(T &at, U &&value);
    template <class T> void swap(T &a, T &b);
    }
    struct Node { Node *next; };
    struct Queue {
      Node *tail; int low, high;
      Node *pop() { return std::exchange(tail, tail->next); }
      void turn() { std::swap(low, high); }
    };)",
                              "test.cpp");
  EXPECT_THAT(accessesOf(facts, "Queue::pop"), Contains("rmw this->.tail"));
  EXPECT_THAT(accessesOf(facts, "Queue::turn"), Contains("rmw this->.low"));
  EXPECT_THAT(accessesOf(facts, "Queue::turn"), Contains("rmw this->.high"));
}

TEST(Accesses, RowsOfAParallelLoopAreParts) {
  const Facts facts = factsOf(R"(
    void f(const int *row, double *values, int n) {
    #pragma omp parallel for
      for (int i = 0; i < n; i++) {
        const int begin = row[i];
        for (int j = begin; j < row[i + 1]; j++) values[j] = 0;
      } })",
                              "test.c", {"-fopenmp"});
  EXPECT_THAT(accessesOf(facts, "f's parallel region"),
              Contains("write values->[ParallelLoop] in loop"));
}

TEST(Accesses, WhatAFunctionSaysForAThreadBeginsItsPart) {
  const Facts facts = factsOf(R"(
    int omp_get_thread_num(void);
    void share(int part, int n, int *begin, int *end);
    int begin_of(int part);
    void read(int *n);
    void f(double *a, double *b, double *c, int n) {
    #pragma omp parallel
      {
        int begin, end, other;
        share(omp_get_thread_num(), n, &begin, &end);
        read(&other);
        for (int i = begin; i < end; i++) a[i] = 0;
        for (int i = begin_of(omp_get_thread_num()); i < end; i++) b[i] = 0;
        for (int i = other; i < end; i++) c[i] = 0;
      } })",
                              "test.c", {"-fopenmp"});
  EXPECT_THAT(accessesOf(facts, "f's parallel region"),
              IsSupersetOf({"write a->[ParallelLoop] in loop", "write b->[ParallelLoop] in loop",
                            "write c->[Loop] in loop"}));
}

} // namespace accessesTest
} // namespace fsfind::test
