// project: TCMalloc (tcmalloc/cpu_cache.h)
// reference: reduced from memory; the released struct derives from the unpadded one to fill a line
// kind: per-thread-array
// starts: hidden
// wrong: for each CPU there is a record of the room left in its cache, its misses and the last class grown, written on every
//        slow path of that CPU; the records are packed in an array.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <sched.h>
#include <unistd.h>

#define ABSL_CACHELINE_SIZE 64
#define ASSERT(x) (void)(x)

namespace tcmalloc {
namespace tcmalloc_internal {

constexpr size_t kNumClasses = 86;
constexpr size_t kBatchSize = 32;

size_t class_to_size(size_t size_class);
size_t RemoveRangeFromCentral(size_t size_class, void** batch, size_t n);
void InsertRangeToCentral(size_t size_class, void** batch, size_t n);

inline int GetRealCpu() { return sched_getcpu(); }

inline int NumCPUs() {
  static const int result = static_cast<int>(sysconf(_SC_NPROCESSORS_CONF));
  return result;
}

struct alignas(4096) Slab {
  uint16_t current[kNumClasses];
  uint16_t end[kNumClasses];
  void* slots[kNumClasses][kBatchSize];

  void* Pop(size_t size_class) { return current[size_class] ? slots[size_class][--current[size_class]] : nullptr; }
  bool Push(size_t size_class, void* item) {
    if (current[size_class] == end[size_class]) return false;
    slots[size_class][current[size_class]++] = item;
    return true;
  }
};

class CPUCache {
 public:
  struct CpuCacheMissStats {
    size_t underflows = 0;
    size_t overflows = 0;
  };

  void Init(size_t max_cpu_cache_size);
  void* Allocate(size_t size_class);
  void Deallocate(void* ptr, size_t size_class);
  uint64_t UsedBytes(int target_cpu) const;
  uint64_t TotalUsedBytes() const;
  CpuCacheMissStats GetTotalCacheMissStats(int cpu) const;
  void ShuffleCpuCaches();

 private:
  struct ResizeInfoUnpadded {
    std::atomic<size_t> available;        // expect: fsfind-per-thread-slots
    std::atomic<size_t> capacity;         // expect: fsfind-per-thread-slots
    std::atomic<size_t> total_underflows; // expect: fsfind-per-thread-slots
    std::atomic<size_t> total_overflows;  // expect: fsfind-per-thread-slots
    std::atomic<int64_t> num_steals;
    uint8_t last_steal;
    bool populated;
  };
#ifdef FIXED
  struct ResizeInfo : ResizeInfoUnpadded {
    char pad[ABSL_CACHELINE_SIZE - sizeof(ResizeInfoUnpadded) % ABSL_CACHELINE_SIZE];
  };
#else
  struct ResizeInfo : ResizeInfoUnpadded {};
#endif

  void* Refill(int cpu, size_t size_class);
  void Overflow(void* ptr, size_t size_class, int cpu);
  void Populate(int cpu);
  size_t UpdateCapacity(int cpu, size_t size_class, size_t max_capacity, bool overflow);
  void RecordCacheMissStat(int cpu, bool is_alloc);

