// Counts of a ticket office are kept per CPU in a heap array: the end of one record of 120 bytes
// meets the beginning of the next. An accessor returns record and index as a pair.
// also-true: fsfind-adjacent-thread-fields
#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <sched.h>
#include <utility>

template <class T> struct PerCpu {
  explicit PerCpu(int log2) : mask((1 << log2) - 1), items(new T[std::size_t{1} << log2]) {}
  std::pair<T *, int> access() const {
    const int cpu = sched_getcpu() & mask;
    return {&items[cpu], cpu};
  }
  int mask;
  std::unique_ptr<T[]> items; // expect: fsfind-per-thread-slots
};

enum Event { Sold, Returned, Refused, Reserved, Printed, Events };
struct Prices {
  std::atomic<long> full{0}, reduced{0}, sum{0}, squares{0}, last{0};
  void add(long price) {
    std::atomic<long> &kind = price > 20 ? full : reduced;
    kind.store(kind.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    sum.store(sum.load(std::memory_order_relaxed) + price, std::memory_order_relaxed);
  }
};
struct Office {
  void count(Event event) const {
    counts.access().first->events[event].fetch_add(1, std::memory_order_relaxed);
  }
  void price(int hall, long price) const { counts.access().first->prices[hall].add(price); }
  struct Counts {
    std::atomic<long> events[Events] = {}; // expect: fsfind-per-thread-slots
    Prices prices[2];
  };
#ifdef FIXED
  struct alignas(64) Record : Counts {
    char pad[(64 - sizeof(Counts) % 64) % 64];
    void *operator new[](std::size_t size) { return ::operator new[](size, std::align_val_t(64)); }
    void operator delete[](void *memory) { ::operator delete[](memory, std::align_val_t(64)); }
  };
#else
  struct Record : Counts {};
#endif
  PerCpu<Record> counts{5};
};

void sell(const Office &office, long price) {
  office.count(Sold);
  office.price(0, price);
}
