#include "memory_pool.h"

#include <cstdlib>
#include <cstring>

namespace arrow {

namespace {

constexpr int64_t kDebugXorSuffix = -0x181fe80e0b464188LL;
alignas(64) int64_t zero_size_area[1] = {kDebugXorSuffix};
uint8_t* const kZeroSizeArea = reinterpret_cast<uint8_t*>(&zero_size_area);

class SystemAllocator {
 public:
  static Status AllocateAligned(int64_t size, int64_t alignment, uint8_t** out) {
    if (size == 0) {
      *out = kZeroSizeArea;
      return Status::OK();
    }
    if (posix_memalign(reinterpret_cast<void**>(out), static_cast<size_t>(alignment), static_cast<size_t>(size)) != 0) {
      return Status::OutOfMemory("malloc failed");
    }
    return Status::OK();
  }

  static Status ReallocateAligned(int64_t old_size, int64_t new_size, int64_t alignment, uint8_t** ptr) {
    uint8_t* previous = *ptr;
    if (previous == kZeroSizeArea) return AllocateAligned(new_size, alignment, ptr);
    uint8_t* out = nullptr;
    RETURN_NOT_OK(AllocateAligned(new_size, alignment, &out));
    std::memcpy(out, previous, static_cast<size_t>(old_size < new_size ? old_size : new_size));
    DeallocateAligned(previous, old_size, alignment);
    *ptr = out;
    return Status::OK();
  }

  static void DeallocateAligned(uint8_t* ptr, int64_t, int64_t) {
    if (ptr != kZeroSizeArea) free(ptr);
  }
};

template <typename Allocator>
class BaseMemoryPoolImpl : public MemoryPool {
 public:
  Status Allocate(int64_t size, int64_t alignment, uint8_t** out) override {
    RETURN_NOT_OK(Allocator::AllocateAligned(size, alignment, out));
    stats_.DidAllocateBytes(size);
    return Status::OK();
  }

  Status Reallocate(int64_t old_size, int64_t new_size, int64_t alignment, uint8_t** ptr) override {
    RETURN_NOT_OK(Allocator::ReallocateAligned(old_size, new_size, alignment, ptr));
    stats_.DidReallocateBytes(old_size, new_size);
    return Status::OK();
  }

  void Free(uint8_t* buffer, int64_t size, int64_t alignment) override {
    Allocator::DeallocateAligned(buffer, size, alignment);
    stats_.DidFreeBytes(size);
  }

  int64_t bytes_allocated() const override { return stats_.bytes_allocated(); }
  int64_t max_memory() const override { return stats_.max_memory(); }
  int64_t total_bytes_allocated() const override { return stats_.total_bytes_allocated(); }
  int64_t num_allocations() const override { return stats_.num_allocations(); }

 protected:
  internal::MemoryPoolStats stats_;
};

class SystemMemoryPool : public BaseMemoryPoolImpl<SystemAllocator> {
 public:
  std::string backend_name() const override { return "system"; }
};

}  // namespace

MemoryPool* system_memory_pool() {
  static SystemMemoryPool pool;
  return &pool;
}

class ProxyMemoryPool::ProxyMemoryPoolImpl {
 public:
  explicit ProxyMemoryPoolImpl(MemoryPool* pool) : pool_(pool) {}

  Status Allocate(int64_t size, int64_t alignment, uint8_t** out) {
    RETURN_NOT_OK(pool_->Allocate(size, alignment, out));
    stats_.DidAllocateBytes(size);
    return Status::OK();
  }

  Status Reallocate(int64_t old_size, int64_t new_size, int64_t alignment, uint8_t** ptr) {
    RETURN_NOT_OK(pool_->Reallocate(old_size, new_size, alignment, ptr));
    stats_.DidReallocateBytes(old_size, new_size);
    return Status::OK();
  }

  void Free(uint8_t* buffer, int64_t size, int64_t alignment) {
    pool_->Free(buffer, size, alignment);
    stats_.DidFreeBytes(size);
  }

  const internal::MemoryPoolStats& stats() const { return stats_; }
  std::string backend_name() const { return pool_->backend_name(); }

 private:
  MemoryPool* pool_;                // expect: fsfind-adjacent-thread-fields
  internal::MemoryPoolStats stats_; // expect: fsfind-adjacent-thread-fields
};

ProxyMemoryPool::ProxyMemoryPool(MemoryPool* pool) : impl_(new ProxyMemoryPoolImpl(pool)) {}
ProxyMemoryPool::~ProxyMemoryPool() {}

Status ProxyMemoryPool::Allocate(int64_t size, int64_t alignment, uint8_t** out) {
  return impl_->Allocate(size, alignment, out);
}
Status ProxyMemoryPool::Reallocate(int64_t old_size, int64_t new_size, int64_t alignment, uint8_t** ptr) {
  return impl_->Reallocate(old_size, new_size, alignment, ptr);
}
void ProxyMemoryPool::Free(uint8_t* buffer, int64_t size, int64_t alignment) {
  return impl_->Free(buffer, size, alignment);
}
int64_t ProxyMemoryPool::bytes_allocated() const { return impl_->stats().bytes_allocated(); }
int64_t ProxyMemoryPool::max_memory() const { return impl_->stats().max_memory(); }
int64_t ProxyMemoryPool::total_bytes_allocated() const { return impl_->stats().total_bytes_allocated(); }
int64_t ProxyMemoryPool::num_allocations() const { return impl_->stats().num_allocations(); }
std::string ProxyMemoryPool::backend_name() const { return impl_->backend_name(); }

}  // namespace arrow
