// project: Ceph (include/mempool.h)
// reference: https://github.com/ceph/ceph/pull/53130 (read)
// kind: true-sharing
// starts: hidden
// wrong: shards are picked by a hash of the thread id, so threads on different cores collide on one; one more counter, by
//        type, is not sharded at all.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>

namespace mempool {
constexpr std::size_t num_shard_bits = 5;
constexpr std::size_t num_shards = 1 << num_shard_bits;

struct shard_t {
  std::atomic<std::size_t> bytes{0}; // expect: fsfind-shard-by-thread-id|fsfind-contended-atomic
  std::atomic<std::size_t> items{0}; // expect: fsfind-shard-by-thread-id|fsfind-contended-atomic
  char __padding[128 - sizeof(std::atomic<std::size_t>) * 2];
} __attribute__((aligned(128)));

struct type_t {
  const char* type_name;
  std::size_t item_size;
#ifndef FIXED
  std::atomic<long> items{0}; // expect: fsfind-contended-atomic
#endif
};

class pool_t {
public:
  static std::size_t pick_a_shard_int() {
#ifdef FIXED
    return static_cast<std::size_t>(sched_getcpu()) & (num_shards - 1);
#else
    const std::size_t me = static_cast<std::size_t>(pthread_self());
    return (me >> 12) & (num_shards - 1); // expect: fsfind-shard-by-thread-id
#endif
  }
  shard_t* pick_a_shard() { return &shard[pick_a_shard_int()]; }
  std::size_t allocated_bytes() const {
    std::size_t total = 0;
    for (const auto& s : shard) total += s.bytes.load(std::memory_order_relaxed);
    return total;
  }

private:
  shard_t shard[num_shards];
};

inline pool_t& get_pool(int index) {
  static pool_t pools[8];
  return pools[index];
}

template <int pool_ix, typename T> class pool_allocator {
public:
  using value_type = T;
  explicit pool_allocator(type_t* type) : pool_(&get_pool(pool_ix)), type_(type) {}

  T* allocate(std::size_t n) {
    shard_t* shard = pool_->pick_a_shard();
    shard->bytes += sizeof(T) * n;
    shard->items += n;
#ifndef FIXED
    type_->items += n;
#endif
    return static_cast<T*>(std::malloc(sizeof(T) * n));
  }

  void deallocate(T* p, std::size_t n) {
    shard_t* shard = pool_->pick_a_shard();
    shard->bytes -= sizeof(T) * n;
    shard->items -= n;
#ifndef FIXED
    type_->items -= n;
#endif
    std::free(p);
  }

private:
  pool_t* pool_;
  type_t* type_;
};
} // namespace mempool

struct onode {
  char data[256];
};

void churn(mempool::type_t* type, int n) {
  mempool::pool_allocator<3, onode> alloc(type);
  for (int i = 0; i < n; ++i) alloc.deallocate(alloc.allocate(1), 1);
}
