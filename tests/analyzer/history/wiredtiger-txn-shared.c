// project: WiredTiger (src/include/txn.h, src/txn/txn.c)
// reference: reduced from memory; the released WT_TXN_SHARED is padded by the macros of cache_line.h
// kind: per-thread-array
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: each session publishes its transaction's identifiers in its own slot of an array of the connection, and the slots are
//        packed; the global table also keeps its current ID beside the oldest ID that all read.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define WT_CACHE_LINE_ALIGNMENT 64
#ifdef FIXED
#define WT_CACHE_LINE_PAD_BEGIN union { struct {
#define WT_CACHE_LINE_PAD_END } ; char __padding[WT_CACHE_LINE_ALIGNMENT]; };
#else
#define WT_CACHE_LINE_PAD_BEGIN
#define WT_CACHE_LINE_PAD_END
#endif

#define WT_TXN_NONE 0
#define WT_TXN_FIRST 1
#define WT_TXN_ABORTED UINT64_MAX
#define WT_TXNID_LT(t1, t2) ((t1) < (t2))
#define WT_RET(a) do { int __ret; if ((__ret = (a)) != 0) return (__ret); } while (0)
#define WT_ORDERED_READ(v, val) do { (v) = (val); __asm__ volatile("" ::: "memory"); } while (0)
#define WT_PUBLISH(v, val) do { __asm__ volatile("" ::: "memory"); (v) = (val); } while (0)
#define WT_FULL_BARRIER() __sync_synchronize()

typedef struct __wt_session_impl WT_SESSION_IMPL;
typedef struct __wt_connection_impl WT_CONNECTION_IMPL;

typedef struct __wt_txn_shared {
    WT_CACHE_LINE_PAD_BEGIN
    volatile uint64_t id;          /* expect: fsfind-per-thread-slots */
    volatile uint64_t pinned_id;   /* expect: fsfind-per-thread-slots */
    volatile uint64_t metadata_pinned;
    volatile uint8_t is_allocating;
    WT_CACHE_LINE_PAD_END
} WT_TXN_SHARED;

typedef struct __wt_txn_global {
    volatile uint64_t last_running;
    volatile uint64_t oldest_id;
    volatile uint64_t metadata_pinned;
    volatile bool checkpoint_running;
    volatile uint32_t checkpoint_id;
#ifdef FIXED
    char __pad0[WT_CACHE_LINE_ALIGNMENT];
#endif
    volatile uint64_t current;
#ifdef FIXED
    char __pad1[WT_CACHE_LINE_ALIGNMENT];
#endif
    WT_TXN_SHARED *txn_shared_list; /* expect: fsfind-per-thread-slots */
} WT_TXN_GLOBAL;

typedef struct __wt_txn {
    uint64_t id;
    int isolation;
    uint64_t snap_min, snap_max;
    uint64_t *snapshot;
    uint32_t snapshot_count;
    uint32_t mod_count;
    uint32_t flags;
} WT_TXN;

struct __wt_session_impl {
    WT_CONNECTION_IMPL *connection;
    const char *name;
    uint32_t id;
    WT_TXN *txn;
    uint64_t cache_wait_us;
};

struct __wt_connection_impl {
    const char *home;
    WT_SESSION_IMPL *sessions;
    uint32_t session_size;
    volatile uint32_t session_cnt;
    WT_TXN_GLOBAL txn_global;
};

#define S2C(session) ((session)->connection)
#define WT_SESSION_TXN_SHARED(s) (S2C(s)->txn_global.txn_shared_list == NULL ? NULL : \
    &S2C(s)->txn_global.txn_shared_list[(s)->id])

static int
__wt_calloc(WT_SESSION_IMPL *session, size_t number, size_t size, void *retp)
{
    void *p;

    (void)session;
#ifdef FIXED
    if ((p = aligned_alloc(WT_CACHE_LINE_ALIGNMENT, (number * size + 63) / 64 * 64)) == NULL)
        return (12);
    __builtin_memset(p, 0, number * size);
#else
    if ((p = calloc(number, size)) == NULL)
        return (12);
#endif
    *(void **)retp = p;
    return (0);
}

