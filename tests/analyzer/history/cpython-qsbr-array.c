// project: CPython, free-threaded build (Python/qsbr.c)
// reference: https://github.com/python/cpython/pull/144554 (read)
// kind: ineffective-padding
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the states of the threads are padded to a line each, but their array comes from an allocator that aligns to 16 bytes,
//        so a state may end in its neighbour's line and the first lie beside another allocation, such as a thread state whose
//        last member every function entry reads. Mended by allocating more, aligning by hand, and padding the thread state.
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef intptr_t Py_ssize_t;

#define _Py_ALIGN_UP(p, a) ((void *)(((uintptr_t)(p) + (uintptr_t)((a) - 1)) & ~(uintptr_t)((a) - 1)))
#define QSBR_OFFLINE 0
#define QSBR_INITIAL 1
#define QSBR_INCR 2
#define MIN_ARRAY_SIZE 8

struct _qsbr_shared;
typedef struct _PyThreadStateImpl _PyThreadStateImpl;

struct _qsbr_thread_state {
    uint64_t seq; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    struct _qsbr_shared *shared;
    _PyThreadStateImpl *tstate;
    int deferrals; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    size_t deferred_memory;
    bool should_process;
    bool allocated;
    struct _qsbr_thread_state *freelist_next;
};

struct _qsbr_pad {
    struct _qsbr_thread_state qsbr; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    char __padding[64 - sizeof(struct _qsbr_thread_state)]; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
};

struct _qsbr_shared {
    uint64_t wr_seq;
    char pad1[64 - sizeof(uint64_t)];
    uint64_t rd_seq;
    char pad2[64 - sizeof(uint64_t)];
    struct _qsbr_pad *array; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    void *array_raw;
    Py_ssize_t size;
    char pad3[64];
    struct _qsbr_thread_state *freelist;
    pthread_mutex_t mutex;
} __attribute__((aligned(64)));

struct _PyThreadStateImpl {
    uint64_t id;
    struct _qsbr_thread_state *qsbr;
    void *frame;
    int32_t tlbc_index;
#ifdef FIXED
    char __padding[64];
#endif
};

static struct _qsbr_shared runtime_qsbr;

static void *PyMem_RawCalloc(size_t n, size_t size) { return calloc(n ? n : 1, size ? size : 1); }
static void PyMem_RawFree(void *p) { free(p); }

static void initialize_new_array(struct _qsbr_shared *shared)
{
    for (Py_ssize_t i = 0; i != shared->size; i++) {
        struct _qsbr_thread_state *qsbr = &shared->array[i].qsbr;
        if (qsbr->tstate != NULL) qsbr->tstate->qsbr = qsbr;
        if (!qsbr->allocated) {
            qsbr->freelist_next = shared->freelist;
            shared->freelist = qsbr;
        }
        qsbr->shared = shared;
    }
}

static int grow_thread_array(struct _qsbr_shared *shared)
{
    Py_ssize_t new_size = shared->size * 2;
    if (new_size < MIN_ARRAY_SIZE) new_size = MIN_ARRAY_SIZE;

#ifdef FIXED
    void *raw = PyMem_RawCalloc(1, (size_t)new_size * sizeof(struct _qsbr_pad) + 63);
    if (raw == NULL) return -1;
    struct _qsbr_pad *array = _Py_ALIGN_UP(raw, 64);
#else
    struct _qsbr_pad *array = PyMem_RawCalloc((size_t)new_size, sizeof(*array)); /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    if (array == NULL) return -1;
    void *raw = array;
#endif
    void *old = shared->array_raw;
    if (shared->array != NULL) memcpy(array, shared->array, (size_t)shared->size * sizeof(*array));
    shared->array = array;
    shared->array_raw = raw;
    shared->size = new_size;
    shared->freelist = NULL;
    initialize_new_array(shared);
    PyMem_RawFree(old);
    return 0;
}

