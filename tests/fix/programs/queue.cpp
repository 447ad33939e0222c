// A queue on the heap: what the two sides write lies side by side, wherever it begins.
#include <atomic>
#include <cstdio>
#include <memory>
#include <pthread.h>
#include <thread>

constexpr int kRounds = 40000;

class Queue {
public:
  void produce() {
    for (int i = 0; i < kRounds; i++) {
      head_.store(head_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      in_bytes_.store(in_bytes_.load(std::memory_order_relaxed) + i, std::memory_order_relaxed);
    }
  }
  void consume() {
    for (int i = 0; i < kRounds; i++) {
      tail_.store(tail_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      out_bytes_.store(out_bytes_.load(std::memory_order_relaxed) + i, std::memory_order_relaxed);
    }
  }
  long sum() const { return head_ + tail_ + in_bytes_ + out_bytes_ + capacity_ * kind_; }

private:
  int capacity_ = 5;
  int kind_ = 1;
  std::atomic<long> head_{0};
  std::atomic<long> in_bytes_{0};
  std::atomic<long> tail_{0};
  std::atomic<long> out_bytes_{0};
};

int main(int argc, char **) {
#ifdef SIZES
  if (argc > 1)
    return std::printf("Queue %zu\n", sizeof(Queue)) < 0;
#endif
  pthread_barrier_t both;
  pthread_barrier_init(&both, nullptr, 2);
  const auto queue = std::make_unique<Queue>();
  std::thread producer([&] {
    pthread_barrier_wait(&both);
    queue->produce();
  });
  std::thread consumer([&] {
    pthread_barrier_wait(&both);
    queue->consume();
  });
  producer.join();
  consumer.join();
  std::printf("%ld\n", queue->sum());
}
