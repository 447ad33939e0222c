// Static members of a template, each defined by an explicit specialisation.
#include <atomic>
#include <cstdio>
#include <pthread.h>
#include <thread>

constexpr int kRounds = 40000;

template <class T> struct Stat {
  static std::atomic<long> count;
};
template <> std::atomic<long> Stat<int>::count{0};
template <> std::atomic<long> Stat<char>::count{0};
static pthread_barrier_t both;

static void count_ints() {
  pthread_barrier_wait(&both);
  for (int i = 0; i < kRounds; i++)
    Stat<int>::count.fetch_add(1, std::memory_order_relaxed);
}

static void count_chars() {
  pthread_barrier_wait(&both);
  for (int i = 0; i < kRounds; i++)
    Stat<char>::count.fetch_add(2, std::memory_order_relaxed);
}

int main(int argc, char **) {
  if (argc > 1)
    return 0;
  pthread_barrier_init(&both, nullptr, 2);
  std::thread ints(count_ints), chars(count_chars);
  ints.join();
  chars.join();
  std::printf("%ld %ld\n", Stat<int>::count.load(), Stat<char>::count.load());
}
