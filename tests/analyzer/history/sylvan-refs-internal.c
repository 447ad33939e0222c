// project: Sylvan (src/sylvan_mtbdd.c, sylvan_refs)
// reference: https://github.com/trolando/sylvan/pull/58 (read)
// kind: heap-neighbours
// starts: visible
// args: -std=gnu11
// wrong: each worker allocates, all at once, the 72 bytes that hold its three stack cursors with malloc; blocks of neighbouring
//        workers share lines, and every push and pop writes a cursor.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYLVAN_CACHE_LINE_SIZE 64
#define MAX_WORKERS 256

typedef uint64_t MTBDD;
typedef struct Task { void *f; MTBDD result; } Task;

typedef struct mtbdd_refs_task {
    Task *t;
    void *f;
} *mtbdd_refs_task_t;

typedef struct mtbdd_refs_internal {
    const MTBDD **pbegin, **pend, **pcur; /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
    MTBDD *rbegin, *rend, *rcur;          /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
    mtbdd_refs_task_t sbegin, send, scur; /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
} *mtbdd_refs_internal_t;

static _Thread_local mtbdd_refs_internal_t mtbdd_refs_key;
static _Thread_local unsigned lace_worker_id;
static pthread_t workers[MAX_WORKERS];
static unsigned n_workers;
static pthread_barrier_t together_barrier;

typedef void (*lace_work_fn)(unsigned id, void *arg);
static lace_work_fn lace_work;
static void *lace_work_arg;

#ifdef FIXED
void *sylvan_alloc_padded(size_t size) {
    const size_t line = SYLVAN_CACHE_LINE_SIZE < 128 ? 128 : SYLVAN_CACHE_LINE_SIZE;
    void *res = NULL;
    size = (size + line - 1) / line * line;
    if (posix_memalign(&res, line, size) != 0) return NULL;
    memset(res, 0, size);
    return res;
}
#endif

static void mtbdd_refs_init_task(void) {
#ifdef FIXED
    mtbdd_refs_internal_t s = sylvan_alloc_padded(sizeof(struct mtbdd_refs_internal));
#else
    mtbdd_refs_internal_t s = malloc(sizeof(struct mtbdd_refs_internal)); /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
#endif
    if (s == NULL) {
        fprintf(stderr, "mtbdd_refs: Unable to allocate memory!\n");
        exit(1);
    }
    s->pcur = s->pbegin = malloc(sizeof(MTBDD *) * 1024);
    s->pend = s->pbegin + 1024;
    s->rcur = s->rbegin = malloc(sizeof(MTBDD) * 1024);
    s->rend = s->rbegin + 1024;
    s->scur = s->sbegin = malloc(sizeof(struct mtbdd_refs_task) * 1024);
    s->send = s->sbegin + 1024;
    mtbdd_refs_key = s;
}

static void __attribute__((noinline)) mtbdd_refs_ptrs_up(mtbdd_refs_internal_t s) {
    size_t cur = s->pcur - s->pbegin;
    size_t size = s->pend - s->pbegin;
    s->pbegin = realloc(s->pbegin, sizeof(MTBDD *) * size * 2);
    s->pcur = s->pbegin + cur;
    s->pend = s->pbegin + size * 2;
}

static MTBDD __attribute__((noinline)) mtbdd_refs_refs_up(mtbdd_refs_internal_t s, MTBDD res) {
    size_t size = s->rend - s->rbegin;
    s->rbegin = realloc(s->rbegin, sizeof(MTBDD) * size * 2);
    s->rcur = s->rbegin + size;
    s->rend = s->rbegin + size * 2;
    return res;
}

void mtbdd_refs_pushptr(const MTBDD *ptr) {
    mtbdd_refs_internal_t s = mtbdd_refs_key;
    *s->pcur++ = ptr;
    if (s->pcur == s->pend) mtbdd_refs_ptrs_up(s);
}

void mtbdd_refs_popptr(size_t amount) { mtbdd_refs_key->pcur -= amount; }

MTBDD mtbdd_refs_push(MTBDD mtbdd) {
    mtbdd_refs_internal_t s = mtbdd_refs_key;
    *(s->rcur++) = mtbdd;
    if (s->rcur == s->rend) return mtbdd_refs_refs_up(s, mtbdd);
    return mtbdd;
}

void mtbdd_refs_pop(long amount) { mtbdd_refs_key->rcur -= amount; }

void mtbdd_refs_spawn(Task *t) {
    mtbdd_refs_internal_t s = mtbdd_refs_key;
    s->scur->t = t;
    s->scur->f = t->f;
    s->scur += 1;
}

MTBDD mtbdd_refs_sync(MTBDD result) {
    mtbdd_refs_key->scur -= 1;
    return result;
}

static void gc_mark(void (*mark)(MTBDD)) {
    mtbdd_refs_internal_t s = mtbdd_refs_key;
    for (MTBDD *it = s->rbegin; it < s->rcur; it++) mark(*it);
    for (const MTBDD **it = s->pbegin; it < s->pcur; it++) mark(**it);
}

MTBDD mtbdd_apply(MTBDD a, MTBDD b, MTBDD (*leaf)(MTBDD, MTBDD)) {
    if (a < 2 || b < 2) return leaf(a, b);
    mtbdd_refs_push(a);
    mtbdd_refs_push(b);
    MTBDD low = mtbdd_refs_push(mtbdd_apply(a >> 1, b >> 1, leaf));
    MTBDD high = mtbdd_refs_push(mtbdd_apply(a >> 2, b >> 2, leaf));
    mtbdd_refs_pop(4);
    return low ^ (high << 1);
}

static void *lace_worker(void *arg) {
    lace_worker_id = (unsigned)(uintptr_t)arg;
    mtbdd_refs_init_task();
    for (;;) {
        pthread_barrier_wait(&together_barrier);
        if (lace_work == NULL) return NULL;
        lace_work(lace_worker_id, lace_work_arg);
        pthread_barrier_wait(&together_barrier);
    }
}

void lace_start(unsigned count) {
    n_workers = count;
    pthread_barrier_init(&together_barrier, NULL, count + 1);
    for (unsigned i = 0; i < count; i++) pthread_create(&workers[i], NULL, lace_worker, (void *)(uintptr_t)i);
}

void lace_together(lace_work_fn f, void *arg) {
    lace_work = f;
    lace_work_arg = arg;
    pthread_barrier_wait(&together_barrier);
    pthread_barrier_wait(&together_barrier);
}

void lace_stop(void) {
    lace_work = NULL;
    pthread_barrier_wait(&together_barrier);
    for (unsigned i = 0; i < n_workers; i++) pthread_join(workers[i], NULL);
}
