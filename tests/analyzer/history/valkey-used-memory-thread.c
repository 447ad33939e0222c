// project: Valkey (zmalloc.c)
// reference: https://github.com/valkey-io/valkey/pull/4107 and issue 4111 (read)
// kind: ineffective-padding
// starts: visible
// wrong: only the first counter of the table is on a line boundary; the counters of eight threads share each line,
//        written by every allocation and summed by the main thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define CACHE_LINE_SIZE 64
#define MAX_THREADS_NUM (128 + 3 + 1)
#define PADDING_ELEMENT_NUM (CACHE_LINE_SIZE / sizeof(size_t) - 1)

#ifdef FIXED
typedef struct {
    __attribute__((aligned(CACHE_LINE_SIZE))) atomic_size_t value;
} memory_entry;
static memory_entry memory_of_thread[MAX_THREADS_NUM];
#define COUNTER(i) (memory_of_thread[i].value)
#else
static __attribute__((aligned(CACHE_LINE_SIZE))) atomic_size_t
    memory_of_thread[MAX_THREADS_NUM + PADDING_ELEMENT_NUM]; /* expect: fsfind-per-thread-slots|fsfind-ineffective-padding */
#define COUNTER(i) (memory_of_thread[(i) + PADDING_ELEMENT_NUM])
#endif

static _Thread_local int own_index = -1;
static atomic_int total_active_threads;

static void register_thread(void) {
    own_index = atomic_fetch_add_explicit(&total_active_threads, 1, memory_order_relaxed);
}

static inline void stat_alloc(size_t size) {
    if (own_index < 0) register_thread();
    atomic_fetch_add_explicit(&COUNTER(own_index), size, memory_order_relaxed);
}

static inline void stat_free(size_t size) {
    if (own_index < 0) register_thread();
    atomic_fetch_sub_explicit(&COUNTER(own_index), size, memory_order_relaxed);
}

size_t used_memory(void) {
    size_t sum = 0;
    int threads = atomic_load_explicit(&total_active_threads, memory_order_relaxed);
    for (int i = 0; i < threads; i++) sum += atomic_load_explicit(&COUNTER(i), memory_order_relaxed);
    return sum;
}

void *counted_malloc(size_t size) {
    void *ptr = malloc(size);
    if (ptr) stat_alloc(size);
    return ptr;
}

void counted_free(void *ptr, size_t size) {
    stat_free(size);
    free(ptr);
}

static void *io_thread_main(void *jobs) {
    for (long i = 0; i < (long)jobs; i++) {
        void *reply = counted_malloc(64 + (i & 1023));
        counted_free(reply, 64 + (i & 1023));
    }
    return NULL;
}

int start_io_threads(pthread_t *threads, int count) {
    for (int i = 0; i < count; i++)
        if (pthread_create(&threads[i], NULL, io_thread_main, (void *)1000000L)) return -1;
    return 0;
}