  Slab* slabs_ = nullptr;
  ResizeInfo* resize_ = nullptr; // expect: fsfind-per-thread-slots
  size_t max_per_cpu_cache_size_ = 0;
};

static void* AllocMetadata(size_t bytes, size_t alignment) {
  void* p = nullptr;
  if (posix_memalign(&p, alignment, bytes) != 0) abort();
  return p;
}

void CPUCache::Init(size_t max_cpu_cache_size) {
  const int num_cpus = NumCPUs();
  max_per_cpu_cache_size_ = max_cpu_cache_size;
#ifdef FIXED
  resize_ = static_cast<ResizeInfo*>(AllocMetadata(sizeof(ResizeInfo) * num_cpus, ABSL_CACHELINE_SIZE));
#else
  resize_ = static_cast<ResizeInfo*>(AllocMetadata(sizeof(ResizeInfo) * num_cpus, alignof(ResizeInfo)));
#endif
  slabs_ = static_cast<Slab*>(AllocMetadata(sizeof(Slab) * num_cpus, alignof(Slab)));
  for (int cpu = 0; cpu < num_cpus; ++cpu) {
    new (&resize_[cpu]) ResizeInfo();
    resize_[cpu].available.store(max_cpu_cache_size, std::memory_order_relaxed);
    resize_[cpu].capacity.store(max_cpu_cache_size, std::memory_order_relaxed);
    resize_[cpu].last_steal = 1;
  }
}

void CPUCache::Populate(int cpu) {
  for (size_t c = 0; c < kNumClasses; ++c) slabs_[cpu].current[c] = slabs_[cpu].end[c] = 0;
  resize_[cpu].populated = true;
}

void* CPUCache::Allocate(size_t size_class) {
  const int cpu = GetRealCpu();
  if (resize_[cpu].populated) {
    if (void* ret = slabs_[cpu].Pop(size_class)) return ret;
  }
  RecordCacheMissStat(cpu, true);
  return Refill(cpu, size_class);
}

void CPUCache::Deallocate(void* ptr, size_t size_class) {
  const int cpu = GetRealCpu();
  if (resize_[cpu].populated && slabs_[cpu].Push(size_class, ptr)) return;
  RecordCacheMissStat(cpu, false);
  Overflow(ptr, size_class, cpu);
}

void CPUCache::RecordCacheMissStat(int cpu, bool is_alloc) {
  std::atomic<size_t>& stat = is_alloc ? resize_[cpu].total_underflows : resize_[cpu].total_overflows;
  stat.store(stat.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

size_t CPUCache::UpdateCapacity(int cpu, size_t size_class, size_t max_capacity, bool overflow) {
  Slab& slab = slabs_[cpu];
  const size_t size = class_to_size(size_class);
  size_t available = resize_[cpu].available.load(std::memory_order_relaxed);
  size_t increase = overflow ? 2 : 1;
  if (slab.end[size_class] + increase > max_capacity) increase = max_capacity - slab.end[size_class];
  if (increase * size > available) {
    const uint8_t victim = resize_[cpu].last_steal;
    if (slab.end[victim] > slab.current[victim]) {
      slab.end[victim]--;
      resize_[cpu].available.fetch_add(class_to_size(victim), std::memory_order_relaxed);
      resize_[cpu].num_steals.store(resize_[cpu].num_steals.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    resize_[cpu].last_steal = static_cast<uint8_t>(victim + 1 < static_cast<int>(kNumClasses) ? victim + 1 : 1);
    increase = 0;
  }
  slab.end[size_class] = static_cast<uint16_t>(slab.end[size_class] + increase);
  resize_[cpu].available.fetch_sub(increase * size, std::memory_order_relaxed);
  return slab.end[size_class];
}

void* CPUCache::Refill(int cpu, size_t size_class) {
  if (!resize_[cpu].populated) Populate(cpu);
  void* batch[kBatchSize];
  const size_t target = UpdateCapacity(cpu, size_class, kBatchSize, false);
  size_t n = RemoveRangeFromCentral(size_class, batch, target ? target : 1);
  if (n == 0) return nullptr;
  void* result = batch[--n];
  while (n > 0 && slabs_[cpu].Push(size_class, batch[n - 1])) --n;
  if (n > 0) InsertRangeToCentral(size_class, batch, n);
  return result;
}

void CPUCache::Overflow(void* ptr, size_t size_class, int cpu) {
  if (!resize_[cpu].populated) Populate(cpu);
  UpdateCapacity(cpu, size_class, kBatchSize, true);
  if (slabs_[cpu].Push(size_class, ptr)) return;
  InsertRangeToCentral(size_class, &ptr, 1);
}

uint64_t CPUCache::UsedBytes(int target_cpu) const {
  return resize_[target_cpu].capacity.load(std::memory_order_relaxed) -
         resize_[target_cpu].available.load(std::memory_order_relaxed);
}

uint64_t CPUCache::TotalUsedBytes() const {
  uint64_t total = 0;
  for (int cpu = 0, num_cpus = NumCPUs(); cpu < num_cpus; ++cpu) total += UsedBytes(cpu);
  return total;
}

CPUCache::CpuCacheMissStats CPUCache::GetTotalCacheMissStats(int cpu) const {
  CpuCacheMissStats stats;
  stats.underflows = resize_[cpu].total_underflows.load(std::memory_order_relaxed);
  stats.overflows = resize_[cpu].total_overflows.load(std::memory_order_relaxed);
  return stats;
}

}  // namespace tcmalloc_internal
}  // namespace tcmalloc
