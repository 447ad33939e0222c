// project: Redis (zmalloc.c)
// reference: https://github.com/redis/redis/pull/13431 (read)
// kind: true-sharing
// starts: visible
// wrong: one counter of used memory is updated by every allocation of every thread; the fix gives each thread a line of its own.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define CACHE_LINE_SIZE 64
#define MAX_THREADS 16

#ifdef FIXED
typedef struct used_memory_entry {
    atomic_llong used_memory;
    char padding[CACHE_LINE_SIZE - sizeof(long long)];
} used_memory_entry;
static __attribute__((aligned(CACHE_LINE_SIZE))) used_memory_entry used_memory[MAX_THREADS];
static atomic_uint num_active_threads;
static __thread long my_index = -1;

static inline void update(long long size) {
    if (my_index < 0) my_index = atomic_fetch_add(&num_active_threads, 1) & (MAX_THREADS - 1);
    atomic_fetch_add_explicit(&used_memory[my_index].used_memory, size, memory_order_relaxed);
}

long long total_used(void) {
    long long sum = 0;
    for (int i = 0; i < MAX_THREADS; i++) sum += atomic_load(&used_memory[i].used_memory);
    return sum;
}
#else
static atomic_llong used_memory; /* expect: fsfind-contended-atomic */

static inline void update(long long size) {
    atomic_fetch_add_explicit(&used_memory, size, memory_order_relaxed);
}

long long total_used(void) {
    return atomic_load_explicit(&used_memory, memory_order_relaxed);
}
#endif

static void out_of_memory(size_t size) {
    (void)size;
    abort();
}

void *zm_alloc(size_t size) {
    size_t *block = malloc(size + sizeof(size_t));
    if (!block) out_of_memory(size);
    *block = size;
    update((long long)size);
    return block + 1;
}

void zm_free(void *ptr) {
    if (!ptr) return;
    size_t *block = (size_t *)ptr - 1;
    update(-(long long)*block);
    free(block);
}

static void *worker(void *arg) {
    volatile int *stop = arg;
    while (!*stop) zm_free(zm_alloc(128));
    return NULL;
}

void run_workers(int count, volatile int *stop) {
    pthread_t ids[64];
    for (int i = 0; i < count && i < 64; i++) pthread_create(&ids[i], NULL, worker, (void *)stop);
    for (int i = 0; i < count && i < 64; i++) pthread_join(ids[i], NULL);
}
