// P7: neighbouring atomics at namespace scope.
#include <atomic>
#include <thread>

namespace stats {
#ifdef FIXED
alignas(64) std::atomic<long> produced{0};
alignas(64) std::atomic<long> consumed{0};
#else
std::atomic<long> produced{0}; // expect: fsfind-adjacent-globals
std::atomic<long> consumed{0}; // expect: fsfind-adjacent-globals
#endif
} // namespace stats

static void produce() {
  for (long i = 0; i < 100000000; ++i)
    stats::produced.fetch_add(1, std::memory_order_relaxed);
}

static void consume() {
  for (long i = 0; i < 100000000; ++i)
    stats::consumed.fetch_add(1, std::memory_order_relaxed);
}

int main() {
  std::thread producer(produce), consumer(consume);
  producer.join();
  consumer.join();
}
