// project: OpenCilk runtime, Cheetah (runtime/readydeque.h, scheduler.c, init.c)
// reference: reduced from memory; the released ReadyDeque is aligned to CILK_CACHE_LINE and the array of them allocated so
// kind: per-thread-array
// starts: visible
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the ready deques of all workers, each locked and changed by its worker on every return from a stolen frame, are 24 bytes
//        one behind the other, so that a worker meets its neighbours in its own deque's line without any steal.
#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CILK_CACHE_LINE 64
#define NO_WORKER 0xffffffffU
#define CILK_ASSERT(ex) ((ex) ? (void)0 : abort())

typedef uint32_t worker_id;
typedef struct __cilkrts_worker __cilkrts_worker;
typedef struct global_state global_state;

enum ClosureStatus { CLOSURE_RUNNING = 42, CLOSURE_SUSPENDED, CLOSURE_RETURNING, CLOSURE_READY };

typedef struct Closure {
    enum ClosureStatus status;
    bool has_cilk_callee;
    unsigned int join_counter;
    struct Closure *next_ready;
    struct Closure *prev_ready;
    void (*fn)(__cilkrts_worker *, void *);
    void *frame;
} Closure;

#ifdef FIXED
typedef struct ReadyDeque {
    Closure *top;
    Closure *bottom;
    alignas(CILK_CACHE_LINE) _Atomic(worker_id) mutex_owner;
} __attribute__((aligned(CILK_CACHE_LINE))) ReadyDeque;
#else
typedef struct ReadyDeque {
    Closure *top;                   /* expect: fsfind-per-thread-slots */
    Closure *bottom;                /* expect: fsfind-per-thread-slots */
    _Atomic(worker_id) mutex_owner; /* expect: fsfind-per-thread-slots */
} ReadyDeque;
#endif

struct rts_options {
    size_t stacksize;
    unsigned int nproc;
    unsigned int deqdepth;
};

struct __cilkrts_worker {
    worker_id self;
    unsigned int rand_next;
    global_state *g;
    uint64_t steals;
    uint64_t executed;
} __attribute__((aligned(CILK_CACHE_LINE)));

struct global_state {
    struct rts_options options;
    unsigned int nworkers;
    ReadyDeque *deques; /* expect: fsfind-per-thread-slots */
    __cilkrts_worker **workers;
    pthread_t *threads;
    Closure *root_closure;
    alignas(CILK_CACHE_LINE) atomic_bool done;
};

