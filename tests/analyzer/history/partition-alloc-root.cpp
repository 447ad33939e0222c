// project: Chromium (PartitionAlloc, partition_root.h)
// reference: reduced from memory; the released root keeps its settings on a line of their own
// kind: lock-beside-data
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the settings that every allocation and free reads, even on the lock-free path, share a line with the root's spin lock.
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace partition_alloc {
namespace internal {
constexpr std::size_t kPartitionCachelineSize = 64;

class SpinningMutex {
public:
  void Acquire() {
    while (state_.exchange(1, std::memory_order_acquire)) __builtin_ia32_pause();
  }
  void Release() { state_.store(0, std::memory_order_release); }

private:
  std::atomic<int32_t> state_{0}; // expect: fsfind-adjacent-thread-fields
};

struct ScopedGuard {
  explicit ScopedGuard(SpinningMutex& m) : mutex(m) { mutex.Acquire(); }
  ~ScopedGuard() { mutex.Release(); }
  SpinningMutex& mutex;
};
} // namespace internal

struct Bucket {
  void* active_slot_span;
  uint32_t slot_size;
};

void* ThreadCacheGet(std::size_t bucket);
bool ThreadCachePut(std::size_t bucket, void* object);

template <bool thread_safe> struct PartitionRoot {
  struct Settings {
    bool with_thread_cache = false; // expect: fsfind-adjacent-thread-fields
    bool allow_aligned_alloc = false;
    bool use_cookie = false;
    uint32_t extras_size = 0; // expect: fsfind-adjacent-thread-fields
    uint32_t extras_offset = 0; // expect: fsfind-adjacent-thread-fields
  };
#ifdef FIXED
  union {
    Settings settings{};
    uint8_t one_cacheline[internal::kPartitionCachelineSize];
  };
  alignas(internal::kPartitionCachelineSize) internal::SpinningMutex lock_;
#else
  Settings settings{};           // expect: fsfind-adjacent-thread-fields
  internal::SpinningMutex lock_; // expect: fsfind-adjacent-thread-fields
#endif
  std::size_t total_size_of_committed_pages = 0;
  Bucket buckets[32] = {};

  std::size_t BucketOf(std::size_t size) const { return (size + settings.extras_size) / 16 % 32; }

  void* Alloc(std::size_t size) {
    const std::size_t bucket = BucketOf(size);
    if (settings.with_thread_cache)
      if (void* cached = ThreadCacheGet(bucket)) return static_cast<char*>(cached) + settings.extras_offset;
    internal::ScopedGuard guard(lock_);
    total_size_of_committed_pages += buckets[bucket].slot_size;
    void* object = buckets[bucket].active_slot_span;
    buckets[bucket].active_slot_span = *static_cast<void**>(object);
    return static_cast<char*>(object) + settings.extras_offset;
  }

  void Free(void* p, std::size_t size) {
    void* object = static_cast<char*>(p) - settings.extras_offset;
    const std::size_t bucket = BucketOf(size);
    if (settings.with_thread_cache && ThreadCachePut(bucket, object)) return;
    internal::ScopedGuard guard(lock_);
    *static_cast<void**>(object) = buckets[bucket].active_slot_span;
    buckets[bucket].active_slot_span = object;
  }
};

using ThreadSafePartitionRoot = PartitionRoot<true>;

ThreadSafePartitionRoot* MallocRoot() {
  static ThreadSafePartitionRoot root;
  return &root;
}
} // namespace partition_alloc

void Churn(void** objects, int n, std::size_t size) {
  auto* root = partition_alloc::MallocRoot();
  for (int i = 0; i < n; ++i) objects[i] = root->Alloc(size);
  for (int i = 0; i < n; ++i) root->Free(objects[i], size);
}
