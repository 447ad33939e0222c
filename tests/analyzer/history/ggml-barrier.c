// project: llama.cpp (ggml/src/ggml.c)
// reference: https://github.com/ggml-org/llama.cpp/pull/9598 (read)
// kind: hot-flag
// starts: visible
// args: -std=gnu11
// also-true: fsfind-contended-atomic fsfind-adjacent-thread-fields
// wrong: every thread that enters the barrier increments n_barrier, which lies in the line of n_barrier_passed, that the threads
//        already waiting spin on; the chunk that threads take by turns is beside them too.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GGML_MAX_N_THREADS 512
#define GGML_DEFAULT_POLL 50
#define GGML_ASSERT(x) do { if (!(x)) { fprintf(stderr, "GGML_ASSERT(%s)\n", #x); abort(); } } while (0)
#define MIN(a, b) ((a) < (b) ? (a) : (b))

#ifdef FIXED
#if defined(__POWER9_VECTOR__)
#define GGML_CACHE_LINE 128
#else
#define GGML_CACHE_LINE 64
#endif
#define GGML_CACHE_ALIGN __attribute__((aligned(GGML_CACHE_LINE)))
#endif

enum ggml_status { GGML_STATUS_ABORTED = -1, GGML_STATUS_SUCCESS = 0 };
enum ggml_op { GGML_OP_NONE, GGML_OP_ADD, GGML_OP_MUL_MAT };

struct ggml_tensor {
    enum ggml_op op;
    int64_t ne[2];
    float * data;
    struct ggml_tensor * src[2];
};

struct ggml_cgraph {
    int n_nodes;
    struct ggml_tensor ** nodes;
};

struct ggml_cplan {
    size_t work_size;
    uint8_t * work_data;
    int n_threads;
    bool (*abort_callback)(void * data);
    void * abort_callback_data;
};

struct ggml_compute_state;

struct ggml_threadpool {
    pthread_mutex_t mutex;
    pthread_cond_t  cond;

    struct ggml_cgraph * cgraph;
    struct ggml_cplan  * cplan;

    // synchronization primitives
    atomic_int n_graph;
#ifdef FIXED
    atomic_int GGML_CACHE_ALIGN n_barrier;
    atomic_int GGML_CACHE_ALIGN n_barrier_passed;
    atomic_int GGML_CACHE_ALIGN current_chunk;
#else
    atomic_int n_barrier;        /* expect: fsfind-adjacent-thread-fields */
    atomic_int n_barrier_passed; /* expect: fsfind-adjacent-thread-fields */
    atomic_int current_chunk;    /* expect: fsfind-adjacent-thread-fields */
#endif

    // these are atomic as an annotation for thread-sanitizer
    atomic_bool stop;
    atomic_bool pause;

    struct ggml_compute_state * workers;
    int          n_threads_max;
    atomic_int   n_threads_cur;

    int32_t      prio;
    uint32_t     poll;
    enum ggml_status ec;
};

struct ggml_compute_state {
    pthread_t thrd;
    int last_graph;
    bool pending;
    struct ggml_threadpool * threadpool;
    int ith;
};

struct ggml_compute_params {
    int ith, nth;
    size_t wsize;
    void * wdata;
    struct ggml_threadpool * threadpool;
};

static inline void ggml_thread_cpu_relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static void ggml_barrier(struct ggml_threadpool * tp) {
    int n_threads = atomic_load_explicit(&tp->n_threads_cur, memory_order_relaxed);
    if (n_threads == 1) {
        return;
    }

    int n_passed = atomic_load_explicit(&tp->n_barrier_passed, memory_order_relaxed);

    // enter barrier (full seq-cst fence)
    int n_barrier = atomic_fetch_add_explicit(&tp->n_barrier, 1, memory_order_seq_cst);

#ifdef FIXED
    if (n_barrier == (n_threads - 1)) {
        atomic_store_explicit(&tp->n_barrier, 0, memory_order_relaxed);
        atomic_fetch_add_explicit(&tp->n_barrier_passed, 1, memory_order_seq_cst);
        return;
    }
    while (atomic_load_explicit(&tp->n_barrier_passed, memory_order_relaxed) == n_passed) {
        ggml_thread_cpu_relax();
    }
    atomic_thread_fence(memory_order_seq_cst);
#else
    int last = 0;
    if (n_barrier == (n_threads - 1)) {
        atomic_store_explicit(&tp->n_barrier, 0, memory_order_relaxed);
        last = 1;
    } else {
        while (atomic_load_explicit(&tp->n_barrier_passed, memory_order_relaxed) == n_passed) {
            ggml_thread_cpu_relax();
        }
    }
    atomic_fetch_add_explicit(&tp->n_barrier_passed, last, memory_order_seq_cst);
#endif
}

