// project: Userspace RCU (src/rculfhash.c)
// reference: reduced from memory; the released code allocates the counters with an aligned allocator
// kind: ineffective-padding
// starts: hidden
// also-true: fsfind-adjacent-thread-fields fsfind-contended-atomic
// args: -std=gnu11 -D_GNU_SOURCE
// wrong: the counters by CPU have the alignment of a line, but come from calloc, which knows nothing of it: an element spans the
//        ends of two lines, and neighbours meet there.
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CAA_CACHE_LINE_SIZE 64
#define COUNT_COMMIT_ORDER 10
#define CHAIN_LEN_TARGET 1
#define caa_container_of(ptr, type, member) ((type *) ((char *) (ptr) - offsetof(type, member)))
#define uatomic_add_return(p, v) __atomic_add_fetch(p, v, __ATOMIC_SEQ_CST)
#define uatomic_read(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define rcu_dereference(p) __atomic_load_n(&(p), __ATOMIC_CONSUME)
#define caa_likely(x) __builtin_expect(!!(x), 1)

struct cds_lfht_node {
	struct cds_lfht_node *next;
	unsigned long reverse_hash;
} __attribute__((aligned(8)));

struct ht_items_count {
	unsigned long add, del;	/* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
} __attribute__((aligned(CAA_CACHE_LINE_SIZE)));

struct cds_lfht {
	unsigned long max_nr_buckets;
	int flags;
	int in_progress_destroy;
	unsigned long resize_target;
	int resize_initiated;
	unsigned long size;
	struct ht_items_count *split_count;	/* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
	long count;
	struct cds_lfht_node **tbl;
};

static long nr_cpus_mask = -1;
static long split_count_mask = -1;
static int split_count_order = -1;

int _cds_lfht_add(struct cds_lfht *ht, unsigned long hash, struct cds_lfht_node *node);
int _cds_lfht_del(struct cds_lfht *ht, struct cds_lfht_node *node);
void cds_lfht_resize_lazy_count(struct cds_lfht *ht, unsigned long size, unsigned long count);

static void ht_init_nr_cpus_mask(void)
{
	long maxcpus = sysconf(_SC_NPROCESSORS_CONF);

	if (maxcpus <= 0) {
		nr_cpus_mask = -2;
		return;
	}
	nr_cpus_mask = (1L << (64 - __builtin_clzl(maxcpus - 1 ? maxcpus - 1 : 1))) - 1;
}

#ifdef FIXED
static void *cds_aligned_calloc(size_t align, size_t nmemb, size_t size)
{
	void *p;

	if (posix_memalign(&p, align, nmemb * size))
		return NULL;
	return memset(p, 0, nmemb * size);
}
#endif

static void alloc_split_items_count(struct cds_lfht *ht)
{
	if (nr_cpus_mask == -1) {
		ht_init_nr_cpus_mask();
		if (nr_cpus_mask < 0)
			split_count_mask = 7;
		else
			split_count_mask = nr_cpus_mask;
		split_count_order = __builtin_ctzl(split_count_mask + 1);
	}
#ifdef FIXED
	ht->split_count = cds_aligned_calloc(__alignof__(struct ht_items_count), split_count_mask + 1,
			sizeof(struct ht_items_count));
#else
	ht->split_count = calloc(split_count_mask + 1, sizeof(struct ht_items_count)); /* expect: fsfind-ineffective-padding */
#endif
	if (!ht->split_count)
		abort();
}

static int ht_get_split_count_index(unsigned long hash)
{
	int cpu;

	cpu = sched_getcpu();
	if (cpu < 0)
		return hash & split_count_mask;
	return cpu & split_count_mask;
}

static void ht_count_add(struct cds_lfht *ht, unsigned long size, unsigned long hash)
{
	unsigned long split_count, count;
	int index;

	if (!ht->split_count)
		return;
	index = ht_get_split_count_index(hash);
	split_count = uatomic_add_return(&ht->split_count[index].add, 1);
	if (caa_likely(split_count & ((1UL << COUNT_COMMIT_ORDER) - 1)))
		return;
	count = uatomic_add_return(&ht->count, 1UL << COUNT_COMMIT_ORDER);
	if (caa_likely(count & (count - 1)))
		return;
	if ((count >> CHAIN_LEN_TARGET) < size)
		return;
	cds_lfht_resize_lazy_count(ht, size, count >> (CHAIN_LEN_TARGET - 1));
}

static void ht_count_del(struct cds_lfht *ht, unsigned long size, unsigned long hash)
{
	unsigned long split_count, count;
	int index;

	if (!ht->split_count)
		return;
	index = ht_get_split_count_index(hash);
	split_count = uatomic_add_return(&ht->split_count[index].del, 1);
	if (caa_likely(split_count & ((1UL << COUNT_COMMIT_ORDER) - 1)))
		return;
	count = uatomic_add_return(&ht->count, -(1L << COUNT_COMMIT_ORDER));
	if ((count >> CHAIN_LEN_TARGET) < size)
		cds_lfht_resize_lazy_count(ht, size, count);
}

struct cds_lfht *cds_lfht_new(unsigned long init_size, int flags)
{
	struct cds_lfht *ht = calloc(1, sizeof(*ht));

	if (!ht)
		return NULL;
	ht->flags = flags;
	alloc_split_items_count(ht);
	ht->resize_target = init_size;
	ht->size = init_size;
	ht->tbl = calloc(init_size, sizeof(*ht->tbl));
	return ht;
}

void cds_lfht_add(struct cds_lfht *ht, unsigned long hash, struct cds_lfht_node *node)
{
	unsigned long size = rcu_dereference(ht->size);

	if (!_cds_lfht_add(ht, hash, node))
		ht_count_add(ht, size, hash);
}

int cds_lfht_del(struct cds_lfht *ht, struct cds_lfht_node *node)
{
	unsigned long size = rcu_dereference(ht->size);
	int ret = _cds_lfht_del(ht, node);

	if (!ret)
		ht_count_del(ht, size, node->reverse_hash);
	return ret;
}

long cds_lfht_approx_count(struct cds_lfht *ht)
{
	long n = 0;

	for (int i = 0; i < split_count_mask + 1; i++)
		n += uatomic_read(&ht->split_count[i].add) - uatomic_read(&ht->split_count[i].del);
	return n;
}
