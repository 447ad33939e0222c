// project: Argobots (src/include/abti.h, abti_mem_pool.h)
// reference: reduced from memory; the released globals align each memory pool's shared head to a line
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the heads of the global pools of stacks and descriptors, which execution streams change by compare-and-swap, lie beside
//        each other and beside the settings that each creation of a thread reads.
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ABT_CONFIG_STATIC_CACHELINE_SIZE 64
#ifdef FIXED
#define ABTU_align_member_var(size) __attribute__((aligned(size)))
#else
#define ABTU_align_member_var(size)
#endif
#define ABT_MEM_POOL_MAX_LOCAL_BUCKETS 2
#define ABT_SUCCESS 0
#define ABT_ERR_MEM 2
#define ABTU_likely(x) __builtin_expect(!!(x), 1)

typedef struct ABTI_sync_lifo_element {
    struct ABTI_sync_lifo_element *p_next;
} ABTI_sync_lifo_element;

typedef struct {
    ABTI_sync_lifo_element *ptr;
    size_t tag;
} ABTD_tagged_ptr;

typedef struct {
    _Atomic(uintptr_t) p_top; /* expect: fsfind-adjacent-thread-fields */
    _Atomic(size_t) count;
} ABTI_sync_lifo;

typedef struct ABTI_mem_pool_header {
    struct ABTI_mem_pool_header *p_next;
    struct { ABTI_sync_lifo_element lifo_elem; size_t num_headers; } bucket_info;
} ABTI_mem_pool_header;

typedef struct ABTI_mem_pool_global_pool {
    size_t header_size;
    size_t page_size;
    size_t num_headers_per_bucket;
    size_t header_offset;
    size_t alignment_hint;
    /* lists shared by all execution streams */
    ABTU_align_member_var(ABT_CONFIG_STATIC_CACHELINE_SIZE) ABTI_sync_lifo mem_page_lifo; /* expect: fsfind-adjacent-thread-fields */
    ABTU_align_member_var(ABT_CONFIG_STATIC_CACHELINE_SIZE) ABTI_sync_lifo bucket_lifo;   /* expect: fsfind-adjacent-thread-fields */
} ABTI_mem_pool_global_pool;

typedef struct ABTI_mem_pool_local_pool {
    ABTI_mem_pool_global_pool *p_global_pool;
    size_t num_headers_per_bucket;
    size_t bucket_index;
    ABTI_mem_pool_header *buckets[ABT_MEM_POOL_MAX_LOCAL_BUCKETS];
} ABTI_mem_pool_local_pool;

typedef struct ABTI_xstream {
    int rank;
    ABTI_mem_pool_local_pool mem_pool_desc;
    ABTI_mem_pool_local_pool mem_pool_stack;
} ABTI_xstream;

typedef struct ABTI_global {
    int max_xstreams;
    int num_xstreams;
    size_t thread_stacksize;
    size_t sched_stacksize;
    uint32_t sched_event_freq;
    bool set_affinity;
    bool use_logging;
    uint32_t mem_max_stacks;
    uint32_t mem_max_descs;
    ABTI_mem_pool_global_pool mem_pool_stack;
    ABTI_mem_pool_global_pool mem_pool_desc;
} ABTI_global;

static ABTI_global *gp_ABTI_global;

void *mem_pool_map_page(size_t size, size_t alignment);

static void ABTI_sync_lifo_init(ABTI_sync_lifo *p_lifo)
{
    atomic_init(&p_lifo->p_top, 0);
    atomic_init(&p_lifo->count, 0);
}

static void ABTI_sync_lifo_push(ABTI_sync_lifo *p_lifo, ABTI_sync_lifo_element *p_elem)
{
    uintptr_t top = atomic_load_explicit(&p_lifo->p_top, memory_order_acquire);
    do {
        p_elem->p_next = (ABTI_sync_lifo_element *)top;
    } while (!atomic_compare_exchange_weak(&p_lifo->p_top, &top, (uintptr_t)p_elem));
    atomic_fetch_add_explicit(&p_lifo->count, 1, memory_order_relaxed);
}

static ABTI_sync_lifo_element *ABTI_sync_lifo_pop(ABTI_sync_lifo *p_lifo)
{
    uintptr_t top = atomic_load_explicit(&p_lifo->p_top, memory_order_acquire);
    do {
        if (!top)
            return NULL;
    } while (!atomic_compare_exchange_weak(&p_lifo->p_top, &top, (uintptr_t)((ABTI_sync_lifo_element *)top)->p_next));
    atomic_fetch_sub_explicit(&p_lifo->count, 1, memory_order_relaxed);
    return (ABTI_sync_lifo_element *)top;
}

static void ABTI_mem_pool_init_global_pool(ABTI_mem_pool_global_pool *p, size_t per_bucket, size_t header_size, size_t offset)
{
    p->num_headers_per_bucket = per_bucket;
    p->header_size = header_size;
    p->header_offset = offset;
    p->page_size = 2 * 1024 * 1024;
    p->alignment_hint = 64;
    ABTI_sync_lifo_init(&p->mem_page_lifo);
    ABTI_sync_lifo_init(&p->bucket_lifo);
}

