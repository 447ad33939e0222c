// T23: keys that begin at another place in each thread, or are drawn at random, choose any bucket.
#include <atomic>
#include <random>
#include <thread>
#include <vector>

static std::atomic<unsigned long> buckets[8192];
static long plain[4096], turns[64];

static void put(unsigned long key) {
  unsigned long none = 0;
  buckets[key & 8191].compare_exchange_strong(none, key);
}

int main() {
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 4; ++number)
    threads.emplace_back([number] {
      std::minstd_rand random(number);
      for (unsigned i = 0; i < 1000000; ++i) {
        put(2048U * number + i % 512);
        plain[(random() + number) % 4096] += i & 3;
        turns[(i + number * 77) % 64] += i & 3;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}
