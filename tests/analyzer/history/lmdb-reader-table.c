// project: LMDB (mdb.c)
// reference: reduced from memory; the released reader slots are padded to a line
// kind: per-thread-array
// starts: hidden
// args: -std=gnu11
// wrong: the reader slots of all threads and processes lie packed in a shared mapping; each read transaction writes its own.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define CACHELINE 64
#define MAX_READERS 126
#define ROUND_LINE(n) (((n) + CACHELINE - 1) & ~(size_t)(CACHELINE - 1))

typedef size_t txnid_t;

typedef struct reader_body {
    volatile txnid_t mrb_txnid; /* expect: fsfind-per-thread-slots */
    volatile pid_t mrb_pid;
    volatile pthread_t mrb_tid;
} reader_body;

typedef struct reader_slot {
#ifdef FIXED
    union {
        reader_body mrx;
        char pad[ROUND_LINE(sizeof(reader_body))];
    } mru;
#define mr_txnid mru.mrx.mrb_txnid
#define mr_pid mru.mrx.mrb_pid
#define mr_tid mru.mrx.mrb_tid
#else
    reader_body mrx; /* expect: fsfind-per-thread-slots */
#define mr_txnid mrx.mrb_txnid
#define mr_pid mrx.mrb_pid
#define mr_tid mrx.mrb_tid
#endif
} reader_slot;

typedef struct txn_info {
    union {
        struct {
            uint32_t magic;
            volatile txnid_t txnid;
            volatile unsigned numreaders;
        } mtb;
        char pad[CACHELINE];
    } mt1;
    reader_slot mti_readers[MAX_READERS]; /* expect: fsfind-per-thread-slots */
} txn_info;

typedef struct env {
    int lock_fd;
    txn_info *me_txns;
    pthread_key_t me_txkey;
} env;

int env_setup_locks(env *e) {
    void *m = mmap(NULL, sizeof(txn_info), PROT_READ | PROT_WRITE, MAP_SHARED, e->lock_fd, 0);
    if (m == MAP_FAILED) return -1;
    e->me_txns = m;
    return pthread_key_create(&e->me_txkey, NULL);
}

static reader_slot *take_slot(env *e) {
    for (unsigned i = 0; i < MAX_READERS; i++) {
        reader_slot *r = &e->me_txns->mti_readers[i];
        if (__sync_bool_compare_and_swap(&r->mr_pid, 0, getpid())) {
            r->mr_tid = pthread_self();
            pthread_setspecific(e->me_txkey, r);
            return r;
        }
    }
    return NULL;
}

reader_slot *txn_renew_read(env *e) {
    reader_slot *r = pthread_getspecific(e->me_txkey);
    if (!r && !(r = take_slot(e))) return NULL;
    do {
        r->mr_txnid = e->me_txns->mt1.mtb.txnid;
    } while (r->mr_txnid != e->me_txns->mt1.mtb.txnid);
    return r;
}

void txn_reset(reader_slot *r) {
    r->mr_txnid = (txnid_t)-1;
}

txnid_t find_oldest(env *e, txnid_t oldest) {
    for (unsigned i = 0; i < MAX_READERS; i++) {
        txnid_t t = e->me_txns->mti_readers[i].mr_txnid;
        if (e->me_txns->mti_readers[i].mr_pid && t < oldest) oldest = t;
    }
    return oldest;
}

int get_all(env *e, const uint64_t *keys, int n, int (*lookup)(uint64_t, txnid_t)) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        reader_slot *r = txn_renew_read(e);
        if (!r) return -1;
        found += lookup(keys[i], r->mr_txnid);
        txn_reset(r);
    }
    return found;
}
