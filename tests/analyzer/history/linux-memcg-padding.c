// project: Linux kernel (include/linux/memcontrol.h, mm/memcontrol.c)
// reference: reduced from memory of "mem_cgroup: make sure moving_account, move_lock_task and stat_cpu in the same cacheline"
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: whether pages are being moved, and the pointer to the statistics by CPU, are read on every page's accounting, in the
//        line of the events and the statistics that all CPUs add to.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define SMP_CACHE_BYTES 64
#define ____cacheline_internodealigned_in_smp __attribute__((__aligned__(SMP_CACHE_BYTES)))
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define MEMCG_CHARGE_BATCH 32U

#ifdef FIXED
struct memcg_padding {
	char x[0];
} ____cacheline_internodealigned_in_smp;
#define MEMCG_PADDING(name)	struct memcg_padding name
#endif

typedef struct { long counter; } atomic_long_t;
typedef struct { volatile int slock; } spinlock_t;

static inline void atomic_long_add(long i, atomic_long_t *v) { __atomic_fetch_add(&v->counter, i, __ATOMIC_RELAXED); }
static inline void atomic_long_inc(atomic_long_t *v) { atomic_long_add(1, v); }
static inline long atomic_long_read(const atomic_long_t *v) { return READ_ONCE(v->counter); }

enum memcg_stat_item { MEMCG_CACHE, MEMCG_RSS, NR_FILE_MAPPED, MEMCG_NR_STAT };
enum memcg_memory_event { MEMCG_LOW, MEMCG_HIGH, MEMCG_MAX, MEMCG_OOM, MEMCG_NR_MEMORY_EVENTS };

struct task_struct;
int smp_processor_id(void);
void spin_lock_irqsave(spinlock_t *l, unsigned long *flags);
void spin_unlock_irqrestore(spinlock_t *l, unsigned long flags);

struct mem_cgroup_stat_cpu {
	long count[MEMCG_NR_STAT];
	unsigned long nr_page_events;
} __attribute__((__aligned__(SMP_CACHE_BYTES)));

struct mem_cgroup {
	int id;
	unsigned long high;
	unsigned long soft_limit;
	bool use_hierarchy;
	bool oom_lock;
	int swappiness;
	int oom_kill_disable;
	unsigned long move_charge_at_immigrate;
	spinlock_t move_lock;
	unsigned long move_lock_flags;

#ifdef FIXED
	MEMCG_PADDING(_pad1_);
#endif
	int moving_account;			/* expect: fsfind-adjacent-thread-fields */
	struct task_struct *move_lock_task;
	struct mem_cgroup_stat_cpu *stat_cpu;	/* expect: fsfind-adjacent-thread-fields */

#ifdef FIXED
	MEMCG_PADDING(_pad2_);
#endif
	atomic_long_t stat[MEMCG_NR_STAT];	/* expect: fsfind-adjacent-thread-fields */
	atomic_long_t memory_events[MEMCG_NR_MEMORY_EVENTS]; /* expect: fsfind-adjacent-thread-fields */
	unsigned long socket_pressure;
};

struct page {
	unsigned long flags;
	struct mem_cgroup *mem_cgroup;
	int mapcount;
};

struct mem_cgroup *mem_cgroup_alloc(int nr_cpus)
{
	struct mem_cgroup *memcg = aligned_alloc(SMP_CACHE_BYTES, (sizeof(*memcg) + 63) & ~63UL);

	if (!memcg)
		return NULL;
	__builtin_memset(memcg, 0, sizeof(*memcg));
	memcg->stat_cpu = aligned_alloc(SMP_CACHE_BYTES, nr_cpus * sizeof(*memcg->stat_cpu));
	if (!memcg->stat_cpu) {
		free(memcg);
		return NULL;
	}
	__builtin_memset(memcg->stat_cpu, 0, nr_cpus * sizeof(*memcg->stat_cpu));
	memcg->high = memcg->soft_limit = ~0UL;
	return memcg;
}

void __mod_memcg_state(struct mem_cgroup *memcg, int idx, int val)
{
	struct mem_cgroup_stat_cpu *pn = &memcg->stat_cpu[smp_processor_id()];
	long x = val + pn->count[idx];

	if (labs(x) > MEMCG_CHARGE_BATCH) {
		atomic_long_add(x, &memcg->stat[idx]);
		x = 0;
	}
	pn->count[idx] = x;
}

void memcg_memory_event(struct mem_cgroup *memcg, enum memcg_memory_event event)
{
	atomic_long_inc(&memcg->memory_events[event]);
}

static struct mem_cgroup *lock_page_memcg(struct page *page)
{
	struct mem_cgroup *memcg;
	unsigned long flags;

again:
	memcg = page->mem_cgroup;
	if (!memcg)
		return NULL;
	if (READ_ONCE(memcg->moving_account) <= 0)
		return memcg;
	spin_lock_irqsave(&memcg->move_lock, &flags);
	if (memcg != page->mem_cgroup) {
		spin_unlock_irqrestore(&memcg->move_lock, flags);
		goto again;
	}
	memcg->move_lock_flags = flags;
	return memcg;
}

static void __unlock_page_memcg(struct mem_cgroup *memcg)
{
	if (memcg && READ_ONCE(memcg->moving_account) > 0)
		spin_unlock_irqrestore(&memcg->move_lock, memcg->move_lock_flags);
}

void page_add_file_rmap(struct page *page)
{
	struct mem_cgroup *memcg = lock_page_memcg(page);

	if (__sync_fetch_and_add(&page->mapcount, 1) == 0 && memcg)
		__mod_memcg_state(memcg, NR_FILE_MAPPED, 1);
	__unlock_page_memcg(memcg);
}

int try_charge(struct mem_cgroup *memcg, unsigned nr_pages, unsigned long usage)
{
	if (usage + nr_pages > READ_ONCE(memcg->high))
		memcg_memory_event(memcg, MEMCG_HIGH);
	__mod_memcg_state(memcg, MEMCG_RSS, (int)nr_pages);
	return 0;
}

long memcg_page_state(struct mem_cgroup *memcg, int idx)
{
	long x = atomic_long_read(&memcg->stat[idx]);

	return x < 0 ? 0 : x;
}
