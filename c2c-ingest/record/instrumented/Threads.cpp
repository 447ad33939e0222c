#include "c2c-ingest/record/instrumented/Runtime.h"
#include "c2c-ingest/record/sim/ShimCalls.h"
#include "c2c-ingest/record/sim/Tasks.h"

#include <atomic>
#include <cerrno>
#include <linux/futex.h>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <string_view>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

/// Threads: what the shims of record/sim call in place of the C library's functions.

namespace fsfind::record::instrumented {

namespace {

using Run = void *(*)(void *);

constinit Real<int(pthread_t *, const pthread_attr_t *, Run, void *)> create("pthread_create");
constinit Real<int(pthread_t, void **)> await("pthread_join");

/// What the end of a thread wakes: no address, but a number of which each thread has one.
class Ends {
public:
  std::uint64_t next() { return kFirst + sizeof(std::uint64_t) * count_.fetch_add(1); }
  void set(pthread_t thread, std::uint64_t end) {
    const std::lock_guard lock(mutex_);
    ends_[thread] = end;
  }
  std::uint64_t of(pthread_t thread) {
    const std::lock_guard lock(mutex_);
    const auto found = ends_.find(thread);
    return found == ends_.end() ? 0 : found->second;
  }

private:
  static constexpr std::uint64_t kFirst = std::uint64_t{1} << 55; // no user address
  std::atomic<std::uint64_t> count_{0};
  std::mutex mutex_;
  std::map<pthread_t, std::uint64_t> ends_; ///< the C library gives the same ones again
};

Ends &ends() {
  static auto *made = new Ends; // threads use it until the process ends
  return *made;
}

/// Destructors of what threads have for themselves may be instrumented: this one comes last, as it
/// asks for further rounds.
void leaveLast(void *rounds) {
  const auto left = reinterpret_cast<std::uintptr_t>(rounds) - 1;
  if (left == 0)
    leave();
  else
    leaveWithThread(left);
}

pthread_key_t keyOfEnd() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    pthread_key_create(&made, leaveLast);
    return made;
  }();
  return key;
}

struct Start {
  Run run;
  void *argument;
  std::atomic<std::uint32_t> tid{0}; ///< a futex: of the thread, once it runs
};

void *begin(void *given) {
  auto *start = static_cast<Start *>(given);
  const Run run = start->run;
  void *argument = start->argument;
  join();
  leaveWithThread(PTHREAD_DESTRUCTOR_ITERATIONS);
  start->tid = static_cast<std::uint32_t>(gettid());
  sim::futexWake(start->tid, 1); // `start` may be gone
  self.listens = self.takes_part;
  return run(argument);
}

int startThread(pthread_t *thread, const pthread_attr_t *attributes, Run run, void *argument) {
  if (!self.listens)
    return create.get()(thread, attributes, run, argument);
  const std::uint64_t end = ends().next();
  Simulator::Arguments arguments{CLONE_VM | CLONE_THREAD};
  arguments[sim::exitWordArgument(sim::guestCallsOf(kTarget))] = end;
  const Told told(SYS_clone, arguments);
  const Inside inside;
  Start start{run, argument};
  const int error = create.get()(thread, attributes, begin, &start);
  if (error == 0)
    while (start.tid == 0)
      sim::futexWait(start.tid, 0, 10'000'000);
  if (error == 0)
    ends().set(*thread, end);
  told.returned(error != 0 ? -error : static_cast<std::int64_t>(start.tid));
  return error;
}

int awaitThread(pthread_t thread, void **result) {
  if (!self.listens)
    return await.get()(thread, result);
  std::uint64_t end = 0;
  {
    const Inside inside;
    end = ends().of(thread);
  }
  const Told told(SYS_futex, {end, FUTEX_LOCK_PI, 0, 0, 0});
  const int error = await.get()(thread, result);
  told.returned(error == 0 ? 0 : -error);
  return error;
}

/// C11's threads are POSIX threads (glibc: nptl/thrd_create.c), whose result is a number.
struct StartOfC11 {
  thrd_start_t run;
  void *argument;
};

void *beginC11(void *given) {
  const StartOfC11 start = *std::unique_ptr<StartOfC11>(static_cast<StartOfC11 *>(given));
  // NOLINTNEXTLINE(performance-no-int-to-ptr): as the C library does
  return reinterpret_cast<void *>(static_cast<std::intptr_t>(start.run(start.argument)));
}

int startC11(thrd_t *thread, thrd_start_t run, void *argument) {
  auto start = std::make_unique<StartOfC11>(StartOfC11{run, argument});
  switch (startThread(thread, nullptr, beginC11, start.get())) {
  case 0:
    (void)start.release();
    return thrd_success;
  case ENOMEM:
    return thrd_nomem;
  default:
    return thrd_error;
  }
}

int awaitC11(thrd_t thread, int *result) {
  void *returned = nullptr;
  if (awaitThread(thread, &returned) != 0)
    return thrd_error;
  if (result != nullptr)
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(returned));
  return thrd_success;
}

} // namespace

void leaveWithThread(std::uintptr_t rounds) {
  pthread_setspecific(keyOfEnd(), reinterpret_cast<void *>(rounds));
}

} // namespace fsfind::record::instrumented

/// What comes next for the shims.
void *fsfindNext(const char *name) {
  using namespace fsfind::record::instrumented;
  const struct {
    std::string_view name;
    void *function;
  } own[] = {{"pthread_create", reinterpret_cast<void *>(startThread)},
             {"pthread_join", reinterpret_cast<void *>(awaitThread)},
             {"thrd_create", reinterpret_cast<void *>(startC11)},
             {"thrd_join", reinterpret_cast<void *>(awaitC11)}};
  for (const auto &[known, function] : own)
    if (known == name)
      return function;
  return find(name, nullptr);
}

FSFIND_OWN_CALL(int, pthread_create,
                (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *),
                 void *argument),
                (thread, attributes, run, argument))
FSFIND_OWN_CALL(int, pthread_join, (pthread_t thread, void **result), (thread, result))
