// project: libmdbx (src/internals.h, lck of the shared lock file)
// reference: reduced from memory; the released MDBX_lockinfo begins a new line before each group of members
// kind: hot-flag
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: in the header of the mapped lock file the flag that every finishing reader sets, the oldest reader that the writer caches,
//        the amount of unsynced pages that each commit counts up and the options that all poll are packed into one line.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define MDBX_CACHELINE_SIZE 64
#define MDBX_LOCK_MAGIC UINT64_C(0xBEEFC0DE)
#ifdef FIXED
#define MDBX_ALIGNAS(N) __attribute__((aligned(N)))
#else
#define MDBX_ALIGNAS(N)
#endif
#define MDBX_SUCCESS 0
#define MDBX_READERS_FULL (-30790)
#define likely(cond) __builtin_expect(!!(cond), 1)
#define unlikely(cond) __builtin_expect(!!(cond), 0)

typedef uint64_t txnid_t;
typedef uint32_t pgno_t;
typedef pthread_mutex_t mdbx_ipclock_t;
typedef _Atomic uint32_t mdbx_atomic_uint32_t;
typedef _Atomic uint64_t mdbx_atomic_uint64_t;
#define atomic_load32(p) atomic_load_explicit(p, memory_order_relaxed)
#define atomic_store32(p, v) atomic_store_explicit(p, v, memory_order_release)
#define safe64_read(p) atomic_load_explicit(p, memory_order_acquire)
#define safe64_write(p, v) atomic_store_explicit(p, v, memory_order_release)

typedef struct MDBX_reader {
  mdbx_atomic_uint64_t mr_txnid;
  mdbx_atomic_uint64_t mr_tid;
  mdbx_atomic_uint32_t mr_pid;
  mdbx_atomic_uint32_t mr_snapshot_pages_used;
  mdbx_atomic_uint64_t mr_snapshot_pages_retired;
} __attribute__((aligned(MDBX_CACHELINE_SIZE))) MDBX_reader;

typedef struct MDBX_lockinfo {
  uint64_t mti_magic_and_version;
  uint32_t mti_os_and_format;
  mdbx_atomic_uint32_t mti_envmode;
  mdbx_atomic_uint32_t mti_autosync_threshold; /* expect: fsfind-adjacent-thread-fields */
  mdbx_atomic_uint32_t mti_meta_sync_txnid;
  mdbx_atomic_uint64_t mti_autosync_period;

  MDBX_ALIGNAS(MDBX_CACHELINE_SIZE)
  mdbx_atomic_uint64_t mti_sync_timestamp;
  mdbx_atomic_uint32_t mti_unsynced_pages; /* expect: fsfind-adjacent-thread-fields */

  MDBX_ALIGNAS(MDBX_CACHELINE_SIZE)
  mdbx_atomic_uint32_t mti_readers_refresh_flag; /* expect: fsfind-adjacent-thread-fields */

  MDBX_ALIGNAS(MDBX_CACHELINE_SIZE)
  mdbx_atomic_uint64_t mti_oldest_reader; /* expect: fsfind-adjacent-thread-fields */

  MDBX_ALIGNAS(MDBX_CACHELINE_SIZE)
  mdbx_ipclock_t mti_wlock;

  MDBX_ALIGNAS(MDBX_CACHELINE_SIZE)
  mdbx_ipclock_t mti_rlock;
  mdbx_atomic_uint32_t mti_numreaders;

  MDBX_reader mti_readers[];
} MDBX_lockinfo;

typedef struct MDBX_env {
  int me_lfd;
  uint32_t me_flags;
  unsigned me_maxreaders;
  uint32_t me_pid;
  MDBX_lockinfo *me_lck;
  mdbx_atomic_uint64_t *me_meta_txnid;
} MDBX_env;

typedef struct MDBX_txn {
  MDBX_env *mt_env;
  txnid_t mt_txnid;
  MDBX_reader *reader;
  pgno_t dirty_pages;
  unsigned mt_flags;
} MDBX_txn;

int sync_locked(MDBX_env *env, unsigned flags);
uint64_t osal_monotime(void);

int lck_setup(MDBX_env *env, unsigned maxreaders) {
  const size_t size = sizeof(MDBX_lockinfo) + maxreaders * sizeof(MDBX_reader);
  pthread_mutexattr_t ma;

  if (ftruncate(env->me_lfd, (off_t)size) != 0)
    return -1;
  env->me_lck = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, env->me_lfd, 0);
  if (env->me_lck == MAP_FAILED)
    return -1;
  env->me_maxreaders = maxreaders;
  pthread_mutexattr_init(&ma);
  pthread_mutexattr_setpshared(&ma, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&env->me_lck->mti_wlock, &ma);
  pthread_mutex_init(&env->me_lck->mti_rlock, &ma);
  pthread_mutexattr_destroy(&ma);
  env->me_lck->mti_magic_and_version = MDBX_LOCK_MAGIC;
  env->me_lck->mti_os_and_format = 64;
  return MDBX_SUCCESS;
}

