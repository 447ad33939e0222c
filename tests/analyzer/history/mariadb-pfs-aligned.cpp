// project: MariaDB (storage/perfschema/pfs_digest.cc, pfs_instr.cc)
// reference: https://github.com/MariaDB/server/pull/2961 (read)
// kind: adjacent-globals
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the change to std::atomic dropped PFS_ALIGNED from the monotonic indexes by which every session chooses the next slot to try;
//        they then share a line with the sizes and arrays that all sessions read.
#include <atomic>
#include <cstdint>
#include <cstring>

typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned long ulong;
typedef unsigned long long ulonglong;

#define CPU_LEVEL1_DCACHE_LINESIZE 64
#define PFS_ALIGNED alignas(CPU_LEVEL1_DCACHE_LINESIZE)
#define PFS_MD5_SIZE 16
#define WAIT_STACK_SIZE 4

struct pfs_lock {
  std::atomic<uint32_t> m_version_state{0};
  bool free_to_dirty() {
    uint32_t old = m_version_state.load(std::memory_order_relaxed);
    return (old & 3) == 0 && m_version_state.compare_exchange_strong(old, old | 1);
  }
  void dirty_to_allocated() { m_version_state.fetch_add(3, std::memory_order_release); }
  bool is_populated() const { return (m_version_state.load(std::memory_order_acquire) & 3) != 0; }
};

struct PFS_digest_key {
  uchar m_md5[PFS_MD5_SIZE];
  char m_schema_name[64];
};

struct alignas(CPU_LEVEL1_DCACHE_LINESIZE) PFS_statements_digest_stat {
  pfs_lock m_lock;
  PFS_digest_key m_digest_key;
  ulonglong m_first_seen;
  ulonglong m_last_seen;
  ulonglong m_count;
  void reset_index();
};

struct alignas(CPU_LEVEL1_DCACHE_LINESIZE) PFS_table_share_lock_pool {
  pfs_lock m_lock;
  const void *m_owner;
  ulonglong m_reserved[8];
};

struct PFS_thread {
  ulong m_thread_internal_id;
  ulonglong m_digest_lost;
};

struct PFS_digest_param {
  long m_digest_sizing;
  long m_table_lock_sizing;
  bool m_consumer_statement_digest;
};

#ifdef FIXED
PFS_ALIGNED static std::atomic<uint> digest_monotonic_index(0);
PFS_ALIGNED static std::atomic<uint> table_lock_monotonic_index(0);

PFS_ALIGNED ulong digest_max = 0;
#else
static std::atomic<uint> digest_monotonic_index(0);     // expect: fsfind-adjacent-globals
static std::atomic<uint> table_lock_monotonic_index(0); // expect: fsfind-adjacent-globals

ulong digest_max = 0;
#endif
ulong digest_lost = 0;
ulong table_lock_max = 0;
bool digest_full = false;
bool flag_statements_digest = true;
PFS_statements_digest_stat *statements_digest_stat_array = nullptr;
PFS_table_share_lock_pool *table_lock_array = nullptr;

void *pfs_malloc_array(size_t n, size_t size);
void pfs_free_array(void *array);
PFS_statements_digest_stat **find_digest_in_hash(PFS_thread *thread, const PFS_digest_key &key);
bool insert_digest_in_hash(PFS_thread *thread, PFS_statements_digest_stat *pfs);

int init_digest(const PFS_digest_param *param) {
  digest_max = static_cast<ulong>(param->m_digest_sizing);
  digest_lost = 0;
  digest_monotonic_index.store(1, std::memory_order_relaxed);
  flag_statements_digest = param->m_consumer_statement_digest;
  if (digest_max == 0) return 0;
  statements_digest_stat_array =
      static_cast<PFS_statements_digest_stat *>(pfs_malloc_array(digest_max, sizeof(PFS_statements_digest_stat)));
  if (statements_digest_stat_array == nullptr) return 1;
  statements_digest_stat_array[0].m_lock.dirty_to_allocated();
  return 0;
}

int init_table_locks(const PFS_digest_param *param) {
  table_lock_max = static_cast<ulong>(param->m_table_lock_sizing);
  table_lock_array = static_cast<PFS_table_share_lock_pool *>(pfs_malloc_array(table_lock_max, sizeof(PFS_table_share_lock_pool)));
  return table_lock_array == nullptr;
}

void cleanup_digest() {
  pfs_free_array(statements_digest_stat_array);
  statements_digest_stat_array = nullptr;
}

PFS_statements_digest_stat *find_or_create_digest(PFS_thread *thread, const uchar *md5, const char *schema, ulonglong now) {
  if (statements_digest_stat_array == nullptr || !flag_statements_digest) return nullptr;
  PFS_digest_key key;
  memcpy(key.m_md5, md5, PFS_MD5_SIZE);
  memset(key.m_schema_name, 0, sizeof(key.m_schema_name));
  if (schema) strncpy(key.m_schema_name, schema, sizeof(key.m_schema_name) - 1);

  PFS_statements_digest_stat **entry = find_digest_in_hash(thread, key);
  if (entry) {
    (*entry)->m_last_seen = now;
    return *entry;
  }
  if (digest_full) {
    thread->m_digest_lost++;
    return &statements_digest_stat_array[0];
  }

  ulong attempts = 0;
  while (++attempts <= digest_max) {
    const ulong index = digest_monotonic_index.fetch_add(1, std::memory_order_relaxed) % digest_max;
    if (index == 0) continue;
    PFS_statements_digest_stat *pfs = statements_digest_stat_array + index;
    if (pfs->m_lock.is_populated() || !pfs->m_lock.free_to_dirty()) continue;
    pfs->m_digest_key = key;
    pfs->m_first_seen = now;
    pfs->m_last_seen = now;
    if (!insert_digest_in_hash(thread, pfs)) return nullptr;
    pfs->m_lock.dirty_to_allocated();
    return pfs;
  }
  digest_full = true;
  return &statements_digest_stat_array[0];
}

PFS_table_share_lock_pool *create_table_share_lock_stat(const void *owner) {
  for (ulong attempts = 0; attempts < table_lock_max; attempts++) {
    const ulong index = table_lock_monotonic_index.fetch_add(1, std::memory_order_relaxed) % table_lock_max;
    PFS_table_share_lock_pool *pfs = table_lock_array + index;
    if (pfs->m_lock.is_populated() || !pfs->m_lock.free_to_dirty()) continue;
    pfs->m_owner = owner;
    pfs->m_lock.dirty_to_allocated();
    return pfs;
  }
  return nullptr;
}