static void ggml_compute_forward_mul_mat(const struct ggml_compute_params * params, struct ggml_tensor * dst) {
    const int64_t nr = dst->ne[1];
    const int64_t chunk_size = 16;
    const int64_t nchunk = (nr + chunk_size - 1) / chunk_size;

    if (params->ith == 0) {
        atomic_store_explicit(&params->threadpool->current_chunk, params->nth, memory_order_relaxed);
    }
    ggml_barrier(params->threadpool);

    int current_chunk = params->ith;
    while (current_chunk < nchunk) {
        const int64_t ir0 = chunk_size * current_chunk;
        const int64_t ir1 = MIN(ir0 + chunk_size, nr);
        for (int64_t ir = ir0; ir < ir1; ir++) {
            float sum = 0.0f;
            for (int64_t i = 0; i < dst->ne[0]; i++) {
                sum += dst->src[0]->data[ir * dst->ne[0] + i] * dst->src[1]->data[i];
            }
            dst->data[ir] = sum;
        }
        if (params->nth >= nchunk) {
            break;
        }
        current_chunk = atomic_fetch_add_explicit(&params->threadpool->current_chunk, 1, memory_order_relaxed);
    }
}

static void ggml_graph_compute_thread(struct ggml_compute_state * state) {
    struct ggml_threadpool * tp = state->threadpool;
    const struct ggml_cgraph * cgraph = tp->cgraph;
    const struct ggml_cplan * cplan = tp->cplan;

    struct ggml_compute_params params = {
        .ith = state->ith,
        .nth = atomic_load_explicit(&tp->n_threads_cur, memory_order_relaxed),
        .wsize = cplan->work_size,
        .wdata = cplan->work_data,
        .threadpool = tp,
    };

    for (int node_n = 0; node_n < cgraph->n_nodes; node_n++) {
        struct ggml_tensor * node = cgraph->nodes[node_n];
        if (node->op == GGML_OP_MUL_MAT) {
            ggml_compute_forward_mul_mat(&params, node);
        }
        if (state->ith == 0 && cplan->abort_callback && cplan->abort_callback(cplan->abort_callback_data)) {
            tp->ec = GGML_STATUS_ABORTED;
        }
        ggml_barrier(tp);
        if (tp->ec != GGML_STATUS_SUCCESS) {
            break;
        }
    }
}

static bool ggml_graph_compute_ready(struct ggml_compute_state * state) {
    struct ggml_threadpool * tp = state->threadpool;
    if (state->pending || tp->stop || tp->pause) {
        return true;
    }
    int new_graph = atomic_load_explicit(&tp->n_graph, memory_order_relaxed);
    if (new_graph != state->last_graph) {
        state->pending = state->ith < atomic_load_explicit(&tp->n_threads_cur, memory_order_relaxed);
        state->last_graph = new_graph;
    }
    return state->pending;
}

static void * ggml_graph_compute_secondary_thread(void * data) {
    struct ggml_compute_state * state = data;
    struct ggml_threadpool * tp = state->threadpool;

    while (true) {
        const uint64_t n_rounds = 1024UL * 128 * tp->poll;
        for (uint64_t i = 0; !ggml_graph_compute_ready(state) && i < n_rounds; i++) {
            ggml_thread_cpu_relax();
        }
        pthread_mutex_lock(&tp->mutex);
        while (!ggml_graph_compute_ready(state)) {
            pthread_cond_wait(&tp->cond, &tp->mutex);
        }
        pthread_mutex_unlock(&tp->mutex);
        if (tp->stop) {
            break;
        }
        if (state->pending) {
            state->pending = false;
            ggml_graph_compute_thread(state);
        }
    }
    return NULL;
}

struct ggml_threadpool * ggml_threadpool_new(int n_threads) {
    GGML_ASSERT(n_threads > 0 && n_threads <= GGML_MAX_N_THREADS);
#ifdef FIXED
    struct ggml_threadpool * tp = aligned_alloc(GGML_CACHE_LINE, sizeof(struct ggml_threadpool));
#else
    struct ggml_threadpool * tp = malloc(sizeof(struct ggml_threadpool));
#endif
    memset(tp, 0, sizeof(*tp));
    tp->n_threads_max = n_threads;
    tp->n_threads_cur = n_threads;
    tp->poll = GGML_DEFAULT_POLL;
    tp->workers = calloc(n_threads, sizeof(struct ggml_compute_state));
    pthread_mutex_init(&tp->mutex, NULL);
    pthread_cond_init(&tp->cond, NULL);
    for (int j = 0; j < n_threads; j++) {
        tp->workers[j].threadpool = tp;
        tp->workers[j].ith = j;
    }
    for (int j = 1; j < n_threads; j++) {
        int rc = pthread_create(&tp->workers[j].thrd, NULL, ggml_graph_compute_secondary_thread, &tp->workers[j]);
        GGML_ASSERT(rc == 0);
    }
    return tp;
}

enum ggml_status ggml_graph_compute(struct ggml_threadpool * tp, struct ggml_cgraph * cgraph, struct ggml_cplan * cplan) {
    pthread_mutex_lock(&tp->mutex);
    tp->cgraph = cgraph;
    tp->cplan = cplan;
    tp->ec = GGML_STATUS_SUCCESS;
    atomic_store_explicit(&tp->n_threads_cur, MIN(cplan->n_threads, tp->n_threads_max), memory_order_relaxed);
    atomic_fetch_add_explicit(&tp->n_graph, 1, memory_order_seq_cst);
    pthread_cond_broadcast(&tp->cond);
    pthread_mutex_unlock(&tp->mutex);

    ggml_graph_compute_thread(&tp->workers[0]);
    return tp->ec;
}
