// P16: the constructive size, to separate.
#include <atomic>
#include <new>
#include <thread>
#include <vector>

#ifdef FIXED
constexpr std::size_t kSeparation = 64;
struct alignas(kSeparation) Counter {
#else
struct alignas(
    std::hardware_constructive_interference_size) Counter { // expect: fsfind-ineffective-padding
#endif
  std::atomic<long> value{0};
};

static Counter counters[16];

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([t] {
      for (long i = 0; i < 100000000; ++i)
        counters[t].value.fetch_add(1);
    });
  for (auto &thread : threads)
    thread.join();
}
