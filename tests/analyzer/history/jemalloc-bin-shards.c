// project: jemalloc (arena_structs.h, bin.h)
// reference: https://github.com/jemalloc/jemalloc/pull/2560 (read)
// kind: lock-table
// starts: hidden
// wrong: after new statistics the array of bins no longer starts on a line and bins, a little longer than some lines, meet at
//        their edges: the lock of one with the counters of the one before.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define CACHELINE 64
#ifdef FIXED
#define JEMALLOC_ALIGNED(n) __attribute__((aligned(n)))
#else
#define JEMALLOC_ALIGNED(n)
#endif

#define N_SHARDS 8

typedef struct edata_s {
    struct edata_s *next;
    unsigned nfree;
    char *base;
} edata_t;

typedef struct {
    uint64_t nmalloc;
    uint64_t ndalloc;
    uint64_t nrequests;
    size_t curregs;
} bin_stats_t;

typedef struct bin_s {
    pthread_mutex_t lock; /* expect: fsfind-per-thread-slots */
    bin_stats_t stats;
    edata_t *slabcur; /* expect: fsfind-per-thread-slots */
    edata_t *slabs_nonfull;
} JEMALLOC_ALIGNED(CACHELINE) bin_t;

typedef struct {
    size_t mapped;
    size_t metadata_edata;
    size_t metadata_rtree;
} arena_stats_t;

typedef struct arena_s {
    unsigned nthreads[2];
    arena_stats_t stats;
    bin_t bins[N_SHARDS]; /* expect: fsfind-per-thread-slots */
} arena_t;

unsigned tsd_binshard(void);
edata_t *arena_slab_alloc(arena_t *arena, size_t size);

arena_t *arena_new(void) {
#ifdef FIXED
    arena_t *arena = aligned_alloc(CACHELINE, sizeof(arena_t));
#else
    arena_t *arena = malloc(sizeof(arena_t));
#endif
    if (!arena) return NULL;
    for (int i = 0; i < N_SHARDS; i++) {
        pthread_mutex_init(&arena->bins[i].lock, NULL);
        arena->bins[i].slabcur = arena->bins[i].slabs_nonfull = NULL;
        arena->bins[i].stats = (bin_stats_t){0, 0, 0, 0};
    }
    return arena;
}

static bin_t *arena_bin_choose(arena_t *arena) {
    return &arena->bins[tsd_binshard() % N_SHARDS];
}

static void *slab_reg_alloc(bin_t *bin, size_t size) {
    edata_t *slab = bin->slabcur;
    if (!slab || slab->nfree == 0) return NULL;
    return slab->base + size * --slab->nfree;
}

unsigned arena_cache_bin_fill(arena_t *arena, size_t size, void **out, unsigned nfill) {
    bin_t *bin = arena_bin_choose(arena);
    unsigned filled = 0;
    pthread_mutex_lock(&bin->lock);
    while (filled < nfill) {
        void *p = slab_reg_alloc(bin, size);
        if (!p) {
            bin->slabcur = arena_slab_alloc(arena, size);
            if (!bin->slabcur) break;
            continue;
        }
        out[filled++] = p;
        bin->stats.nmalloc++;
        bin->stats.curregs++;
    }
    pthread_mutex_unlock(&bin->lock);
    return filled;
}

void arena_flush(arena_t *arena, void **items, unsigned n) {
    bin_t *bin = arena_bin_choose(arena);
    pthread_mutex_lock(&bin->lock);
    for (unsigned i = 0; i < n; i++) {
        edata_t *slab = items[i];
        slab->next = bin->slabs_nonfull;
        bin->slabs_nonfull = slab;
        bin->stats.ndalloc++;
    }
    pthread_mutex_unlock(&bin->lock);
}
