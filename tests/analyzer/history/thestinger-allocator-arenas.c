// project: thestinger/allocator (memory.c)
// reference: https://github.com/thestinger/allocator/issues/10 (read)
// kind: per-thread-array
// starts: hidden
// args: -std=gnu11
// wrong: the arenas are records of a size that is no multiple of the line, behind each other in one array; the last members of
//        one and the mutex of the next meet inside a line.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define CACHELINE 64
#define COLD __attribute__((cold))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#define MIN_ALIGN 16
#define CHUNK_SIZE ((size_t)4 * 1024 * 1024)
#define SLAB_SIZE ((size_t)64 * 1024)
#define N_CLASS 29
#define MAX_LARGE_FREE 11

typedef pthread_mutex_t mutex;

struct slot {
    struct slot *next;
};

struct slab {
    struct slab *next;
    struct slab *prev;
    struct slot *next_slot;
    size_t size;
    size_t count;
};

struct large {
    size_t size;
    void *prev;
    struct large *next_free;
    bool free;
};

struct large_tree {
    struct large *root;
};

#ifdef FIXED
struct arena {
    alignas(CACHELINE) mutex mutex;
#else
struct arena {
    mutex mutex; /* expect: fsfind-per-thread-slots */
#endif
    struct slab *free_slab;
    struct slab *partial_slab[N_CLASS];
    struct large_tree large_size_addr;
    struct large *free_large[MAX_LARGE_FREE];
    void *free_chunk;
    size_t free_chunk_count; /* expect: fsfind-per-thread-slots */
};

struct thread_cache {
    struct slot *bin[N_CLASS];
    size_t bin_size[N_CLASS];
    int arena_index;
    bool dead;
};

static struct arena *arenas; /* expect: fsfind-per-thread-slots */
static int n_arenas = 0;
static mutex init_mutex = PTHREAD_MUTEX_INITIALIZER;
static bool initialized;
static pthread_key_t tcache_key;
static _Thread_local struct thread_cache tcache = {.arena_index = -1, .dead = true};

static size_t class_size(size_t sz_class) {
    return sz_class < 8 ? (sz_class + 1) * 16 : (size_t)128 << ((sz_class - 8) / 4);
}

static void thread_cache_flush(void *key);

COLD static bool malloc_init_slow(void) {
    pthread_mutex_lock(&init_mutex);
    if (initialized) {
        pthread_mutex_unlock(&init_mutex);
        return false;
    }
    if (pthread_key_create(&tcache_key, thread_cache_flush)) {
        pthread_mutex_unlock(&init_mutex);
        return true;
    }
    n_arenas = (int)sysconf(_SC_NPROCESSORS_ONLN);
    arenas = mmap(NULL, sizeof(struct arena) * (size_t)n_arenas, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (arenas == MAP_FAILED) {
        pthread_mutex_unlock(&init_mutex);
        return true;
    }
    for (int i = 0; i < n_arenas; i++) pthread_mutex_init(&arenas[i].mutex, NULL);
    initialized = true;
    pthread_mutex_unlock(&init_mutex);
    return false;
}

static void pick_arena(struct thread_cache *cache) {
    cache->arena_index = sched_getcpu();
    if (unlikely(cache->arena_index == -1 || cache->arena_index >= n_arenas)) cache->arena_index = 0;
}

static struct arena *get_arena(struct thread_cache *cache) {
    if (unlikely(cache->arena_index == -1)) pick_arena(cache);
    if (likely(!pthread_mutex_trylock(&arenas[cache->arena_index].mutex))) return &arenas[cache->arena_index];
    pick_arena(cache);
    struct arena *arena = &arenas[cache->arena_index];
    pthread_mutex_lock(&arena->mutex);
    return arena;
}

static void *chunk_alloc(struct arena *arena) {
    if (arena->free_chunk) {
        void *chunk = arena->free_chunk;
        arena->free_chunk = NULL;
        arena->free_chunk_count--;
        return chunk;
    }
    void *chunk = mmap(NULL, CHUNK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return chunk == MAP_FAILED ? NULL : chunk;
}

static void *slab_allocate(struct arena *arena, size_t sz_class) {
    struct slab *slab = arena->partial_slab[sz_class];
    if (!slab) {
        slab = arena->free_slab;
        if (slab) {
            arena->free_slab = slab->next;
        } else if (!(slab = chunk_alloc(arena))) {
            return NULL;
        }
        slab->size = class_size(sz_class);
        slab->count = 0;
        slab->next_slot = (struct slot *)(slab + 1);
        arena->partial_slab[sz_class] = slab;
    }
    struct slot *slot = slab->next_slot;
    slab->next_slot = slot->next ? slot->next : (struct slot *)((char *)slot + slab->size);
    if (++slab->count == SLAB_SIZE / slab->size) arena->partial_slab[sz_class] = slab->next;
    return slot;
}

void *allocate_small(size_t sz_class) {
    if (unlikely(!initialized) && malloc_init_slow()) return NULL;
    struct thread_cache *cache = &tcache;
    struct slot *slot = cache->bin[sz_class];
    if (likely(slot)) {
        cache->bin[sz_class] = slot->next;
        cache->bin_size[sz_class] -= class_size(sz_class);
        return slot;
    }
    struct arena *arena = get_arena(cache);
    void *ptr = slab_allocate(arena, sz_class);
    pthread_mutex_unlock(&arena->mutex);
    if (!ptr) errno = ENOMEM;
    return ptr;
}

void chunk_free(struct thread_cache *cache, void *chunk) {
    struct arena *arena = get_arena(cache);
    if (arena->free_chunk) {
        munmap(chunk, CHUNK_SIZE);
    } else {
        arena->free_chunk = chunk;
        arena->free_chunk_count++;
    }
    pthread_mutex_unlock(&arena->mutex);
}

static void thread_cache_flush(void *key) {
    struct thread_cache *cache = key;
    for (size_t i = 0; i < N_CLASS; i++) cache->bin_size[i] = 0;
    cache->dead = true;
}
