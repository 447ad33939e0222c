// Programs built with -fsanitize=thread, which `fsfind record` has record themselves.
#include "tests/cli/Run.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace fsfind::test {
namespace instrumentedTest {

using testing::HasSubstr;
using testing::Not;

/// Objects of two types in one block, so that only code can tell which is which.
constexpr const char *kArena = R"(
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct conn { int fd, state; long sent, received; struct conn *next; char rest[32]; };
struct stats { _Atomic long hits, misses; };
static char *base;
static size_t used;
static struct conn *head;
static struct stats *stats;
static void *take(size_t size) { char *at = base + used; used += (size + 15) / 16 * 16; return at; }
__attribute__((noinline)) static void sends(struct conn *c, int n) { c->sent += n; }
__attribute__((noinline)) static void receives(struct conn *c, int n) { c->received += n; }
static void *work(void *number) {
  const long self = (long)number;
  for (int i = 0; i < 20000; ++i) {
    struct conn *c = head;
    while (c->fd != self / 2) c = c->next;
    if (self & 1) sends(c, i); else receives(c, i);
    if (i % 4 == 0) {
      if (self & 1) atomic_fetch_add(&stats->hits, 1); else atomic_fetch_add(&stats->misses, 1);
    }
  }
  return 0;
}
int main(void) {
  base = aligned_alloc(64, 4096);
  for (int i = 0; i < 2; ++i) {
    struct conn *c = take(sizeof *c);
    *c = (struct conn){.fd = i, .next = head};
    head = c;
  }
  stats = take(sizeof *stats);
  *stats = (struct stats){0, 0};
  pthread_t threads[4];
  for (long i = 0; i < 4; ++i) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
}
)";

