// Two ends of a queue in a namespace, with attributes; the project's constant, of another
// namespace, is two cachelines. The file's lines end as those of DOS do.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <pthread.h>
#include <thread>

namespace base {
constexpr std::size_t kCacheLineSize = 128;
struct alignas(kCacheLineSize) Padded {
  long value = 1;
};
} // namespace base

namespace queues {
inline namespace v1 {
struct Ends {
  [[maybe_unused]] std::atomic<long> head{0};
  [[maybe_unused]] std::atomic<long> tail{0};
};
} // namespace v1
static Ends ends;
} // namespace queues

constexpr int kRounds = 40000;
static pthread_barrier_t both;
static base::Padded padded;

static void push() {
  pthread_barrier_wait(&both);
  for (int i = 0; i < kRounds; i++)
    queues::ends.tail.fetch_add(1, std::memory_order_relaxed);
}

static void pop() {
  pthread_barrier_wait(&both);
  for (int i = 0; i < kRounds; i++)
    queues::ends.head.fetch_add(1, std::memory_order_relaxed);
}

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Ends %zu\n", sizeof(queues::Ends)) < 0;
#endif
  pthread_barrier_init(&both, nullptr, 2);
  std::thread pusher(push), popper(pop);
  pusher.join();
  popper.join();
  std::printf("%ld %ld %ld\n", queues::ends.head.load(), queues::ends.tail.load(), padded.value);
}
