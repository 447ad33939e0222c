// project: RocksDB (monitoring/statistics_impl.h, util/core_local.h)
// reference: reduced from memory; the released StatisticsData is aligned and padded to a line and has its own operator new[]
// kind: per-thread-array
// starts: hidden
// also-true: fsfind-adjacent-thread-fields
// wrong: tickers and histograms are kept by core in an array of a template, but an element is not a multiple of a line, so that
//        the last tickers of a core share a line with the first of the next.
#include <sched.h>
#include <unistd.h>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

#define CACHE_LINE_SIZE 64U
#define ALIGN_AS(n) alignas(n)

namespace ROCKSDB_NAMESPACE {

namespace port {
inline int PhysicalCoreID() { return sched_getcpu(); }
inline void* cacheline_aligned_alloc(size_t size) {
  void* m;
  return posix_memalign(&m, CACHE_LINE_SIZE, size) ? nullptr : m;
}
inline void cacheline_aligned_free(void* memblock) { free(memblock); }
}  // namespace port

template <typename T>
class CoreLocalArray {
 public:
  CoreLocalArray() {
    int num_cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    size_shift_ = 3;
    while (1 << size_shift_ < num_cpus) ++size_shift_;
    data_.reset(new T[static_cast<size_t>(1) << size_shift_]);
  }
  size_t Size() const { return static_cast<size_t>(1) << size_shift_; }
  T* Access() const { return AccessElementAndIndex().first; }
  std::pair<T*, size_t> AccessElementAndIndex() const {
    int cpuid = port::PhysicalCoreID();
    size_t core_idx = cpuid < 0 ? 0 : static_cast<size_t>(cpuid & ((1 << size_shift_) - 1));
    return {AccessAtCore(core_idx), core_idx};
  }
  T* AccessAtCore(size_t core_idx) const {
    assert(core_idx < static_cast<size_t>(1) << size_shift_);
    return &data_[core_idx];
  }

 private:
  std::unique_ptr<T[]> data_; // expect: fsfind-per-thread-slots
  int size_shift_;
};

enum Tickers : uint32_t {
  BLOCK_CACHE_MISS = 0,
  BLOCK_CACHE_HIT,
  BLOOM_FILTER_USEFUL,
  MEMTABLE_HIT,
  MEMTABLE_MISS,
  NUMBER_KEYS_READ,
  BYTES_READ,
  GET_HIT_L0,
  GET_HIT_L1,
  TICKER_ENUM_MAX
};
enum Histograms : uint32_t { DB_GET = 0, BYTES_PER_READ, HISTOGRAM_ENUM_MAX };

struct HistogramStat {
  void Add(uint64_t value) {
    num_.store(num_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    sum_.store(sum_.load(std::memory_order_relaxed) + value, std::memory_order_relaxed);
    if (value > max_.load(std::memory_order_relaxed)) max_.store(value, std::memory_order_relaxed);
  }
  std::atomic_uint_fast64_t num_{0};
  std::atomic_uint_fast64_t sum_{0};
  std::atomic_uint_fast64_t max_{0};
};

class StatisticsImpl {
 public:
  uint64_t getTickerCount(uint32_t tickerType) const {
    std::lock_guard<std::mutex> lock(aggregate_lock_);
    uint64_t res = 0;
    for (size_t core_idx = 0; core_idx < per_core_stats_.Size(); ++core_idx)
      res += per_core_stats_.AccessAtCore(core_idx)->tickers_[tickerType].load(std::memory_order_relaxed);
    return res;
  }

  void recordTick(uint32_t tickerType, uint64_t count = 1) {
    per_core_stats_.Access()->tickers_[tickerType].fetch_add(count, std::memory_order_relaxed);
  }

  void recordInHistogram(uint32_t histogramType, uint64_t value) {
    per_core_stats_.Access()->histograms_[histogramType].Add(value);
  }

  void Reset() {
    std::lock_guard<std::mutex> lock(aggregate_lock_);
    for (uint32_t i = 0; i < TICKER_ENUM_MAX; ++i)
      for (size_t core_idx = 0; core_idx < per_core_stats_.Size(); ++core_idx)
        per_core_stats_.AccessAtCore(core_idx)->tickers_[i].store(0, std::memory_order_relaxed);
  }

 private:
#ifdef FIXED
  struct ALIGN_AS(CACHE_LINE_SIZE) StatisticsData {
    std::atomic_uint_fast64_t tickers_[TICKER_ENUM_MAX] = {{0}};
    HistogramStat histograms_[HISTOGRAM_ENUM_MAX];
    char padding[(CACHE_LINE_SIZE -
                  (TICKER_ENUM_MAX * sizeof(std::atomic_uint_fast64_t) + HISTOGRAM_ENUM_MAX * sizeof(HistogramStat)) %
                      CACHE_LINE_SIZE)];
    void* operator new[](size_t s) { return port::cacheline_aligned_alloc(s); }
    void operator delete[](void* p) { port::cacheline_aligned_free(p); }
  };
#else
  struct StatisticsData {
    std::atomic_uint_fast64_t tickers_[TICKER_ENUM_MAX] = {{0}}; // expect: fsfind-per-thread-slots
    HistogramStat histograms_[HISTOGRAM_ENUM_MAX];               // expect: fsfind-per-thread-slots
  };
#endif

  mutable std::mutex aggregate_lock_;
  CoreLocalArray<StatisticsData> per_core_stats_; // expect: fsfind-per-thread-slots
};

struct ReadResult {
  bool in_memtable;
  int level;
  size_t size;
};

void RecordGet(StatisticsImpl* stats, const ReadResult& r) {
  if (stats == nullptr) return;
  stats->recordTick(NUMBER_KEYS_READ);
  stats->recordTick(r.in_memtable ? MEMTABLE_HIT : MEMTABLE_MISS);
  if (!r.in_memtable) stats->recordTick(r.level == 0 ? GET_HIT_L0 : GET_HIT_L1);
  stats->recordTick(BYTES_READ, r.size);
  stats->recordInHistogram(BYTES_PER_READ, r.size);
}
}  // namespace ROCKSDB_NAMESPACE
