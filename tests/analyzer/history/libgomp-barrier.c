// project: GCC libgomp (config/linux/bar.h)
// reference: reduced from memory; the released layout separates the two halves
// kind: hot-flag
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the count of arrivals, which every thread decrements, lies beside the generation that the waiting threads spin on.
#include <stdint.h>

typedef struct {
#ifdef FIXED
    unsigned total __attribute__((aligned(64)));
    unsigned generation;
    unsigned awaited __attribute__((aligned(64)));
    unsigned awaited_final;
#else
    unsigned total;
    unsigned generation; /* expect: fsfind-adjacent-thread-fields */
    unsigned awaited;    /* expect: fsfind-adjacent-thread-fields */
    unsigned awaited_final;
#endif
} gomp_barrier_t;

#define BAR_INCR 8

void futex_wait(unsigned *addr, unsigned val);
void futex_wake(unsigned *addr, int count);

void gomp_barrier_init(gomp_barrier_t *bar, unsigned count) {
    bar->total = count;
    bar->awaited = count;
    bar->awaited_final = count;
    bar->generation = 0;
}

static void do_wait(unsigned *addr, unsigned val) {
    for (unsigned long i = 0; i < 200000; i++) {
        if (__atomic_load_n(addr, __ATOMIC_RELAXED) != val) return;
        __builtin_ia32_pause();
    }
    futex_wait(addr, val);
}

static unsigned wait_start(gomp_barrier_t *bar) {
    unsigned ret = __atomic_load_n(&bar->generation, __ATOMIC_ACQUIRE) & -BAR_INCR;
    ret |= __atomic_add_fetch(&bar->awaited, -1, __ATOMIC_ACQ_REL) == 0;
    return ret;
}

static void wait_end(gomp_barrier_t *bar, unsigned state) {
    if (state & 1) {
        bar->awaited = bar->total;
        __atomic_store_n(&bar->generation, (state & -BAR_INCR) + BAR_INCR, __ATOMIC_RELEASE);
        futex_wake(&bar->generation, 0x7fffffff);
        return;
    }
    do {
        do_wait(&bar->generation, state);
    } while (__atomic_load_n(&bar->generation, __ATOMIC_ACQUIRE) == state);
}

void gomp_barrier_wait(gomp_barrier_t *bar) {
    wait_end(bar, wait_start(bar));
}

struct gomp_team {
    unsigned nthreads;
    unsigned work_share_count;
    gomp_barrier_t barrier;
};

struct gomp_thread {
    void (*fn)(void *);
    void *data;
    struct gomp_team *team;
};

void *gomp_thread_start(void *xdata) {
    struct gomp_thread *thr = xdata;
    do {
        gomp_barrier_wait(&thr->team->barrier);
        if (!thr->fn) break;
        thr->fn(thr->data);
        gomp_barrier_wait(&thr->team->barrier);
    } while (1);
    return 0;
}
