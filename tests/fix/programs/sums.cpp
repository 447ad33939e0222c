// A vector of atomics on the stack of main, whose elements threads choose by number.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int kRounds = 20000;

int main(int argc, char **) {
  if (argc > 1)
    return 0;
  const std::size_t count = 4;
  std::vector<std::atomic<long>> sums(count);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; i++)
    threads.emplace_back([&sums, i] {
      for (int round = 0; round < kRounds; round++)
        sums[i] += round;
    });
  for (std::thread &thread : threads)
    thread.join();
  long all = 0;
  for (auto &sum : sums)
    all += sum;
  std::printf("%ld %zu\n", all, sums.size());
}
