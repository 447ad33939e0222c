// Three lambdas of one function write a number each.
#include <atomic>
#include <cstdio>
#include <pthread.h>
#include <thread>

constexpr int kRounds = 30000;

struct Totals {
  std::atomic<long> read{0};
  std::atomic<long> written{0};
  std::atomic<long> dropped{0};
};

static Totals totals;
static pthread_barrier_t all;

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Totals %zu\n", sizeof(Totals)) < 0;
#endif
  pthread_barrier_init(&all, nullptr, 3);
  std::thread reader([] {
    pthread_barrier_wait(&all);
    for (int i = 0; i < kRounds; i++)
      totals.read.fetch_add(1, std::memory_order_relaxed);
  });
  std::thread writer([] {
    pthread_barrier_wait(&all);
    for (int i = 0; i < kRounds; i++)
      totals.written.fetch_add(2, std::memory_order_relaxed);
  });
  std::thread dropper([] {
    pthread_barrier_wait(&all);
    for (int i = 0; i < kRounds; i++)
      totals.dropped.fetch_add(3, std::memory_order_relaxed);
  });
  reader.join();
  writer.join();
  dropper.join();
  std::printf("%ld %ld %ld\n", totals.read.load(), totals.written.load(), totals.dropped.load());
}