int ABTI_global_init(int max_xstreams)
{
    size_t size = (sizeof(ABTI_global) + ABT_CONFIG_STATIC_CACHELINE_SIZE - 1) / ABT_CONFIG_STATIC_CACHELINE_SIZE *
                  ABT_CONFIG_STATIC_CACHELINE_SIZE;
    ABTI_global *p_global = aligned_alloc(ABT_CONFIG_STATIC_CACHELINE_SIZE, size);

    if (!p_global)
        return ABT_ERR_MEM;
    memset(p_global, 0, size);
    p_global->max_xstreams = max_xstreams;
    p_global->thread_stacksize = 16384;
    p_global->sched_stacksize = 4 * 1024 * 1024;
    p_global->sched_event_freq = 50;
    p_global->mem_max_stacks = 64;
    p_global->mem_max_descs = 64;
    ABTI_mem_pool_init_global_pool(&p_global->mem_pool_stack, 64, p_global->thread_stacksize + 256, p_global->thread_stacksize);
    ABTI_mem_pool_init_global_pool(&p_global->mem_pool_desc, 64, 256, 0);
    gp_ABTI_global = p_global;
    return ABT_SUCCESS;
}

static int ABTI_mem_pool_take_bucket(ABTI_mem_pool_global_pool *p_global_pool, ABTI_mem_pool_header **p_bucket)
{
    ABTI_sync_lifo_element *p_elem = ABTI_sync_lifo_pop(&p_global_pool->bucket_lifo);

    if (ABTU_likely(p_elem)) {
        *p_bucket = (ABTI_mem_pool_header *)((char *)p_elem - offsetof(ABTI_mem_pool_header, bucket_info.lifo_elem));
        return ABT_SUCCESS;
    }
    char *p_page = (char *)ABTI_sync_lifo_pop(&p_global_pool->mem_page_lifo);
    if (!p_page)
        p_page = mem_pool_map_page(p_global_pool->page_size, p_global_pool->alignment_hint);
    if (!p_page)
        return ABT_ERR_MEM;
    ABTI_mem_pool_header *p_head = NULL;
    for (size_t i = 0; i < p_global_pool->num_headers_per_bucket; i++) {
        ABTI_mem_pool_header *p_cur =
            (ABTI_mem_pool_header *)(p_page + i * p_global_pool->header_size + p_global_pool->header_offset);
        p_cur->p_next = p_head;
        p_head = p_cur;
    }
    *p_bucket = p_head;
    return ABT_SUCCESS;
}

static void ABTI_mem_pool_return_bucket(ABTI_mem_pool_global_pool *p_global_pool, ABTI_mem_pool_header *bucket)
{
    ABTI_sync_lifo_push(&p_global_pool->bucket_lifo, &bucket->bucket_info.lifo_elem);
}

int ABTI_mem_pool_alloc(ABTI_mem_pool_local_pool *p_local_pool, void **p_mem)
{
    ABTI_mem_pool_header *cur = p_local_pool->buckets[p_local_pool->bucket_index];

    if (!cur) {
        int abt_errno = ABTI_mem_pool_take_bucket(p_local_pool->p_global_pool, &cur);
        if (abt_errno != ABT_SUCCESS)
            return abt_errno;
        cur->bucket_info.num_headers = p_local_pool->num_headers_per_bucket;
    }
    p_local_pool->buckets[p_local_pool->bucket_index] = cur->p_next;
    *p_mem = cur;
    return ABT_SUCCESS;
}

void ABTI_mem_pool_free(ABTI_mem_pool_local_pool *p_local_pool, void *mem)
{
    ABTI_mem_pool_header *p_freed = mem, *cur = p_local_pool->buckets[p_local_pool->bucket_index];
    size_t n = cur ? cur->bucket_info.num_headers : 0;

    if (n == p_local_pool->num_headers_per_bucket) {
        if (++p_local_pool->bucket_index == ABT_MEM_POOL_MAX_LOCAL_BUCKETS) {
            ABTI_mem_pool_return_bucket(p_local_pool->p_global_pool, p_local_pool->buckets[0]);
            p_local_pool->buckets[0] = cur;
            p_local_pool->bucket_index = 1;
        }
        cur = NULL;
        n = 0;
    }
    p_freed->p_next = cur;
    p_freed->bucket_info.num_headers = n + 1;
    p_local_pool->buckets[p_local_pool->bucket_index] = p_freed;
}

int ABTI_thread_alloc(ABTI_xstream *p_xstream, void **p_stack)
{
    if (gp_ABTI_global->use_logging)
        return ABT_ERR_MEM;
    return ABTI_mem_pool_alloc(&p_xstream->mem_pool_stack, p_stack);
}
