// project: RocksDB (memory/concurrent_arena.h, util/core_local.h)
// reference: https://github.com/facebook/rocksdb/pull/12705 (read)
// kind: ineffective-padding
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the shards of cores begin with 40 bytes of padding to be 64 bytes each, but their array comes from operator new, which aligns
//        to 16; the 24 bytes that a core writes lie across two lines, the second of them its neighbour's too.
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace ROCKSDB_NAMESPACE {

class SpinMutex {
 public:
  SpinMutex() : locked_(false) {}
  bool try_lock() {
    auto currently_locked = locked_.load(std::memory_order_relaxed);
    return !currently_locked && locked_.compare_exchange_weak(currently_locked, true, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void lock() {
    for (size_t tries = 0;; ++tries) {
      if (try_lock()) break;
      if (tries > 100) std::this_thread::yield();
    }
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> locked_;
};

template <typename T>
class CoreLocalArray {
 public:
  CoreLocalArray() {
    int num_cpus = static_cast<int>(std::thread::hardware_concurrency());
    size_shift_ = 3;
    while (1 << size_shift_ < num_cpus) ++size_shift_;
    data_.reset(new T[static_cast<size_t>(1) << size_shift_]);
  }

  size_t Size() const { return static_cast<size_t>(1) << size_shift_; }
  T* Access() const { return AccessElementAndIndex().first; }

  std::pair<T*, size_t> AccessElementAndIndex() const {
    int cpuid = sched_getcpu();
    size_t core_idx = cpuid < 0 ? 0 : static_cast<size_t>(cpuid & ((1 << size_shift_) - 1));
    return {AccessAtCore(core_idx), core_idx};
  }

  T* AccessAtCore(size_t core_idx) const {
    assert(core_idx < Size());
    return &data_[core_idx];
  }

 private:
  std::unique_ptr<T[]> data_;
  int size_shift_;
};

class Arena {
 public:
  static constexpr size_t kInlineSize = 2048;
  explicit Arena(size_t block_size) : kBlockSize(block_size) {
    aligned_alloc_ptr_ = inline_block_;
    alloc_bytes_remaining_ = sizeof(inline_block_);
    blocks_memory_ = sizeof(inline_block_);
  }

  char* Allocate(size_t bytes) {
    if (bytes > alloc_bytes_remaining_) {
      blocks_.emplace_back(new char[std::max(bytes, kBlockSize)]);
      aligned_alloc_ptr_ = blocks_.back().get();
      alloc_bytes_remaining_ = std::max(bytes, kBlockSize);
      blocks_memory_ += alloc_bytes_remaining_;
    }
    char* result = aligned_alloc_ptr_;
    aligned_alloc_ptr_ += bytes;
    alloc_bytes_remaining_ -= bytes;
    return result;
  }
  size_t AllocatedAndUnused() const { return alloc_bytes_remaining_; }
  size_t MemoryAllocatedBytes() const { return blocks_memory_; }
  size_t BlockSize() const { return kBlockSize; }

 private:
  alignas(std::max_align_t) char inline_block_[kInlineSize];
  const size_t kBlockSize;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* aligned_alloc_ptr_ = nullptr;
  size_t alloc_bytes_remaining_ = 0;
  size_t blocks_memory_ = 0;
};

#ifdef FIXED
class alignas(64) ConcurrentArena {
#else
class ConcurrentArena {
#endif
 public:
  explicit ConcurrentArena(size_t block_size)
      : shard_block_size_(std::min(size_t{128 * 1024}, block_size / 8)), shards_(), arena_(block_size) {
    Fixup();
  }

  char* Allocate(size_t bytes) {
    return AllocateImpl(bytes, false, [this, bytes]() { return arena_.Allocate(bytes); });
  }

  char* AllocateAligned(size_t bytes) {
    size_t rounded_up = ((bytes - 1) | (sizeof(void*) - 1)) + 1;
    return AllocateImpl(rounded_up, false, [this, rounded_up]() { return arena_.Allocate(rounded_up); });
  }

  size_t ApproximateMemoryUsage() const {
    std::unique_lock<SpinMutex> lock(arena_mutex_);
    return memory_allocated_bytes_.load(std::memory_order_relaxed) - ShardAllocatedAndUnused();
  }

 private:
#ifdef FIXED
  struct alignas(64) Shard {
    mutable SpinMutex mutex;
    char* free_begin_;
    std::atomic<size_t> allocated_and_unused_;

    Shard() : free_begin_(nullptr), allocated_and_unused_(0) {}
  };
#else
  struct Shard {
    char padding[40] __attribute__((__unused__)); // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
    mutable SpinMutex mutex;                      // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
    char* free_begin_;
    std::atomic<size_t> allocated_and_unused_;

    Shard() : free_begin_(nullptr), allocated_and_unused_(0) {}
  };
#endif

  static thread_local size_t tls_cpuid;

#ifndef FIXED
  char padding0[56] __attribute__((__unused__));
#endif
  size_t shard_block_size_;
  CoreLocalArray<Shard> shards_; // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
  Arena arena_;
  mutable SpinMutex arena_mutex_;
  std::atomic<size_t> arena_allocated_and_unused_;
  std::atomic<size_t> memory_allocated_bytes_;
#ifndef FIXED
  char padding1[56] __attribute__((__unused__));
#endif

  Shard* Repick() {
    auto shard_and_index = shards_.AccessElementAndIndex();
    tls_cpuid = shard_and_index.second | shards_.Size();
    return shard_and_index.first;
  }

  size_t ShardAllocatedAndUnused() const {
    size_t total = 0;
    for (size_t i = 0; i < shards_.Size(); ++i) total += shards_.AccessAtCore(i)->allocated_and_unused_.load(std::memory_order_relaxed);
    return total;
  }

  template <typename Func>
  char* AllocateImpl(size_t bytes, bool force_arena, const Func& func) {
    size_t cpu;
    std::unique_lock<SpinMutex> arena_lock(arena_mutex_, std::defer_lock);
    if (bytes > shard_block_size_ / 4 || force_arena || ((cpu = tls_cpuid) == 0 && arena_lock.try_lock())) {
      if (!arena_lock.owns_lock()) arena_lock.lock();
      auto rv = func();
      Fixup();
      return rv;
    }

    Shard* s = shards_.AccessAtCore(cpu & (shards_.Size() - 1));
    if (!s->mutex.try_lock()) {
      s = Repick();
      s->mutex.lock();
    }
    std::unique_lock<SpinMutex> lock(s->mutex, std::adopt_lock);

    size_t avail = s->allocated_and_unused_.load(std::memory_order_relaxed);
    if (avail < bytes) {
      std::lock_guard<SpinMutex> reload_lock(arena_mutex_);
      auto exact = arena_allocated_and_unused_.load(std::memory_order_relaxed);
      avail = exact >= shard_block_size_ / 2 && exact < shard_block_size_ * 2 ? exact : shard_block_size_;
      s->free_begin_ = arena_.Allocate(avail);
      Fixup();
    }
    s->allocated_and_unused_.store(avail - bytes, std::memory_order_relaxed);

    char* rv = s->free_begin_;
    s->free_begin_ += bytes;
    return rv;
  }

  void Fixup() {
    arena_allocated_and_unused_.store(arena_.AllocatedAndUnused(), std::memory_order_relaxed);
    memory_allocated_bytes_.store(arena_.MemoryAllocatedBytes(), std::memory_order_relaxed);
  }
};

thread_local size_t ConcurrentArena::tls_cpuid = 0;

class MemTable {
 public:
  explicit MemTable(size_t arena_block_size) : arena_(arena_block_size) {}
  bool Add(uint64_t seq, const char* key, size_t key_size, const char* value, size_t val_size) {
    char* buf = arena_.AllocateAligned(key_size + val_size + sizeof(seq));
    std::copy(key, key + key_size, buf);
    std::copy(value, value + val_size, buf + key_size);
    num_entries_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  size_t ApproximateMemoryUsage() const { return arena_.ApproximateMemoryUsage(); }

 private:
  ConcurrentArena arena_;
  std::atomic<uint64_t> num_entries_{0};
};

}  // namespace ROCKSDB_NAMESPACE
