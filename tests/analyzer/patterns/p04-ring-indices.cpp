// P4: a queue template whose two ends share a line.
#include <atomic>
#include <cstddef>
#include <thread>

template <class T, std::size_t N> class Queue {
public:
  bool push(const T &value) {
    const std::size_t at = write_.load(std::memory_order_relaxed);
    if (at - read_.load(std::memory_order_acquire) == N)
      return false;
    slots_[at % N] = value;
    write_.store(at + 1, std::memory_order_release);
    return true;
  }
  bool pop(T &value) {
    const std::size_t at = read_.load(std::memory_order_relaxed);
    if (at == write_.load(std::memory_order_acquire))
      return false;
    value = slots_[at % N];
    read_.store(at + 1, std::memory_order_release);
    return true;
  }

private:
#ifdef FIXED
  alignas(64) std::atomic<std::size_t> write_{0};
  alignas(64) std::atomic<std::size_t> read_{0};
  alignas(64) T slots_[N];
#else
  std::atomic<std::size_t> write_{0}; // expect: fsfind-adjacent-thread-fields
  std::atomic<std::size_t> read_{0};  // expect: fsfind-adjacent-thread-fields
  alignas(64) T slots_[N];
#endif
};

int main() {
  static Queue<int, 1024> queue;
  std::thread producer([] {
    for (int i = 0; i < 100000000; ++i)
      while (!queue.push(i)) {
      }
  });
  std::thread consumer([] {
    int value = 0;
    for (int i = 0; i < 100000000; ++i)
      while (!queue.pop(value)) {
      }
  });
  producer.join();
  consumer.join();
}
