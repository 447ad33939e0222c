// Atomics in an array, one for each thread.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int kThreads = 4, kRounds = 20000;

struct Shard {
  std::atomic<long> hits{0};
};

static Shard shards[kThreads];

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Shard %zu\n", sizeof(Shard)) < 0;
#endif
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; i++)
    threads.emplace_back([i] {
      for (int round = 0; round < kRounds; round++)
        shards[i].hits.fetch_add(1, std::memory_order_relaxed);
    });
  for (std::thread &thread : threads)
    thread.join();
  long all = 0;
  for (const Shard &shard : shards)
    all += shard.hits;
  std::printf("%ld\n", all);
}