static int bind_rslot(MDBX_env *env, MDBX_reader **slot) {
  MDBX_lockinfo *lck = env->me_lck;
  unsigned i, nreaders;

  pthread_mutex_lock(&lck->mti_rlock);
  nreaders = atomic_load32(&lck->mti_numreaders);
  for (i = 0; i < nreaders && atomic_load32(&lck->mti_readers[i].mr_pid) != 0; i++)
    ;
  if (i == env->me_maxreaders) {
    pthread_mutex_unlock(&lck->mti_rlock);
    return MDBX_READERS_FULL;
  }
  safe64_write(&lck->mti_readers[i].mr_txnid, UINT64_MAX);
  if (i == nreaders)
    atomic_store32(&lck->mti_numreaders, nreaders + 1);
  atomic_store32(&lck->mti_readers[i].mr_pid, env->me_pid);
  pthread_mutex_unlock(&lck->mti_rlock);
  *slot = &lck->mti_readers[i];
  return MDBX_SUCCESS;
}

int txn_renew_read(MDBX_txn *txn) {
  MDBX_env *const env = txn->mt_env;
  MDBX_lockinfo *const lck = env->me_lck;

  if (!txn->reader) {
    int rc = bind_rslot(env, &txn->reader);
    if (unlikely(rc != MDBX_SUCCESS))
      return rc;
  }
  for (;;) {
    txn->mt_txnid = safe64_read(env->me_meta_txnid);
    safe64_write(&txn->reader->mr_txnid, txn->mt_txnid);
    atomic_store32(&lck->mti_readers_refresh_flag, 1);
    if (likely(safe64_read(env->me_meta_txnid) == txn->mt_txnid))
      break;
  }
  if (txn->mt_txnid < safe64_read(&lck->mti_oldest_reader))
    return -1;
  return MDBX_SUCCESS;
}

void txn_end_read(MDBX_txn *txn) {
  MDBX_lockinfo *const lck = txn->mt_env->me_lck;

  safe64_write(&txn->reader->mr_txnid, UINT64_MAX);
  atomic_store32(&lck->mti_readers_refresh_flag, 1);
}

static txnid_t find_oldest_reader(MDBX_env *env, txnid_t current) {
  MDBX_lockinfo *const lck = env->me_lck;
  txnid_t oldest = safe64_read(&lck->mti_oldest_reader);

  if (!atomic_load32(&lck->mti_readers_refresh_flag))
    return oldest;
  atomic_store32(&lck->mti_readers_refresh_flag, 0);
  oldest = current;
  for (unsigned i = 0; i < atomic_load32(&lck->mti_numreaders); i++) {
    const txnid_t snap = safe64_read(&lck->mti_readers[i].mr_txnid);
    if (atomic_load32(&lck->mti_readers[i].mr_pid) && snap < oldest)
      oldest = snap;
  }
  safe64_write(&lck->mti_oldest_reader, oldest);
  return oldest;
}

int txn_begin_write(MDBX_txn *txn) {
  pthread_mutex_lock(&txn->mt_env->me_lck->mti_wlock);
  txn->mt_txnid = safe64_read(txn->mt_env->me_meta_txnid) + 1;
  return MDBX_SUCCESS;
}

int txn_commit(MDBX_txn *txn) {
  MDBX_env *const env = txn->mt_env;
  MDBX_lockinfo *const lck = env->me_lck;
  int rc = MDBX_SUCCESS;

  find_oldest_reader(env, txn->mt_txnid);
  atomic_fetch_add(&lck->mti_unsynced_pages, txn->dirty_pages);
  safe64_write(env->me_meta_txnid, txn->mt_txnid);
  const uint32_t threshold = atomic_load32(&lck->mti_autosync_threshold);
  const uint64_t period = safe64_read(&lck->mti_autosync_period);
  if ((threshold && atomic_load32(&lck->mti_unsynced_pages) >= threshold) ||
      (period && osal_monotime() - safe64_read(&lck->mti_sync_timestamp) >= period)) {
    rc = sync_locked(env, env->me_flags);
    atomic_store32(&lck->mti_unsynced_pages, 0);
    safe64_write(&lck->mti_sync_timestamp, osal_monotime());
  }
  pthread_mutex_unlock(&lck->mti_wlock);
  return rc;
}

int env_sync_poll(MDBX_env *env) {
  MDBX_lockinfo *const lck = env->me_lck;
  const uint32_t threshold = atomic_load32(&lck->mti_autosync_threshold);

  if (atomic_load32(&lck->mti_unsynced_pages) == 0)
    return MDBX_SUCCESS;
  if (threshold && atomic_load32(&lck->mti_unsynced_pages) < threshold)
    return MDBX_SUCCESS;
  return sync_locked(env, env->me_flags);
}
