// project: NebulaGraph (common/memory/MemoryTracker.h)
// reference: https://github.com/vesoft-inc/nebula/pull/5140 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the limit that each allocation reads is beside the used amount that allocations of all threads update.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace nebula { namespace memory {
#ifdef FIXED
constexpr std::size_t CACHE_LINE_SIZE = 64;
#define OWN_LINE alignas(CACHE_LINE_SIZE)
#else
#define OWN_LINE
#endif

struct ThreadMemoryStats {
  int64_t reserved = 0;
  bool throwOnExceeded = true;
};

class MemoryStats {
public:
  static MemoryStats& instance() {
    static MemoryStats stats;
    return stats;
  }

  void alloc(int64_t size) {
    int64_t willBe = threadStats_.reserved - size;
    if (willBe < 0) {
      int64_t amount = kLocalReservedLimit;
      while (willBe + amount < 0) amount += kLocalReservedLimit;
      allocGlobal(amount);
      willBe += amount;
    }
    threadStats_.reserved = willBe;
  }

  void free(int64_t size) {
    threadStats_.reserved += size;
    if (threadStats_.reserved > kLocalReservedLimit) {
      freeGlobal(kLocalReservedLimit);
      threadStats_.reserved -= kLocalReservedLimit;
    }
  }

  void setLimit(int64_t limit) { limit_ = limit; }
  double usedRatio() const { return used_.load(std::memory_order_relaxed) / static_cast<double>(limit_); }

private:
  void allocGlobal(int64_t size) {
    const int64_t willBe = used_.fetch_add(size, std::memory_order_relaxed) + size;
    if (threadStats_.throwOnExceeded && willBe > limit_) {
      used_.fetch_sub(size, std::memory_order_relaxed);
      throw std::bad_alloc();
    }
  }
  void freeGlobal(int64_t size) { used_.fetch_sub(size, std::memory_order_relaxed); }

  static constexpr int64_t kLocalReservedLimit = 1 << 20;
  static thread_local ThreadMemoryStats threadStats_;

  OWN_LINE int64_t limit_{INT64_MAX};     // expect: fsfind-adjacent-thread-fields
  OWN_LINE std::atomic<int64_t> used_{0}; // expect: fsfind-adjacent-thread-fields
};

thread_local ThreadMemoryStats MemoryStats::threadStats_;
}} // namespace nebula::memory

void* newImpl(std::size_t size);

void fillRows(void** rows, int n, std::size_t size) {
  for (int i = 0; i < n; ++i) {
    nebula::memory::MemoryStats::instance().alloc(static_cast<int64_t>(size));
    rows[i] = newImpl(size);
  }
}

void dropRows(void** rows, int n, std::size_t size) {
  for (int i = 0; i < n; ++i) {
    nebula::memory::MemoryStats::instance().free(static_cast<int64_t>(size));
    rows[i] = nullptr;
  }
}