int
__wt_txn_global_init(WT_SESSION_IMPL *session)
{
    WT_CONNECTION_IMPL *conn = S2C(session);
    WT_TXN_GLOBAL *txn_global = &conn->txn_global;
    WT_TXN_SHARED *s;
    uint32_t i;

    txn_global->current = txn_global->last_running = txn_global->oldest_id = WT_TXN_FIRST;
    WT_RET(__wt_calloc(session, conn->session_size, sizeof(WT_TXN_SHARED), &txn_global->txn_shared_list));
    for (i = 0, s = txn_global->txn_shared_list; i < conn->session_size; i++, s++)
        s->id = s->metadata_pinned = s->pinned_id = WT_TXN_NONE;
    return (0);
}

static int
__txn_compare(const void *a, const void *b)
{
    uint64_t id1 = *(const uint64_t *)a, id2 = *(const uint64_t *)b;
    return (id1 == id2 ? 0 : WT_TXNID_LT(id1, id2) ? -1 : 1);
}

uint64_t
__wt_txn_id_alloc(WT_SESSION_IMPL *session, bool publish)
{
    WT_TXN_GLOBAL *txn_global = &S2C(session)->txn_global;
    WT_TXN_SHARED *txn_shared = WT_SESSION_TXN_SHARED(session);
    uint64_t id;

    if (publish) {
        txn_shared->is_allocating = 1;
        WT_PUBLISH(txn_shared->id, txn_global->current);
        id = __sync_fetch_and_add(&txn_global->current, 1);
        session->txn->id = id;
        WT_PUBLISH(txn_shared->id, id);
        WT_PUBLISH(txn_shared->is_allocating, 0);
    } else
        id = __sync_fetch_and_add(&txn_global->current, 1);
    return (id);
}

void
__wt_txn_get_snapshot(WT_SESSION_IMPL *session)
{
    WT_CONNECTION_IMPL *conn = S2C(session);
    WT_TXN_GLOBAL *txn_global = &conn->txn_global;
    WT_TXN_SHARED *s, *txn_shared = WT_SESSION_TXN_SHARED(session);
    WT_TXN *txn = session->txn;
    uint64_t current_id, id, pinned_id;
    uint32_t i, n = 0, session_cnt;

    WT_ORDERED_READ(current_id, txn_global->current);
    pinned_id = current_id;
    txn_shared->metadata_pinned = txn_global->checkpoint_running ? txn_global->metadata_pinned : current_id;
    WT_ORDERED_READ(session_cnt, conn->session_cnt);
    for (i = 0, s = txn_global->txn_shared_list; i < session_cnt; i++, s++) {
        while (s != txn_shared && (id = s->id) != WT_TXN_NONE && !WT_TXNID_LT(id, txn_global->oldest_id)) {
            if (s->is_allocating == 0) {
                txn->snapshot[n++] = id;
                if (WT_TXNID_LT(id, pinned_id))
                    pinned_id = id;
                break;
            }
        }
    }
    txn_shared->pinned_id = pinned_id;
    qsort(txn->snapshot, n, sizeof(uint64_t), __txn_compare);
    txn->snapshot_count = n;
    txn->snap_min = n > 0 ? txn->snapshot[0] : current_id;
    txn->snap_max = current_id;
}

void
__wt_txn_release_snapshot(WT_SESSION_IMPL *session)
{
    WT_TXN_SHARED *txn_shared = WT_SESSION_TXN_SHARED(session);

    txn_shared->metadata_pinned = txn_shared->pinned_id = WT_TXN_NONE;
    session->txn->snapshot_count = 0;
}

void
__wt_txn_release(WT_SESSION_IMPL *session)
{
    WT_TXN_SHARED *txn_shared = WT_SESSION_TXN_SHARED(session);

    if (txn_shared->id != WT_TXN_NONE)
        WT_PUBLISH(txn_shared->id, WT_TXN_NONE);
    session->txn->id = WT_TXN_NONE;
    __wt_txn_release_snapshot(session);
}
