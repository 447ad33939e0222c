// T22: a queue's cells are chosen by the remainder of a ticket, which is another each time; the
// counts beside it by the remainder of a thread's number.
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

constexpr std::size_t kCells = 4096, kCounts = 16;

#ifdef FIXED
struct alignas(64) Count {
#else
struct Count {
#endif
  long taken = 0; // expect: fsfind-per-thread-slots
};

class Queue {
public:
  void push(long value) { put(value, head_.fetch_add(1)); }
  long pop() { return take(tail_.fetch_add(1)); }

private:
  void put(long value, std::size_t head) {
    std::atomic<long> &cell = cells_[head & (kCells - 1)];
    for (long none = 0; !cell.compare_exchange_weak(none, value); none = 0) {
    }
  }
  long take(std::size_t tail) {
    std::atomic<long> &cell = cells_[tail & (kCells - 1)];
    while (true)
      if (const long value = cell.exchange(0))
        return value;
  }

  alignas(64) std::atomic<std::size_t> head_{0};
  alignas(64) std::atomic<std::size_t> tail_{0};
  alignas(64) std::atomic<long> cells_[kCells] = {};
};

static Queue queue;
static Count counts[kCounts]; // expect: fsfind-per-thread-slots

static void note(unsigned consumer) {
  counts[consumer & (kCounts - 1)].taken++;
}

static void produce() {
  for (long i = 1; i < 1000000; ++i)
    queue.push(i);
}
static void consume(unsigned number) {
  for (long i = 1; i < 1000000; ++i)
    if (queue.pop() > 0)
      note(number);
}

int main() {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i) {
    threads.emplace_back(produce);
    threads.emplace_back(consume, i);
  }
  for (auto &thread : threads)
    thread.join();
}
