// project: HAProxy (include/haproxy/pool-t.h, src/pool.c)
// reference: reduced from memory; the released struct pool_head has its settings before and its counters after a THREAD_ALIGN
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the counters and the head of the free list of a pool, changed at each allocation by any thread, lie in the line of its size,
//        flags and limit, which each allocation and release reads, most often to be served from the thread's cache alone.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THREADS 64
#define CONFIG_HAP_POOL_CACHE_SIZE 524288
#define MEM_F_SHARED 0x1
#define MEM_F_EXACT 0x2
#define POOL_F_NO_ZERO 0x1
#define POOL_F_MUST_ZERO 0x2
#define unlikely(x) __builtin_expect(!!(x), 0)

#define HA_ATOMIC_INC(p) __atomic_add_fetch(p, 1, __ATOMIC_SEQ_CST)
#define _HA_ATOMIC_INC(p) __atomic_add_fetch(p, 1, __ATOMIC_RELAXED)
#define _HA_ATOMIC_DEC(p) __atomic_sub_fetch(p, 1, __ATOMIC_RELAXED)
#define _HA_ATOMIC_LOAD(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define HA_ATOMIC_CAS(p, o, n) __atomic_compare_exchange_n(p, o, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#ifdef FIXED
#define THREAD_ALIGN(x) union { } __attribute__((aligned(x)))
#else
#define THREAD_ALIGN(x)
#endif

extern __thread unsigned int tid;

struct list {
	struct list *n;
	struct list *p;
};

struct pool_item {
	struct pool_item *next;
};

struct pool_cache_head {
	struct pool_item *list;
	unsigned int count;
	unsigned int tid;
} __attribute__((aligned(64)));

struct pool_head {
#ifdef FIXED
	/* read-mostly part, purposely aligned to a cache line */
	unsigned int flags;
	unsigned int size;
	unsigned int alloc_sz;
	unsigned int minavail;
	unsigned int limit;
	unsigned int users;
	struct list list;
	char name[12];
	struct pool_cache_head *cache;

	/* heavily read-write part */
	THREAD_ALIGN(64);
	struct pool_item *free_list;
	unsigned int used;
	unsigned int needed_avg;
	unsigned int allocated;
	unsigned int failed;
#else
	struct pool_item *free_list;   /* expect: fsfind-adjacent-thread-fields */
	unsigned int used;             /* expect: fsfind-adjacent-thread-fields */
	unsigned int needed_avg;
	unsigned int allocated;        /* expect: fsfind-adjacent-thread-fields */
	unsigned int limit;
	unsigned int minavail;
	unsigned int size;
	unsigned int flags;
	unsigned int users;
	unsigned int failed;
	struct list list;
	char name[12];
	struct pool_cache_head *cache;
#endif
} __attribute__((aligned(64)));

static struct list pools = { &pools, &pools };
static int mem_poison_byte = -1;

struct pool_head *create_pool(const char *name, unsigned int size, unsigned int flags)
{
	struct pool_head *pool;

	size = (size + 15) & ~15U;
	pool = aligned_alloc(64, sizeof(*pool));
	if (!pool)
		return NULL;
	memset(pool, 0, sizeof(*pool));
	snprintf(pool->name, sizeof(pool->name), "%s", name);
	pool->size = size;
#ifdef FIXED
	pool->alloc_sz = size;
#endif
	pool->flags = flags;
	pool->users = 1;
	pool->list.n = pools.n;
	pool->list.p = &pools;
	pools.n->p = &pool->list;
	pools.n = &pool->list;
	pool->cache = aligned_alloc(64, MAX_THREADS * sizeof(*pool->cache));
	if (!pool->cache) {
		free(pool);
		return NULL;
	}
	memset(pool->cache, 0, MAX_THREADS * sizeof(*pool->cache));
	for (unsigned int thr = 0; thr < MAX_THREADS; thr++)
		pool->cache[thr].tid = thr;
	return pool;
}

static void *pool_alloc_nocache(struct pool_head *pool)
{
	void *ptr;

	if (pool->limit && _HA_ATOMIC_LOAD(&pool->allocated) >= pool->limit)
		return NULL;
	ptr = malloc(pool->size);
	if (unlikely(!ptr)) {
		_HA_ATOMIC_INC(&pool->failed);
		return NULL;
	}
	_HA_ATOMIC_INC(&pool->allocated);
	_HA_ATOMIC_INC(&pool->used);
	return ptr;
}

static void pool_refill_local_from_shared(struct pool_head *pool, struct pool_cache_head *pch)
{
	struct pool_item *item = _HA_ATOMIC_LOAD(&pool->free_list);

	do {
		if (!item)
			return;
	} while (!HA_ATOMIC_CAS(&pool->free_list, &item, item->next));
	_HA_ATOMIC_INC(&pool->used);
	item->next = pch->list;
	pch->list = item;
	pch->count++;
}

static void pool_put_to_shared_cache(struct pool_head *pool, struct pool_item *item)
{
	struct pool_item *head = _HA_ATOMIC_LOAD(&pool->free_list);

	_HA_ATOMIC_DEC(&pool->used);
	do {
		item->next = head;
	} while (!HA_ATOMIC_CAS(&pool->free_list, &head, item));
}

void *pool_alloc(struct pool_head *pool)
{
	struct pool_cache_head *pch = &pool->cache[tid];
	struct pool_item *item;
	void *p;

	if (!pch->list)
		pool_refill_local_from_shared(pool, pch);
	item = pch->list;
	if (item) {
		pch->list = item->next;
		pch->count--;
		p = item;
	} else {
		p = pool_alloc_nocache(pool);
	}
	if (p && (pool->flags & POOL_F_MUST_ZERO))
		memset(p, 0, pool->size);
	else if (p && mem_poison_byte >= 0 && !(pool->flags & POOL_F_NO_ZERO))
		memset(p, mem_poison_byte, pool->size);
	return p;
}

void pool_free(struct pool_head *pool, void *ptr)
{
	struct pool_cache_head *pch = &pool->cache[tid];
	struct pool_item *item = ptr;

	if (!ptr)
		return;
	if ((pch->count + 1) * pool->size > CONFIG_HAP_POOL_CACHE_SIZE) {
		pool_put_to_shared_cache(pool, item);
		return;
	}
	item->next = pch->list;
	pch->list = item;
	pch->count++;
}

void dump_pools(FILE *out)
{
	for (struct list *l = pools.n; l != &pools; l = l->n) {
		struct pool_head *entry = (struct pool_head *)((char *)l - offsetof(struct pool_head, list));
		fprintf(out, "  - Pool %s (%u bytes) : %u allocated, %u used, %u failures, %u users\n", entry->name, entry->size,
			entry->allocated, entry->used, entry->failed, entry->users);
	}
}
