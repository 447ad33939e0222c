// project: moodycamel ReaderWriterQueue
// reference: https://github.com/cameron314/readerwriterqueue/pull/93 (read)
// kind: lock-beside-data
// starts: visible
// wrong: the queue ends with the block pointer the producer writes; whatever its owner declares next, here a lock of other
//        threads, falls on that line.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#define MOODYCAMEL_CACHE_LINE_SIZE 64
#define AE_ALIGN(x) __attribute__((aligned(x)))

namespace moodycamel {
template <typename T> class weak_atomic {
public:
  weak_atomic(T v = T()) : value(v) {}
  T load() const { return value.load(std::memory_order_relaxed); }
  void operator=(T v) { value.store(v, std::memory_order_relaxed); }

private:
  std::atomic<T> value;
};

template <typename T> class ReaderWriterQueue {
  struct Block {
    std::atomic<std::size_t> front{0};
    char pad[MOODYCAMEL_CACHE_LINE_SIZE];
    std::atomic<std::size_t> tail{0};
    Block* next = nullptr;
    T items[512];
  };

public:
  ReaderWriterQueue() {
    Block* first = new Block();
    first->next = first;
    frontBlock = first;
    tailBlock = first;
  }

  bool try_enqueue(const T& item) {
    Block* b = tailBlock.load();
    const std::size_t tail = b->tail.load(std::memory_order_relaxed);
    if (tail - b->front.load(std::memory_order_acquire) == 512) {
      tailBlock = b->next;
      return false;
    }
    b->items[tail % 512] = item;
    b->tail.store(tail + 1, std::memory_order_release);
    tailBlock = b;
    return true;
  }

  bool try_dequeue(T& out) {
    Block* b = frontBlock.load();
    const std::size_t front = b->front.load(std::memory_order_relaxed);
    if (front == b->tail.load(std::memory_order_acquire)) return false;
    out = b->items[front % 512];
    b->front.store(front + 1, std::memory_order_release);
    frontBlock = b;
    return true;
  }

private:
  weak_atomic<Block*> frontBlock;
  char cachelineFiller[MOODYCAMEL_CACHE_LINE_SIZE - sizeof(weak_atomic<Block*>)];
  weak_atomic<Block*> tailBlock; // expect: fsfind-adjacent-thread-fields
  std::size_t largestBlockSize = 512;
#ifdef FIXED
} AE_ALIGN(MOODYCAMEL_CACHE_LINE_SIZE);
#else
};
#endif
} // namespace moodycamel

struct Session {
  int id;
};

class Connection {
public:
  void produce(int n) {
    for (int i = 0; i < n; ++i)
      while (!inbound_.try_enqueue(i)) {
      }
  }
  void add(Session* s) {
    std::lock_guard<std::mutex> guard(lock_);
    sessions_.push_back(s);
  }
  void run(int n, Session* s) {
    std::thread producer([this, n] { produce(n); });
    std::thread control([this, n, s] {
      for (int i = 0; i < n; ++i) add(s);
    });
    for (int got = 0, item; got < n; got += inbound_.try_dequeue(item)) {
    }
    producer.join();
    control.join();
  }

private:
  moodycamel::ReaderWriterQueue<int> inbound_; // expect: fsfind-adjacent-thread-fields
  std::mutex lock_;                            // expect: fsfind-adjacent-thread-fields
  std::vector<Session*> sessions_;
};

void serve(Session* s) {
  static Connection connection;
  connection.run(1000000, s);
}