/// What a program may do with threads and processes; argv[1] says what. Each way ends by itself and
/// prints the same wherever it runs.
constexpr const char *kWays = R"(
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static volatile long counters[16];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int flag;
static void *add(void *p) { for (int i = 0; i < 5000; ++i) counters[(long)p & 15]++; return p; }
static void pair(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, add, (void *)i);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
static void *forever(void *p) { for (;;) counters[3]++; return p; }
static void *awaitFlag(void *p) {
  pthread_mutex_lock(&mutex);
  while (!flag) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return p;
}
static void release(void *m) { pthread_mutex_unlock(m); }
static void *cancelled(void *p) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(release, &mutex);
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return p;
}
static void *cancelledAnywhere(void *p) {
  int before;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
  for (;;) counters[(long)p]++;
}
static void startOnSmallStack(void) {
  pthread_attr_t small;
  pthread_t t;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN);
  printf("%d\n", pthread_create(&t, &small, add, 0));
  pthread_join(t, 0);
}
static void said(void) { puts("at exit"); }
static void counts(int signal) { counters[signal & 15]++; }
static sigjmp_buf out;
static void leave(int signal) { (void)signal; siglongjmp(out, 1); }
static int c11(void *p) { add(p); return 7; }
static struct timespec soon(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += 30000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}
static int childEnds(pid_t child) { int status; waitpid(child, &status, 0); return WEXITSTATUS(status); }
int main(int count, char **words) {
  const char *way = count > 1 ? words[1] : "";
  pair();
  if (!strcmp(way, "fork")) {
    pid_t child = fork();
    if (child == 0) { pair(); exit(3); }
    printf("%d\n", childEnds(child));
  } else if (!strcmp(way, "fork-among-threads")) {
    pthread_t t;
    pthread_create(&t, 0, forever, 0);
    pid_t child = fork();
    if (child == 0) { pair(); _exit(4); }
    printf("%d\n", childEnds(child));
    fflush(stdout);
    exit(5);
  } else if (!strcmp(way, "exec")) {
    execl("/proc/self/exe", "program", "again", (char *)0);
  } else if (!strcmp(way, "exec-nothing")) {
    printf("%d\n", execl("/nonexistent", "x", (char *)0));
  } else if (!strcmp(way, "main-exits")) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    printf("left\n");
    pthread_exit(0);
  } else if (!strcmp(way, "abort")) {
    abort();
  } else if (!strcmp(way, "condition")) {
    pthread_t t[3];
    for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, awaitFlag, 0);
    usleep(10000);
    pthread_mutex_lock(&mutex);
    flag = 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
    printf("%d\n", flag);
  } else if (!strcmp(way, "timed")) {
    struct timespec until = soon();
    pthread_mutex_lock(&mutex);
    int ended = 0;
    while (ended == 0) ended = pthread_cond_timedwait(&condition, &mutex, &until);
    printf("%d\n", ended == ETIMEDOUT);
    until = soon();
    printf("%d\n", pthread_mutex_timedlock(&mutex, &until) == ETIMEDOUT);
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    printf("%d\n", sem_timedwait(&semaphore, &until) == -1 && errno == ETIMEDOUT);
  } else if (!strcmp(way, "error-check")) {
    pthread_mutexattr_t checks;
    pthread_mutexattr_init(&checks);
    pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_t checked;
    pthread_mutex_init(&checked, &checks);
    pthread_mutex_lock(&checked);
    printf("%d\n", pthread_mutex_lock(&checked) == EDEADLK);
  } else if (!strcmp(way, "cancel")) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, cancelled, 0);
    usleep(10000);
    pthread_cancel(t);
    pthread_join(t, &result);
    printf("%d\n", result == PTHREAD_CANCELED);
    pthread_mutex_lock(&mutex);
  } else if (!strcmp(way, "cancel-anywhere")) {
    for (int round = 0; round < 20; ++round) {
      pthread_t t[4];
      for (long i = 0; i < 4; ++i) pthread_create(&t[i], 0, cancelledAnywhere, (void *)i);
      usleep(1000);
      for (int i = 0; i < 4; ++i) pthread_cancel(t[i]);
      for (int i = 0; i < 4; ++i) pthread_join(t[i], 0);
    }
    printf("joined\n");
  } else if (!strcmp(way, "leave-handler")) {
    pthread_t t;
    pthread_create(&t, 0, forever, 0);
    signal(SIGALRM, leave);
    static volatile int left;
    sigsetjmp(out, 1);
    if (left++ < 30) {
      ualarm(2000, 0);
      for (;;) counters[1]++;
    }
    printf("%d\n", left);
    fflush(stdout);
    _exit(0);
  } else if (!strcmp(way, "small-stack")) {
    startOnSmallStack();
  } else if (!strcmp(way, "atexit")) {
    atexit(said);
  } else if (!strcmp(way, "deadlock")) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_wrlock(&lock);
    printf("%d\n", pthread_rwlock_wrlock(&lock) == EDEADLK);
  } else if (!strcmp(way, "handler-in-malloc")) {
    signal(SIGALRM, counts);
    for (int i = 0; i < 100; ++i) {
      ualarm(300, 0);
      for (int k = 0; k < 2000; ++k) free(malloc(100 + k));
    }
    printf("allocated\n");
  } else if (!strcmp(way, "c11")) {
    thrd_t t;
    int result;
    thrd_create(&t, c11, (void *)1);
    thrd_join(t, &result);
    printf("%d\n", result);
  }
}
)";

class Instrumented : public testing::Test {
protected:
  void SetUp() override {
    if (FSFIND_SANITIZED)
      GTEST_SKIP() << "skipped: the library is not built with sanitizers";
  }
  void build(const std::string &compiler, const char *source, const std::string &name,
             const std::string &more = "") {
    folder_.write(name + ".c", source);
    ASSERT_EQ(run(compiler + " -g -O2 -pthread " + folder_.pathOf(name + ".c") + " -o " +
                  folder_.pathOf(name) + " " + more)
                  .exit_code,
              0);
  }
  RunResult record(const std::string &options, const std::string &command) const {
    return run("\"$FSFIND\" record " + options + " -o " + data_ + " " + command);
  }
  nlohmann::json report() const {
    return nlohmann::json::parse(
        run("\"$FSFIND\" report --no-sources --format=json --lines 0 " + data_).out);
  }

  TemporaryFolder folder_;
  std::string data_ = folder_.pathOf("perf.data");
};

