// project: Julia (work-stealing-queue.h)
// reference: https://github.com/JuliaLang/julia/pull/52994 (read)
// kind: producer-consumer
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: thieves move `top` with compare-and-swap while the owner moves `bottom`; both lie on one line.
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *buffer;
    int32_t capacity;
    int32_t mask;
} ws_array_t;

typedef struct {
    _Atomic(int64_t) top; /* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
    char _padding[128 - sizeof(int64_t)];
#endif
    _Atomic(int64_t) bottom; /* expect: fsfind-adjacent-thread-fields */
#ifdef FIXED
    char _padding2[128 - sizeof(int64_t)];
#endif
    _Atomic(ws_array_t *) array;
} ws_queue_t;

static ws_array_t *create_ws_array(size_t capacity, size_t size) {
    ws_array_t *a = malloc(sizeof(ws_array_t));
    a->buffer = malloc(capacity * size);
    a->capacity = (int32_t)capacity;
    a->mask = (int32_t)capacity - 1;
    return a;
}

static inline int ws_queue_push(ws_queue_t *q, const void *element, int32_t size) {
    int64_t b = atomic_load_explicit(&q->bottom, memory_order_relaxed);
    int64_t t = atomic_load_explicit(&q->top, memory_order_acquire);
    ws_array_t *a = atomic_load_explicit(&q->array, memory_order_relaxed);
    if (b - t > a->capacity - 1) return 0;
    memcpy(a->buffer + (size_t)(b & a->mask) * size, element, size);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&q->bottom, b + 1, memory_order_relaxed);
    return 1;
}

static inline int ws_queue_pop(ws_queue_t *q, void *dest, int32_t size) {
    int64_t b = atomic_load_explicit(&q->bottom, memory_order_relaxed) - 1;
    ws_array_t *a = atomic_load_explicit(&q->array, memory_order_relaxed);
    atomic_store_explicit(&q->bottom, b, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    int64_t t = atomic_load_explicit(&q->top, memory_order_relaxed);
    if (t > b) {
        atomic_store_explicit(&q->bottom, b + 1, memory_order_relaxed);
        return 0;
    }
    memcpy(dest, a->buffer + (size_t)(b & a->mask) * size, size);
    return 1;
}

static inline int ws_queue_steal_from(ws_queue_t *q, void *dest, int32_t size) {
    int64_t t = atomic_load_explicit(&q->top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    int64_t b = atomic_load_explicit(&q->bottom, memory_order_acquire);
    if (t >= b) return 0;
    ws_array_t *a = atomic_load_explicit(&q->array, memory_order_relaxed);
    memcpy(dest, a->buffer + (size_t)(t & a->mask) * size, size);
    return atomic_compare_exchange_strong(&q->top, &t, t + 1);
}

typedef struct {
    ws_queue_t chunk_queue;
    void **reclaim_set;
} mark_queue_t;

void gc_mark_init(mark_queue_t *mq) {
    atomic_store(&mq->chunk_queue.array, create_ws_array(1 << 16, sizeof(void *)));
}

void gc_drain_own(mark_queue_t *mq, void (*mark)(void *, mark_queue_t *)) {
    void *object;
    while (ws_queue_pop(&mq->chunk_queue, &object, sizeof(void *))) mark(object, mq);
}

void gc_push(mark_queue_t *mq, void *object) {
    while (!ws_queue_push(&mq->chunk_queue, &object, sizeof(void *))) {
    }
}

void gc_steal_all(mark_queue_t **others, int n, mark_queue_t *own, void (*mark)(void *, mark_queue_t *)) {
    void *object;
    for (int i = 0; i < n; i++)
        while (ws_queue_steal_from(&others[i]->chunk_queue, &object, sizeof(void *))) mark(object, own);
}
