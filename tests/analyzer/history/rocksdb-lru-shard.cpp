// project: RocksDB (cache/lru_cache.h)
// reference: https://github.com/facebook/rocksdb/pull/2568 (read)
// kind: ineffective-padding
// starts: hidden
// args: -std=c++14
// wrong: the mutex and usage of a shard were aligned to a line, but the shards were made by plain array new, which before
//        C++17 does not honour the alignment.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>

#define CACHE_LINE_SIZE 64
#define CACHE_ALIGNED __attribute__((aligned(CACHE_LINE_SIZE)))

struct LRUHandle {
  void* value;
  LRUHandle* next_hash;
  LRUHandle* next;
  LRUHandle* prev;
  std::size_t charge;
  uint32_t hash;
};

class LRUHandleTable {
public:
  LRUHandle* Lookup(uint32_t hash);
  LRUHandle* Insert(LRUHandle* h);

private:
  uint32_t length_ = 0;
  uint32_t elems_ = 0;
  LRUHandle** list_ = nullptr;
};

class LRUCacheShard {
public:
  void SetCapacity(std::size_t capacity) { capacity_ = capacity; }
  LRUHandle* Lookup(uint32_t hash) {
    std::lock_guard<std::mutex> l(mutex_);
    LRUHandle* e = table_.Lookup(hash);
    if (e) Remove(e);
    return e;
  }
  void Insert(LRUHandle* e) {
    std::lock_guard<std::mutex> l(mutex_);
    table_.Insert(e);
    usage_ += e->charge;
    while (usage_ > capacity_ && lru_.next != &lru_) Evict(lru_.next);
  }

private:
  void Remove(LRUHandle* e) {
    e->next->prev = e->prev;
    e->prev->next = e->next;
  }
  void Evict(LRUHandle* e) {
    Remove(e);
    usage_ -= e->charge;
  }

  std::size_t capacity_ = 0;
  bool strict_capacity_limit_ = false;
  LRUHandle lru_{};
  LRUHandleTable table_;
  std::size_t usage_ CACHE_ALIGNED = 0; // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
  std::mutex mutex_;                    // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
} CACHE_ALIGNED;

#ifdef FIXED
void* cacheline_aligned_alloc(std::size_t size) {
  void* memory = nullptr;
  return posix_memalign(&memory, CACHE_LINE_SIZE, size) ? nullptr : memory;
}
#endif

class LRUCache {
public:
  LRUCache(std::size_t capacity, int num_shard_bits) : bits_(num_shard_bits) {
    const int n = 1 << bits_;
#ifdef FIXED
    shards_ = static_cast<LRUCacheShard*>(cacheline_aligned_alloc(sizeof(LRUCacheShard) * n));
    for (int i = 0; i < n; i++) new (&shards_[i]) LRUCacheShard();
#else
    shards_ = static_cast<LRUCacheShard*>(::operator new(sizeof(LRUCacheShard) * n));
    for (int i = 0; i < n; i++) new (&shards_[i]) LRUCacheShard();
#endif
    for (int i = 0; i < n; i++) shards_[i].SetCapacity(capacity / n);
  }
  LRUHandle* Lookup(uint32_t hash) { return shards_[Shard(hash)].Lookup(hash); }
  void Insert(LRUHandle* e) { shards_[Shard(e->hash)].Insert(e); }

private:
  uint32_t Shard(uint32_t hash) const { return bits_ > 0 ? hash >> (32 - bits_) : 0; }

  LRUCacheShard* shards_; // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
  int bits_;
};

LRUCache* NewLRUCache(std::size_t capacity) { return new LRUCache(capacity, 6); }
