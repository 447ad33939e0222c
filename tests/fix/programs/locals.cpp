// Threads count in locals of the function that starts them.
#include <atomic>
#include <cstdio>
#include <thread>

int main(int argc, char **) {
  if (argc > 1)
    return 0;
  constexpr int rounds = 20000;
  std::atomic<long> added{0}, removed{0};
  std::thread adds([&] {
    for (int i = 0; i < rounds; i++)
      added.fetch_add(2, std::memory_order_relaxed);
  });
  std::thread removes([&] {
    for (int i = 0; i < rounds; i++)
      removed.fetch_add(1, std::memory_order_relaxed);
  });
  adds.join();
  removes.join();
  std::printf("%ld\n", added - removed);
}
