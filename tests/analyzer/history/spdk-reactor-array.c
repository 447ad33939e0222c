// project: SPDK (lib/event/reactor.c)
// reference: reduced from memory; the released code allocates the array by posix_memalign
// kind: ineffective-padding
// starts: hidden
// args: -std=gnu11
// wrong: the reactor of each core is declared on a line boundary, but the array of them comes from calloc.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SPDK_CACHE_LINE_SIZE 64

struct spdk_event {
    void (*fn)(void *, void *);
    void *arg1, *arg2;
    struct spdk_event *next;
};

struct spdk_reactor {
    struct spdk_event *events;
    uint64_t tsc_last;
    uint32_t lcore;
    uint32_t thread_count;
    uint64_t busy_tsc; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
    uint64_t idle_tsc; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
} __attribute__((aligned(SPDK_CACHE_LINE_SIZE)));

static struct spdk_reactor *g_reactors;
static uint32_t g_reactor_count;
static volatile int g_running;

uint64_t spdk_get_ticks(void);
int spdk_env_thread_launch_pinned(uint32_t core, int (*fn)(void *), void *arg);
int poll_threads(uint32_t lcore);

int spdk_reactors_init(uint32_t count) {
#ifdef FIXED
    void *memory = NULL;
    if (posix_memalign(&memory, SPDK_CACHE_LINE_SIZE, count * sizeof(struct spdk_reactor))) return -1;
    memset(memory, 0, count * sizeof(struct spdk_reactor));
    g_reactors = memory;
#else
    g_reactors = calloc(count, sizeof(struct spdk_reactor)); /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
#endif
    if (!g_reactors) return -1;
    g_reactor_count = count;
    for (uint32_t i = 0; i < count; i++) g_reactors[i].lcore = i;
    return 0;
}

static struct spdk_reactor *spdk_reactor_get(uint32_t lcore) {
    return lcore < g_reactor_count ? &g_reactors[lcore] : NULL;
}

static void run_once(struct spdk_reactor *reactor) {
    const int busy = poll_threads(reactor->lcore);
    const uint64_t now = spdk_get_ticks();
    if (busy)
        reactor->busy_tsc += now - reactor->tsc_last;
    else
        reactor->idle_tsc += now - reactor->tsc_last;
    reactor->tsc_last = now;
}

static int reactor_run(void *arg) {
    struct spdk_reactor *reactor = arg;
    reactor->tsc_last = spdk_get_ticks();
    while (g_running) run_once(reactor);
    return 0;
}

void spdk_reactors_start(void) {
    g_running = 1;
    for (uint32_t i = 0; i < g_reactor_count; i++) {
        struct spdk_reactor *reactor = spdk_reactor_get(i);
        spdk_env_thread_launch_pinned(reactor->lcore, reactor_run, reactor);
    }
}

uint64_t spdk_busy_total(void) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < g_reactor_count; i++) sum += g_reactors[i].busy_tsc;
    return sum;
}