Py_ssize_t _Py_qsbr_reserve(void)
{
    struct _qsbr_shared *shared = &runtime_qsbr;
    pthread_mutex_lock(&shared->mutex);
    if (shared->freelist == NULL && grow_thread_array(shared) < 0) {
        pthread_mutex_unlock(&shared->mutex);
        return -1;
    }
    struct _qsbr_thread_state *qsbr = shared->freelist;
    shared->freelist = qsbr->freelist_next;
    qsbr->freelist_next = NULL;
    qsbr->seq = QSBR_OFFLINE;
    qsbr->allocated = true;
    pthread_mutex_unlock(&shared->mutex);
    return (struct _qsbr_pad *)qsbr - shared->array;
}

_PyThreadStateImpl *_PyThreadState_New(uint64_t id)
{
    const Py_ssize_t index = _Py_qsbr_reserve();
    if (index < 0) return NULL;
    _PyThreadStateImpl *tstate = PyMem_RawCalloc(1, sizeof(*tstate));
    if (tstate == NULL) return NULL;
    pthread_mutex_lock(&runtime_qsbr.mutex);
    struct _qsbr_thread_state *qsbr = &runtime_qsbr.array[index].qsbr;
    qsbr->tstate = tstate;
    tstate->qsbr = qsbr;
    tstate->id = id;
    pthread_mutex_unlock(&runtime_qsbr.mutex);
    return tstate;
}

/* called by each thread at its eval breaker */
void _Py_qsbr_quiescent_state(struct _qsbr_thread_state *qsbr)
{
    uint64_t seq = __atomic_load_n(&qsbr->shared->wr_seq, __ATOMIC_ACQUIRE);
    __atomic_store_n(&qsbr->seq, seq, __ATOMIC_RELEASE);
}

uint64_t _Py_qsbr_deferred_advance(struct _qsbr_thread_state *qsbr)
{
    if (++qsbr->deferrals < 10) return __atomic_load_n(&qsbr->shared->wr_seq, __ATOMIC_ACQUIRE) + QSBR_INCR;
    qsbr->deferrals = 0;
    return __atomic_add_fetch(&qsbr->shared->wr_seq, QSBR_INCR, __ATOMIC_ACQ_REL);
}

void _Py_qsbr_attach(struct _qsbr_thread_state *qsbr)
{
    __atomic_store_n(&qsbr->seq, __atomic_load_n(&qsbr->shared->wr_seq, __ATOMIC_ACQUIRE), __ATOMIC_SEQ_CST);
}

void _Py_qsbr_detach(struct _qsbr_thread_state *qsbr)
{
    __atomic_store_n(&qsbr->seq, QSBR_OFFLINE, __ATOMIC_RELEASE);
}

bool _Py_qsbr_poll(struct _qsbr_thread_state *qsbr, uint64_t goal)
{
    struct _qsbr_shared *shared = qsbr->shared;
    if (__atomic_load_n(&shared->rd_seq, __ATOMIC_ACQUIRE) >= goal) return true;
    uint64_t min_seq = __atomic_load_n(&shared->wr_seq, __ATOMIC_ACQUIRE);
    for (Py_ssize_t i = 0; i != shared->size; i++) {
        uint64_t seq = __atomic_load_n(&shared->array[i].qsbr.seq, __ATOMIC_ACQUIRE);
        if (seq != QSBR_OFFLINE && seq < min_seq) min_seq = seq;
    }
    uint64_t rd_seq = __atomic_load_n(&shared->rd_seq, __ATOMIC_ACQUIRE);
    while (rd_seq < min_seq &&
           !__atomic_compare_exchange_n(&shared->rd_seq, &rd_seq, min_seq, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return min_seq >= goal;
}

/* RESUME_CHECK: does this code object hold bytecode of our own? */
int enter_code(_PyThreadStateImpl *tstate, int32_t code_tlbc)
{
    return tstate->tlbc_index == code_tlbc;
}
