// P30: a thread calls what it was made for: a std::function of an object, a pointer in a record.
#include <functional>
#include <pthread.h>
#include <thread>
#include <utility>

class Task {
public:
  explicit Task(std::function<void()> body) : body_(std::move(body)) {}
  void start() {
    thread_ = std::thread([this] { body_(); });
  }
  void join() { thread_.join(); }

private:
  std::function<void()> body_;
  std::thread thread_;
};

struct Job {
  void (*run)(void *);
  void *argument;
};

static void *trampoline(void *given) {
  const Job job = *static_cast<Job *>(given);
  delete static_cast<Job *>(given);
  job.run(job.argument);
  return nullptr;
}

static pthread_t spawn(void (*run)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, nullptr, trampoline, new Job{run, argument});
  return thread;
}

long next(long);

#ifdef FIXED
#define APART alignas(64)
#else
#define APART
#endif

struct Totals {
  APART long in;
  APART long out; // expect: fsfind-adjacent-thread-fields
};

struct Levels {
  APART long high;
  APART long low; // expect: fsfind-adjacent-thread-fields
};

static void raise(void *given) {
  auto *levels = static_cast<Levels *>(given);
  for (;;)
    levels->high = next(levels->high);
}

static void lower(void *given) {
  auto *levels = static_cast<Levels *>(given);
  for (;;)
    levels->low = next(levels->low);
}

static Levels levels;

int main() {
  static Totals totals; // expect: fsfind-adjacent-globals
  Task reader([] {
    for (;;)
      totals.in = next(totals.in);
  });
  Task writer([] {
    for (;;)
      totals.out = next(totals.out);
  });
  reader.start();
  writer.start();
  const pthread_t up = spawn(raise, &levels), down = spawn(lower, &levels);
  pthread_join(up, nullptr);
  pthread_join(down, nullptr);
  reader.join();
  writer.join();
}