static inline void busy_pause(void) {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

static inline int deque_trylock(ReadyDeque *deques, worker_id self, worker_id pn) {
    worker_id current_owner = atomic_load_explicit(&deques[pn].mutex_owner, memory_order_relaxed);
    if (current_owner != NO_WORKER)
        return 0;
    return atomic_compare_exchange_strong_explicit(&deques[pn].mutex_owner, &current_owner, self, memory_order_acq_rel,
                                                   memory_order_relaxed);
}

static inline void deque_lock(ReadyDeque *deques, worker_id self, worker_id pn) {
    while (!deque_trylock(deques, self, pn))
        busy_pause();
}

static inline void deque_unlock(ReadyDeque *deques, worker_id pn) {
    atomic_store_explicit(&deques[pn].mutex_owner, NO_WORKER, memory_order_release);
}

static inline void deque_lock_self(ReadyDeque *deques, worker_id self) { deque_lock(deques, self, self); }
static inline void deque_unlock_self(ReadyDeque *deques, worker_id self) { deque_unlock(deques, self); }

static Closure *deque_xtract_top(ReadyDeque *deques, worker_id pn) {
    Closure *cl = deques[pn].top;
    if (cl) {
        deques[pn].top = cl->next_ready;
        if (cl == deques[pn].bottom)
            deques[pn].bottom = NULL;
        else
            cl->next_ready->prev_ready = NULL;
        cl->next_ready = NULL;
    }
    return cl;
}

static Closure *deque_xtract_bottom(ReadyDeque *deques, worker_id pn) {
    Closure *cl = deques[pn].bottom;
    if (cl) {
        deques[pn].bottom = cl->prev_ready;
        if (cl == deques[pn].top)
            deques[pn].top = NULL;
        else
            cl->prev_ready->next_ready = NULL;
        cl->prev_ready = NULL;
    }
    return cl;
}

static void deque_add_bottom(ReadyDeque *deques, Closure *cl, worker_id pn) {
    cl->prev_ready = deques[pn].bottom;
    cl->next_ready = NULL;
    deques[pn].bottom = cl;
    if (deques[pn].top)
        cl->prev_ready->next_ready = cl;
    else
        deques[pn].top = cl;
}

void __cilkrts_push(__cilkrts_worker *w, Closure *cl) {
    ReadyDeque *deques = w->g->deques;
    cl->status = CLOSURE_READY;
    deque_lock_self(deques, w->self);
    deque_add_bottom(deques, cl, w->self);
    deque_unlock_self(deques, w->self);
}

static Closure *Closure_steal(global_state *g, __cilkrts_worker *w, worker_id victim) {
    ReadyDeque *deques = g->deques;
    Closure *cl;

    if (deques[victim].top == NULL)
        return NULL;
    if (!deque_trylock(deques, w->self, victim))
        return NULL;
    cl = deque_xtract_top(deques, victim);
    deque_unlock(deques, victim);
    if (cl)
        w->steals++;
    return cl;
}

static inline unsigned int rts_rand(__cilkrts_worker *w) {
    w->rand_next = w->rand_next * 1103515245 + 12345;
    return w->rand_next >> 16;
}

static void worker_scheduler(__cilkrts_worker *w) {
    global_state *g = w->g;
    ReadyDeque *deques = g->deques;

    while (!atomic_load_explicit(&g->done, memory_order_acquire)) {
        Closure *t;

        deque_lock_self(deques, w->self);
        t = deque_xtract_bottom(deques, w->self);
        deque_unlock_self(deques, w->self);
        for (int fails = 0; !t && fails < 128; fails++) {
            worker_id victim = rts_rand(w) % g->nworkers;
            if (victim != w->self)
                t = Closure_steal(g, w, victim);
        }
        if (!t) {
            sched_yield();
            continue;
        }
        CILK_ASSERT(t->status == CLOSURE_READY);
        t->status = CLOSURE_RUNNING;
        t->fn(w, t->frame);
        w->executed++;
        if (t == g->root_closure)
            atomic_store_explicit(&g->done, true, memory_order_release);
    }
}

static void *scheduler_thread_proc(void *arg) {
    worker_scheduler(arg);
    return NULL;
}

static void deques_init(global_state *g) {
#ifdef FIXED
    g->deques = aligned_alloc(alignof(ReadyDeque), g->nworkers * sizeof(ReadyDeque));
#else
    g->deques = malloc(g->nworkers * sizeof(ReadyDeque));
#endif
    for (unsigned int i = 0; i < g->nworkers; i++) {
        g->deques[i].top = NULL;
        g->deques[i].bottom = NULL;
        atomic_store_explicit(&g->deques[i].mutex_owner, NO_WORKER, memory_order_relaxed);
    }
}

global_state *__cilkrts_startup(unsigned int nproc, Closure *root) {
    global_state *g = aligned_alloc(alignof(global_state), sizeof(global_state));
    memset(g, 0, sizeof(*g));
    g->options.nproc = nproc;
    g->options.deqdepth = 1024;
    g->nworkers = nproc;
    g->root_closure = root;
    deques_init(g);
    root->status = CLOSURE_READY;
    deque_add_bottom(g->deques, root, 0);
    g->workers = calloc(nproc, sizeof(__cilkrts_worker *));
    g->threads = calloc(nproc, sizeof(pthread_t));
    for (unsigned int i = 0; i < nproc; i++) {
        __cilkrts_worker *w = aligned_alloc(alignof(__cilkrts_worker), sizeof(*w));
        memset(w, 0, sizeof(*w));
        w->self = i;
        w->g = g;
        w->rand_next = i * 162347;
        g->workers[i] = w;
    }
    for (unsigned int i = 0; i < nproc; i++) {
        if (pthread_create(&g->threads[i], NULL, scheduler_thread_proc, g->workers[i]))
            abort();
    }
    return g;
}

void __cilkrts_shutdown(global_state *g) {
    for (unsigned int i = 0; i < g->nworkers; i++) {
        pthread_join(g->threads[i], NULL);
        fprintf(stderr, "worker %u: %lu steals\n", i, (unsigned long)g->workers[i]->steals);
        free(g->workers[i]);
    }
    free(g->workers);
    free(g->threads);
    free(g->deques);
    free(g);
}
