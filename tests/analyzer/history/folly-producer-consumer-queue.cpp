// project: folly (ProducerConsumerQueue.h)
// reference: https://github.com/facebook/folly/pull/378 (read)
// kind: producer-consumer
// starts: visible
// wrong: the read and write positions of the template, and the size and buffer that both sides read, share a line.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <thread>
#include <utility>

namespace folly {
constexpr std::size_t kFalseSharingRange = 128;

template <class T> struct ProducerConsumerQueue {
  typedef T value_type;

  explicit ProducerConsumerQueue(unsigned size)
      : size_(size), records_(static_cast<T*>(std::malloc(sizeof(T) * size))), readIndex_(0), writeIndex_(0) {}

  ~ProducerConsumerQueue() { std::free(records_); }
  ProducerConsumerQueue(const ProducerConsumerQueue&) = delete;
  ProducerConsumerQueue& operator=(const ProducerConsumerQueue&) = delete;

  template <class... Args> bool write(Args&&... recordArgs) {
    auto const currentWrite = writeIndex_.load(std::memory_order_relaxed);
    auto nextRecord = currentWrite + 1;
    if (nextRecord == size_) nextRecord = 0;
    if (nextRecord == readIndex_.load(std::memory_order_acquire)) return false;
    new (&records_[currentWrite]) T(std::forward<Args>(recordArgs)...);
    writeIndex_.store(nextRecord, std::memory_order_release);
    return true;
  }

  bool read(T& record) {
    auto const currentRead = readIndex_.load(std::memory_order_relaxed);
    if (currentRead == writeIndex_.load(std::memory_order_acquire)) return false;
    auto nextRecord = currentRead + 1;
    if (nextRecord == size_) nextRecord = 0;
    record = std::move(records_[currentRead]);
    records_[currentRead].~T();
    readIndex_.store(nextRecord, std::memory_order_release);
    return true;
  }

private:
#ifdef FIXED
  char pad0_[kFalseSharingRange];
  const unsigned size_;
  T* const records_;
  alignas(kFalseSharingRange) std::atomic<unsigned> readIndex_;
  alignas(kFalseSharingRange) std::atomic<unsigned> writeIndex_;
  char pad1_[kFalseSharingRange - sizeof(std::atomic<unsigned>)];
#else
  const unsigned size_;
  T* const records_;
  std::atomic<unsigned> readIndex_;  // expect: fsfind-adjacent-thread-fields
  std::atomic<unsigned> writeIndex_; // expect: fsfind-adjacent-thread-fields
#endif
};
} // namespace folly

struct Fill {
  long order;
  double price;
};

void consume(const Fill& fill);

long run(unsigned long iters) {
  folly::ProducerConsumerQueue<Fill> queue(4096);
  std::thread producer([&] {
    for (unsigned long i = 0, e = iters; i < e; ++i)
      while (!queue.write(Fill{static_cast<long>(i), 1.0})) {
      }
  });
  std::thread consumer([&] {
    Fill fill{};
    for (unsigned long i = 0, e = iters; i < e; ++i) {
      while (!queue.read(fill)) {
      }
      consume(fill);
    }
  });
  producer.join();
  consumer.join();
  return static_cast<long>(iters);
}
