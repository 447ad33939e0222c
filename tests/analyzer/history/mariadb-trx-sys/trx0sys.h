#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#define CPU_LEVEL1_DCACHE_LINESIZE 64
#define MY_ALIGNED(n) __attribute__((__aligned__(n)))

typedef uint64_t trx_id_t;
typedef size_t ulint;

template <typename Type> struct Atomic_relaxed {
  std::atomic<Type> m;
  Atomic_relaxed() = default;
  Atomic_relaxed(Type val) : m(val) {}
  operator Type() const { return m.load(std::memory_order_relaxed); }
  Type operator=(Type val) {
    m.store(val, std::memory_order_relaxed);
    return val;
  }
  Type operator++(int) { return m.fetch_add(1, std::memory_order_relaxed); }
};

struct trx_t {
  trx_id_t id;
  trx_id_t no;
  trx_t *next;
  bool read_only;
};

struct trx_rseg_t {
  ulint space;
  ulint page_no;
  Atomic_relaxed<uint32_t> ref;
};

constexpr ulint TRX_SYS_N_RSEGS = 128;
constexpr trx_id_t TRX_ID_MAX = ~0ULL;

class thread_safe_trx_ilist_t {
 public:
  void push_front(trx_t &trx);
  void remove(trx_t &trx);
  ulint size() const { return count; }

 private:
  MY_ALIGNED(CPU_LEVEL1_DCACHE_LINESIZE) std::atomic_flag latch = ATOMIC_FLAG_INIT;
  trx_t *first = nullptr;
  ulint count = 0;
};

struct LF_HASH;
struct LF_PINS;
LF_HASH *lf_hash_init(ulint element_size);
LF_PINS *trx_pins();
int lf_hash_insert(LF_HASH *hash, LF_PINS *pins, const void *data);
int lf_hash_delete(LF_HASH *hash, LF_PINS *pins, const void *key, ulint keylen);
void *lf_hash_search(LF_HASH *hash, LF_PINS *pins, const void *key, ulint keylen);
ulint lf_hash_size(const LF_HASH *hash);

struct rw_trx_hash_element_t {
  trx_id_t id;
  trx_t *trx;
};

class rw_trx_hash_t {
 public:
  void init() { hash = lf_hash_init(sizeof(rw_trx_hash_element_t)); }
  void insert(trx_t *trx);
  void erase(trx_t *trx);
  trx_t *find(trx_id_t id) const;
  ulint size() const;

 private:
  LF_HASH *hash;
};

class trx_sys_t {
#ifdef FIXED
  MY_ALIGNED(CPU_LEVEL1_DCACHE_LINESIZE)
  std::atomic<trx_id_t> m_max_trx_id;

  MY_ALIGNED(CPU_LEVEL1_DCACHE_LINESIZE)
  std::atomic<trx_id_t> m_rw_trx_hash_version;
#else
  std::atomic<trx_id_t> m_max_trx_id; // expect: fsfind-adjacent-thread-fields

  std::atomic<trx_id_t> m_rw_trx_hash_version; // expect: fsfind-adjacent-thread-fields
#endif
  bool m_initialised;

 public:
  thread_safe_trx_ilist_t trx_list;

  MY_ALIGNED(CPU_LEVEL1_DCACHE_LINESIZE)
  trx_rseg_t *rseg_array[TRX_SYS_N_RSEGS];

  rw_trx_hash_t rw_trx_hash;

  bool is_initialised() const { return m_initialised; }
  void create();
  void close();

  trx_id_t get_max_trx_id() { return m_max_trx_id.load(std::memory_order_relaxed); }
  void init_max_trx_id(trx_id_t value) {
    m_max_trx_id = value;
    m_rw_trx_hash_version.store(value, std::memory_order_relaxed);
  }

  trx_id_t get_new_trx_id() {
    trx_id_t id = get_new_trx_id_no_refresh();
    refresh_rw_trx_hash_version();
    return id;
  }

  trx_id_t get_new_trx_id_no_refresh() { return m_max_trx_id.fetch_add(1, std::memory_order_relaxed); }

  trx_id_t get_rw_trx_hash_version() { return m_rw_trx_hash_version.load(std::memory_order_acquire); }

  void refresh_rw_trx_hash_version() { m_rw_trx_hash_version.fetch_add(1, std::memory_order_release); }

  void register_rw(trx_t *trx);
  void deregister_rw(trx_t *trx);
};

extern trx_sys_t trx_sys;

class ReadView {
 public:
  void open(trx_id_t creator);
  bool changes_visible(trx_id_t id) const { return id < m_up_limit_id || id == m_creator_trx_id || id < m_low_limit_id; }

 private:
  trx_id_t m_low_limit_id = 0;
  trx_id_t m_up_limit_id = 0;
  trx_id_t m_low_limit_no = 0;
  trx_id_t m_creator_trx_id = 0;
};
