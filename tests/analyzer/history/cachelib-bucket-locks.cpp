// project: CacheLib (cachelib/common/Mutex.h, allocator/ChainedHashTable.h)
// reference: reduced from memory; the released bucket locks take the alignment as a template parameter
// kind: lock-table
// starts: hidden
// wrong: locks of the hash table's buckets are chosen by hash out of a vector; the template stores them one after the other.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace folly {
constexpr std::size_t hardware_destructive_interference_size = 64;

template <typename T> class alignas(hardware_destructive_interference_size) cacheline_aligned {
  T value_;

 public:
  T* get() { return &value_; }
  T& operator*() { return value_; }
};

template <typename T> class unaligned {
  T value_;

 public:
  T* get() { return &value_; }
  T& operator*() { return value_; }
};
}  // namespace folly

namespace facebook {
namespace cachelib {

struct Hash {
  virtual ~Hash() = default;
  virtual uint32_t operator()(const void* buf, size_t n) const noexcept = 0;
};

struct FNVHash final : Hash {
  uint32_t operator()(const void* buf, size_t n) const noexcept override {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; ++i) h = (h ^ static_cast<const unsigned char*>(buf)[i]) * 16777619u;
    return h;
  }
};

template <typename LockType, template <class> class LockAlignmentType>
class BaseBucketLocks {
 public:
  using Lock = LockType;

  BaseBucketLocks(uint32_t locksPower, std::shared_ptr<Hash> hasher)
      : locksMask_((1ULL << locksPower) - 1), locks_((1ULL << locksPower)), hasher_(std::move(hasher)) {
    if (!hasher_) throw std::invalid_argument("no hasher");
  }

  bool isSameLock(uint64_t hash1, uint64_t hash2) noexcept { return (hash1 & locksMask_) == (hash2 & locksMask_); }

 protected:
  Lock& getLockFor(uint64_t id) { return *locks_[id & locksMask_]; }
  Lock& getLock(const void* data, size_t size) { return getLockFor((*hasher_)(data, size)); }

 private:
  size_t locksMask_;
  std::vector<LockAlignmentType<Lock>> locks_; // expect: fsfind-per-thread-slots
  std::shared_ptr<Hash> hasher_;
};

template <typename LockType, template <class> class LockAlignmentType>
class RWBucketLocks : public BaseBucketLocks<LockType, LockAlignmentType> {
 public:
  using Base = BaseBucketLocks<LockType, LockAlignmentType>;
  using Lock = LockType;
  using ReadLockHolder = std::shared_lock<Lock>;
  using WriteLockHolder = std::unique_lock<Lock>;
  using Base::Base;

  template <typename... Args> ReadLockHolder lockShared(Args... args) { return ReadLockHolder(Base::getLockFor(args...)); }
  template <typename... Args> WriteLockHolder lockExclusive(Args... args) { return WriteLockHolder(Base::getLockFor(args...)); }
};

class SharedMutex {
  std::atomic<uint32_t> state_{0}; // expect: fsfind-per-thread-slots

 public:
  void lock() {
    uint32_t free = 0;
    while (!state_.compare_exchange_weak(free, 1u, std::memory_order_acquire)) free = 0;
  }
  void unlock() { state_.store(0, std::memory_order_release); }
  void lock_shared() {
    uint32_t s = state_.load(std::memory_order_relaxed) & ~1u;
    while (!state_.compare_exchange_weak(s, s + 2, std::memory_order_acquire)) s &= ~1u;
  }
  void unlock_shared() { state_.fetch_sub(2, std::memory_order_release); }
};

#ifdef FIXED
using SharedMutexBuckets = RWBucketLocks<SharedMutex, folly::cacheline_aligned>;
#else
using SharedMutexBuckets = RWBucketLocks<SharedMutex, folly::unaligned>; // expect: fsfind-per-thread-slots
#endif

template <typename T> struct ChainedHashTable {
  struct Config {
    uint32_t bucketsPower = 20;
    uint32_t locksPower = 10;
  };

  explicit ChainedHashTable(const Config& c)
      : numBucketsMask_((1ULL << c.bucketsPower) - 1),
        hashTable_(new T*[1ULL << c.bucketsPower]()),
        hasher_(std::make_shared<FNVHash>()),
        locks_(c.locksPower, hasher_) {}

  T* find(std::string_view key) {
    const auto bucket = getBucket(key);
    auto l = locks_.lockShared(bucket);
    for (T* node = hashTable_[bucket]; node; node = node->next)
      if (node->key == key) return node;
    return nullptr;
  }

  bool insert(T& node) {
    const auto bucket = getBucket(node.key);
    auto l = locks_.lockExclusive(bucket);
    for (T* n = hashTable_[bucket]; n; n = n->next)
      if (n->key == node.key) return false;
    node.next = hashTable_[bucket];
    hashTable_[bucket] = &node;
    return true;
  }

  bool remove(T& node) {
    const auto bucket = getBucket(node.key);
    auto l = locks_.lockExclusive(bucket);
    for (T** n = &hashTable_[bucket]; *n; n = &(*n)->next)
      if (*n == &node) {
        *n = node.next;
        return true;
      }
    return false;
  }

 private:
  uint64_t getBucket(std::string_view key) const { return (*hasher_)(key.data(), key.size()) & numBucketsMask_; }

  size_t numBucketsMask_;
  std::unique_ptr<T*[]> hashTable_;
  std::shared_ptr<Hash> hasher_;
  SharedMutexBuckets locks_;
};

struct CacheItem {
  CacheItem* next;
  std::string_view key;
  std::string_view value;
};

class CacheAllocator {
  ChainedHashTable<CacheItem> accessContainer_{{}};

 public:
  std::string_view get(std::string_view key) {
    CacheItem* it = accessContainer_.find(key);
    return it ? it->value : std::string_view{};
  }
  bool put(CacheItem& item) { return accessContainer_.insert(item); }
  bool evict(CacheItem& item) { return accessContainer_.remove(item); }
};
}  // namespace cachelib
}  // namespace facebook