/// Contended loads by what was accessed.
std::map<std::string, std::uint64_t> contendedBy(const nlohmann::json &report) {
  std::map<std::string, std::uint64_t> contended;
  for (const auto &line : report.at("lines"))
    for (const auto &access : line.at("accesses"))
      contended[access.at("object").value("type", "") + "." + access.value("member", "")] +=
          access.at("lcl_hitm").get<std::uint64_t>() + access.at("rmt_hitm").get<std::uint64_t>();
  return contended;
}

TEST_F(Instrumented, MembersAreToldByTheCallsThatTheCompilerMade) {
  build("gcc -fsanitize=thread", kArena, "arena");
  const RunResult recorded = record("--engine=simulate", folder_.pathOf("arena"));
  ASSERT_EQ(recorded.exit_code, 0) << recorded.err;
  const nlohmann::json read = report();
  EXPECT_THAT(read.at("source").dump(), HasSubstr("instrumented code")) << "what else is not seen";
  const auto contended = contendedBy(read);
  std::uint64_t right = 0, all = 0;
  for (const auto &[name, count] : contended) {
    all += count;
    for (const char *known :
         {"conn.fd", "conn.sent", "conn.received", "conn.next", "stats.hits", "stats.misses"})
      right += name.ends_with(known) ? count : 0;
  }
  EXPECT_GT(all, 100U);
  EXPECT_GT(right * 100, all * 95) << read.at("lines").dump(1).substr(0, 4000);
  EXPECT_GT(contended.size(), 3U);
}

TEST_F(Instrumented, CodeOfClangRecordsWithTheLibraryLinked) {
  if (const std::string missing = missingCompiler("clang-19"); !missing.empty())
    GTEST_SKIP() << missing;
  folder_.write("arena.c", kArena);
  const std::string library = "$(dirname \"$FSFIND\")/fsfind-record-tsan.so";
  ASSERT_EQ(run("cd " + folder_.path() +
                " && clang-19 -g -O2 -fsanitize=thread -c arena.c && clang-19 -pthread arena.o " +
                library + " -o arena")
                .exit_code,
            0);
  ASSERT_EQ(record("-q --engine=simulate", folder_.pathOf("arena")).exit_code, 0);
  EXPECT_GT(report().at("summary").at("contended_samples").get<int>(), 100);
}

TEST_F(Instrumented, ProgramsDoAsTheyDoAlone) {
  build("gcc", kWays, "plain");
  build("gcc -fsanitize=thread", kWays, "ways");
  for (const char *way :
       {"", "fork", "fork-among-threads", "exec", "exec-nothing", "main-exits", "abort",
        "condition", "timed", "error-check", "cancel", "cancel-anywhere", "leave-handler",
        "small-stack", "atexit", "deadlock", "handler-in-malloc", "c11"}) {
    const RunResult alone = run(folder_.pathOf("plain") + " " + way);
    const RunResult recorded = record("-q --engine=simulate", folder_.pathOf("ways") + " " + way);
    EXPECT_EQ(recorded.out, alone.out) << way << recorded.err;
    EXPECT_EQ(recorded.exit_code, alone.exit_code) << way << recorded.err;
    EXPECT_THAT(recorded.err, Not(HasSubstr("fsfind:"))) << way;
    EXPECT_GT(report().at("summary").at("samples").get<int>(), 50) << way;
  }
}

