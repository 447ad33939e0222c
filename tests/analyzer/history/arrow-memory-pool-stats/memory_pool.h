#pragma once
// project: Apache Arrow (cpp/src/arrow/memory_pool.h)
// reference: https://github.com/apache/arrow/pull/40647 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the statistics of a pool, which all threads that allocate update, lie in one line with the pool's own read-only
//        members, here the pool to which a wrapper forwards. Mended by aligning the statistics' class to a line.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace arrow {

class Status {
 public:
  Status() = default;
  static Status OK() { return Status(); }
  static Status OutOfMemory(const char* message) {
    Status s;
    s.message_ = message;
    return s;
  }
  bool ok() const { return message_ == nullptr; }

 private:
  const char* message_ = nullptr;
};

#define ARROW_RETURN_NOT_OK(expr) \
  do {                            \
    ::arrow::Status _s = (expr);  \
    if (!_s.ok()) return _s;      \
  } while (false)
#define RETURN_NOT_OK(s) ARROW_RETURN_NOT_OK(s)

namespace internal {

#ifdef FIXED
class alignas(/*CacheLineSize=*/64) MemoryPoolStats {
#else
class MemoryPoolStats {
#endif
 public:
  MemoryPoolStats() = default;

  int64_t max_memory() const { return max_memory_.load(std::memory_order_acquire); }
  int64_t bytes_allocated() const { return bytes_allocated_.load(std::memory_order_acquire); }
  int64_t total_bytes_allocated() const { return total_allocated_bytes_.load(std::memory_order_acquire); }
  int64_t num_allocations() const { return num_allocs_.load(std::memory_order_acquire); }

  inline void DidAllocateBytes(int64_t size) {
    const int64_t old_bytes_allocated = bytes_allocated_.fetch_add(size);
    max_to(old_bytes_allocated + size);
    total_allocated_bytes_.fetch_add(size);
    num_allocs_.fetch_add(1);
  }

  inline void DidReallocateBytes(int64_t old_size, int64_t new_size) {
    if (new_size > old_size) {
      DidAllocateBytes(new_size - old_size);
    } else {
      DidFreeBytes(old_size - new_size);
    }
  }

  inline void DidFreeBytes(int64_t size) { bytes_allocated_.fetch_sub(size); }

 private:
  void max_to(int64_t allocated) {
    int64_t max_memory = max_memory_.load(std::memory_order_relaxed);
    while (max_memory < allocated && !max_memory_.compare_exchange_weak(max_memory, allocated)) {
    }
  }

  std::atomic<int64_t> max_memory_{0};
  std::atomic<int64_t> bytes_allocated_{0};
  std::atomic<int64_t> total_allocated_bytes_{0};
  std::atomic<int64_t> num_allocs_{0};
};

}  // namespace internal

class MemoryPool {
 public:
  virtual ~MemoryPool() = default;
  virtual Status Allocate(int64_t size, int64_t alignment, uint8_t** out) = 0;
  virtual Status Reallocate(int64_t old_size, int64_t new_size, int64_t alignment, uint8_t** ptr) = 0;
  virtual void Free(uint8_t* buffer, int64_t size, int64_t alignment) = 0;
  virtual int64_t bytes_allocated() const = 0;
  virtual int64_t max_memory() const { return -1; }
  virtual int64_t total_bytes_allocated() const = 0;
  virtual int64_t num_allocations() const = 0;
  virtual std::string backend_name() const = 0;
};

class ProxyMemoryPool : public MemoryPool {
 public:
  explicit ProxyMemoryPool(MemoryPool* pool);
  ~ProxyMemoryPool() override;

  Status Allocate(int64_t size, int64_t alignment, uint8_t** out) override;
  Status Reallocate(int64_t old_size, int64_t new_size, int64_t alignment, uint8_t** ptr) override;
  void Free(uint8_t* buffer, int64_t size, int64_t alignment) override;
  int64_t bytes_allocated() const override;
  int64_t max_memory() const override;
  int64_t total_bytes_allocated() const override;
  int64_t num_allocations() const override;
  std::string backend_name() const override;

 private:
  class ProxyMemoryPoolImpl;
  std::unique_ptr<ProxyMemoryPoolImpl> impl_;
};

MemoryPool* system_memory_pool();

}  // namespace arrow
