#pragma once
// project: MariaDB Server (storage/innobase, buf_pool_t::stat)
// reference: reduced from memory of the change of buf_pool.stat.n_page_gets to a sharded counter
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: each page request counts in the buffer pool itself, beside the sizes and the pointer of the hash table that each
//        request reads; the counting is in another file than the pool.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

using ulint = std::size_t;
constexpr ulint CPU_LEVEL1_DCACHE_LINESIZE = 64;
#define MY_ALIGNED(n) alignas(n)

#ifdef FIXED
ulint get_rnd_index();

template <typename Type, int N = 128>
struct MY_ALIGNED(CPU_LEVEL1_DCACHE_LINESIZE) ib_counter_t {
  void inc() { add(1); }
  void add(Type n) { m_counter[get_rnd_index() % N].value.fetch_add(n, std::memory_order_relaxed); }
  operator Type() const {
    Type total = 0;
    for (const auto& counter : m_counter) total += counter.value.load(std::memory_order_relaxed);
    return total;
  }
  ib_counter_t& operator++() {
    inc();
    return *this;
  }

private:
  struct MY_ALIGNED(CPU_LEVEL1_DCACHE_LINESIZE) ib_counter_element_t {
    std::atomic<Type> value{0};
  };
  ib_counter_element_t m_counter[N];
};
#endif

struct page_id_t {
  uint64_t m_id;
  ulint fold() const { return ulint((m_id >> 32) * 31 + (m_id & 0xffffffffU)); }
  bool operator==(page_id_t o) const { return m_id == o.m_id; }
};

struct buf_page_t {
  page_id_t id_;
  buf_page_t* hash;
  unsigned char* frame;
  void fix();
  void unfix();
};

struct buf_pool_stat_t {
#ifdef FIXED
  ib_counter_t<ulint, 64> n_page_gets;
#else
  std::atomic<ulint> n_page_gets{0};  // expect: fsfind-adjacent-thread-fields
#endif
  ulint n_pages_read = 0;
  ulint n_pages_written = 0;
  ulint n_pages_made_young = 0;
};

class buf_pool_t {
public:
  bool create(ulint n_pages);
  buf_page_t* page_hash_get(page_id_t id) const {
    buf_page_t* b = page_hash[id.fold() & n_cells_mask];
    while (b && !(b->id_ == id)) b = b->hash;
    return b;
  }
  buf_page_t* page_get(page_id_t id);

  ulint curr_size = 0;
  ulint srv_page_size = 16384;
  buf_page_t** page_hash = nullptr;  // expect: fsfind-adjacent-thread-fields
  ulint n_cells_mask = 0;            // expect: fsfind-adjacent-thread-fields
  buf_pool_stat_t stat;
  ulint read_ahead_area = 64;
  MY_ALIGNED(CPU_LEVEL1_DCACHE_LINESIZE) std::mutex mutex;
  buf_page_t* LRU_head = nullptr;
};

extern buf_pool_t buf_pool;
buf_page_t* buf_page_get_gen(page_id_t id);
