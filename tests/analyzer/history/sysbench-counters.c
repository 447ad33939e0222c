// project: sysbench (sb_counter.h)
// reference: reduced from memory; the released counters are padded by thread
// kind: per-thread-array
// starts: visible
// args: -std=gnu11
// wrong: event counters by thread are two-dimensional and unpadded; the reporting thread sums them every second.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_THREADS 4096
#define CK_MD_CACHELINE 64
#define SB_PAD(size) (CK_MD_CACHELINE - ((size) % CK_MD_CACHELINE))

typedef enum { SB_CNT_OTHER, SB_CNT_READ, SB_CNT_WRITE, SB_CNT_ERROR, SB_CNT_MAX } sb_counter_type;

typedef struct {
    uint64_t cnt[SB_CNT_MAX]; /* expect: fsfind-per-thread-slots */
#ifdef FIXED
    char pad[SB_PAD(SB_CNT_MAX * sizeof(uint64_t))];
} __attribute__((aligned(CK_MD_CACHELINE))) sb_counters_t;
#else
} sb_counters_t;
#endif

static sb_counters_t counters[MAX_THREADS]; /* expect: fsfind-per-thread-slots */
static volatile int shutting_down;
static unsigned num_threads;

int execute_event(int thread_id, sb_counter_type *type);

static inline void sb_counter_inc(int thread_id, sb_counter_type type) {
    __atomic_store_n(&counters[thread_id].cnt[type], counters[thread_id].cnt[type] + 1, __ATOMIC_RELAXED);
}

static void *worker_thread(void *arg) {
    int thread_id = (int)(intptr_t)arg;
    while (!shutting_down) {
        sb_counter_type type = SB_CNT_OTHER;
        if (execute_event(thread_id, &type))
            sb_counter_inc(thread_id, SB_CNT_ERROR);
        else
            sb_counter_inc(thread_id, type);
    }
    return NULL;
}

static void sum_counters(uint64_t *out) {
    memset(out, 0, SB_CNT_MAX * sizeof(uint64_t));
    for (unsigned i = 0; i < num_threads; i++)
        for (int t = 0; t < SB_CNT_MAX; t++)
            out[t] += __atomic_load_n(&counters[i].cnt[t], __ATOMIC_RELAXED);
}

static void *report_thread(void *arg) {
    uint64_t totals[SB_CNT_MAX];
    while (!shutting_down) {
        sleep(*(unsigned *)arg);
        sum_counters(totals);
        printf("reads %lu writes %lu\n", (unsigned long)totals[SB_CNT_READ], (unsigned long)totals[SB_CNT_WRITE]);
    }
    return NULL;
}

int run_test(unsigned threads, unsigned *interval) {
    pthread_t id;
    num_threads = threads;
    pthread_create(&id, NULL, report_thread, interval);
    for (unsigned i = 0; i < threads; i++) pthread_create(&id, NULL, worker_thread, (void *)(intptr_t)i);
    return 0;
}