/// Own allocators and locks of the program's: the library uses none of them.
constexpr const char *kOwnNew = R"(
#include <cstdlib>
#include <mutex>
#include <new>
#include <thread>
#include <vector>
static std::mutex mutex;
static long blocks;
void *operator new(std::size_t size) {
  const std::lock_guard<std::mutex> lock(mutex);
  ++blocks;
  return std::malloc(size);
}
void operator delete(void *block) noexcept {
  const std::lock_guard<std::mutex> lock(mutex);
  --blocks;
  std::free(block);
}
void operator delete(void *block, std::size_t) noexcept { operator delete(block); }
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([] {
      for (int k = 0; k < 3000; ++k) {
        int *volatile block = new int(k);
        delete block;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  return 7;
}
)";

TEST_F(Instrumented, ProgramsMayHaveAllocatorsOfTheirOwn) {
  folder_.write("own.cpp", kOwnNew);
  ASSERT_EQ(run("g++ -g -O1 -pthread -fsanitize=thread " + folder_.pathOf("own.cpp") + " -o " +
                folder_.pathOf("own"))
                .exit_code,
            0);
  const RunResult recorded = record("-q --engine=simulate", folder_.pathOf("own"));
  EXPECT_EQ(recorded.exit_code, 7) << recorded.err;
  EXPECT_GT(report().at("summary").at("samples").get<int>(), 50);
}

/// gcc's library had another name up to gcc 11. The one here has its functions, which do nothing.
TEST_F(Instrumented, ProgramsOfEarlierCompilersRecordToo) {
  folder_.write("ways.c", kWays);
  ASSERT_EQ(run("cd " + folder_.path() +
                " && gcc -g -O2 -fsanitize=thread -c ways.c && "
                "nm -u ways.o | sed -n 's/^ *U \\(__tsan_.*\\)/void \\1(void) {}/p' >tsan.c && "
                "gcc -shared -Wl,-soname,libtsan.so.0 tsan.c -o tsan.so && "
                "gcc -pthread ways.o ./tsan.so -o ways")
                .exit_code,
            0);
  for (const char *engine : {"simulate", "instrumented"}) {
    const RunResult recorded =
        record(std::string("-q --engine=") + engine, folder_.pathOf("ways") + " fork");
    EXPECT_EQ(recorded.out, "3\n") << recorded.err;
    EXPECT_GT(report().at("summary").at("samples").get<int>(), 50) << engine;
  }
}

TEST_F(Instrumented, WhatACommandStartsRecordsIfItIsBuiltSo) {
  build("gcc -fsanitize=thread", kWays, "ways");
  const RunResult recorded =
      record("-q --engine=instrumented", "sh -c '" + folder_.pathOf("ways") + "; exit 4'");
  EXPECT_EQ(recorded.exit_code, 4) << recorded.err;
  EXPECT_GT(report().at("summary").at("samples").get<int>(), 50);
}

/// Each access has a line of its own.
constexpr const char *kLines = R"(#include <pthread.h>
static struct { long plain, atomic; pthread_mutex_t lock; } all = {0, 0, PTHREAD_MUTEX_INITIALIZER};
static volatile long sink;
static void *add(void *p) {
  for (long i = 0; i < 4000; i++) {
    long value = *(volatile long *)&all.plain;
    value = value * 3 + i;
    *(volatile long *)&all.plain = value;
    __atomic_fetch_add(&all.atomic, 1, 0);
    pthread_mutex_lock(&all.lock);
    sink = i;
    pthread_mutex_unlock(&all.lock);
    sink = value;
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
)";

/// Samples of the program of that name.
std::uint64_t samplesOf(const std::string &program, const nlohmann::json &report) {
  std::uint64_t samples = 0;
  for (const auto &line : report.at("lines"))
    for (const auto &access : line.at("accesses"))
      samples += access.at("comm") == program ? access.at("count").get<std::uint64_t>() : 0;
  return samples;
}

TEST_F(Instrumented, WhatASimulatedProgramExecutesRecordsItself) {
  if (const std::string missing = missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  build("gcc -fsanitize=thread", kLines, "lines");
  const std::string program = folder_.pathOf("lines");
  for (const std::string &command :
       {"sh -c '" + program + "; exit 4'",
        "env -i sh -c '" + program + " & " + program + "; wait; exit 4'"}) {
    const RunResult recorded = record("--engine=simulate", command);
    EXPECT_EQ(recorded.exit_code, 4) << recorded.err;
    EXPECT_THAT(recorded.err, Not(HasSubstr("warning"))) << command;
    const nlohmann::json read = report();
    EXPECT_GT(samplesOf("lines", read), 100U) << command;
    EXPECT_GT(read.at("summary").at("samples").get<std::uint64_t>(), samplesOf("lines", read));
    EXPECT_THAT(read.at("source").dump(), HasSubstr("instrumented code")) << "what is not seen";
  }
  build("gcc -fsanitize=thread", kLines, "own", "-static-libtsan");
  const RunResult own =
      record("--engine=simulate", "sh -c '" + folder_.pathOf("own") + "; exit 4'");
  EXPECT_EQ(own.exit_code, 4);
  EXPECT_THAT(own.err, HasSubstr("1 program"));
  EXPECT_EQ(samplesOf("own", report()), 0U);
}

TEST_F(Instrumented, OtherProgramsAreNotSaidToBeRecorded) {
  build("gcc", kWays, "plain");
  EXPECT_EQ(record("--engine=instrumented", folder_.pathOf("plain")).exit_code, 2);
  EXPECT_NE(run("test -e " + data_).exit_code, 0);
  build("gcc -fsanitize=thread", kWays, "own", "-static-libtsan");
  const RunResult own = record("--engine=simulate", folder_.pathOf("own"));
  EXPECT_EQ(own.exit_code, 2);
  EXPECT_THAT(own.err, HasSubstr("fsfind-record-tsan.so"));
  EXPECT_NE(run("test -e " + data_).exit_code, 0);
}

TEST_F(Instrumented, WhatIsDoneLastIsRecorded) {
  build("gcc -fsanitize=thread",
        "int words[2000]; int main(void) { for (int i = 0; i < 2000; ++i) "
        "__atomic_store_n(&words[i], 1, 0); return 3; }",
        "last");
  ASSERT_EQ(record("-q --engine=simulate --period-stores 1", folder_.pathOf("last")).exit_code, 3);
  EXPECT_GE(report().at("summary").at("estimated_stores").get<int>(), 2000);
}

/// Options that a sentence tells the user to record with.
std::string optionsToldIn(const std::string &sentence) {
  const std::size_t at = sentence.find("--ldlat");
  return at == std::string::npos ? "" : sentence.substr(at, sentence.find_first_of(";\n", at) - at);
}

TEST_F(Instrumented, WhereNothingWasSampledItIsSaidWhatShowsMore) {
  build("gcc -fsanitize=thread", "int once; int main(void) { return once++ + 3; }", "little");
  const RunResult usual = record("--engine=simulate", folder_.pathOf("little"));
  EXPECT_EQ(usual.exit_code, 3);
  EXPECT_THAT(usual.err, Not(HasSubstr("fsfind report"))) << "there is nothing to report";
  const std::string more = optionsToldIn(usual.err);
  ASSERT_NE(more, "") << usual.err;
  const RunResult reported = run("\"$FSFIND\" report " + data_);
  EXPECT_EQ(reported.exit_code, 2);
  EXPECT_THAT(reported.err, HasSubstr(more)) << "the same advice";
  const RunResult finest = record("--engine=simulate " + more, folder_.pathOf("little"));
  EXPECT_EQ(finest.exit_code, 3);
  EXPECT_GT(this->report().at("summary").at("samples").get<int>(), 0);

  build("gcc -fsanitize=thread", "int main(void) { return 3; }", "nothing");
  const RunResult none = record("--engine=simulate " + more, folder_.pathOf("nothing"));
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_EQ(optionsToldIn(none.err), "") << "all was looked at";
  EXPECT_THAT(none.err, HasSubstr("-fsanitize=thread"));
}

TEST_F(Instrumented, AnAccessIsOfTheLineThatMakesIt) {
  const std::map<std::string, std::set<int>> lines = {
      {"plain", {6, 8}}, {"atomic", {9}}, {"lock", {10, 12}}};
  for (const char *compiler : {"gcc -fsanitize=thread", "gcc -fsanitize=thread -fno-plt"}) {
    build(compiler, kLines, "lines");
    ASSERT_EQ(record("-q --engine=simulate", folder_.pathOf("lines")).exit_code, 0);
    std::map<std::string, std::set<int>> told;
    for (const nlohmann::json read = report(); const auto &line : read.at("lines"))
      for (const auto &access : line.at("accesses"))
        if (const std::string member = access.value("member", ""); access.value("line", 0) > 3)
          told[member.substr(0, member.find('.'))].insert(access.at("line").get<int>());
    for (const auto &[member, right] : lines)
      EXPECT_EQ(told[member], right) << compiler << member;
  }
}

} // namespace instrumentedTest
} // namespace fsfind::test
