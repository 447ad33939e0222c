// project: Linux (kernel/sched/sched.h, fair.c, reduced to user space)
// reference: reduced from memory; the released task_group has load_avg on a line of its own
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the group's load sum, to which every CPU adds atomically at its tick, lies beside the pointers to the per-CPU entities and
//        queues and the shares, which every CPU reads when it enqueues a task.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define NR_CPUS 128
#define L1_CACHE_BYTES 64
#define ____cacheline_aligned __attribute__((__aligned__(L1_CACHE_BYTES)))
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define NICE_0_LOAD 1024ul
#define CONFIG_FAIR_GROUP_SCHED 1
#define CONFIG_SMP 1

typedef int64_t s64;
typedef uint64_t u64;
typedef struct { atomic_long counter; } atomic_long_t;

static inline void atomic_long_add(long i, atomic_long_t *v) { atomic_fetch_add_explicit(&v->counter, i, memory_order_relaxed); }
static inline long atomic_long_read(atomic_long_t *v) { return atomic_load_explicit(&v->counter, memory_order_relaxed); }

struct cfs_rq;
struct rq;

struct load_weight {
	unsigned long weight;
	uint32_t inv_weight;
};

struct sched_avg {
	u64 last_update_time, load_sum;
	uint32_t util_sum, period_contrib;
	unsigned long load_avg, util_avg;
};

struct sched_entity {
	struct load_weight load;
	unsigned int on_rq;
	u64 exec_start, sum_exec_runtime, vruntime;
	struct sched_entity *parent;
	struct cfs_rq *cfs_rq, *my_q;
	struct sched_avg avg ____cacheline_aligned;
};

struct task_group {
	void *css;
#ifdef CONFIG_FAIR_GROUP_SCHED
	struct sched_entity **se;
	struct cfs_rq **cfs_rq; /* expect: fsfind-adjacent-thread-fields */
	unsigned long shares;   /* expect: fsfind-adjacent-thread-fields */
#ifdef CONFIG_SMP
#ifdef FIXED
	atomic_long_t load_avg ____cacheline_aligned;
#else
	atomic_long_t load_avg; /* expect: fsfind-adjacent-thread-fields */
#endif
#endif
#endif
#ifdef FIXED
	struct task_group *parent ____cacheline_aligned;
#else
	struct task_group *parent;
#endif
	struct task_group *siblings, *children;
};

struct cfs_rq {
	struct load_weight load;
	unsigned int nr_running, h_nr_running;
	u64 exec_clock, min_vruntime;
	struct sched_entity *curr, *next;
	struct sched_avg avg;
	unsigned long tg_load_avg_contrib;
	struct rq *rq;
	int on_list;
	struct task_group *tg;
} ____cacheline_aligned;

struct rq {
	pthread_spinlock_t lock;
	unsigned int nr_running;
	struct cfs_rq cfs;
	u64 clock, clock_task;
	int cpu;
} ____cacheline_aligned;

static struct rq runqueues[NR_CPUS];
#define cpu_rq(cpu) (&runqueues[cpu])
#define entity_is_task(se) (!(se)->my_q)

static void *kzalloc_aligned(size_t size)
{
	void *p = aligned_alloc(L1_CACHE_BYTES, (size + L1_CACHE_BYTES - 1) / L1_CACHE_BYTES * L1_CACHE_BYTES);

	__builtin_memset(p, 0, size);
	return p;
}

struct task_group *sched_create_group(struct task_group *parent)
{
	struct task_group *tg = kzalloc_aligned(sizeof(*tg));
	int i;

	tg->cfs_rq = calloc(NR_CPUS, sizeof(*tg->cfs_rq));
	tg->se = calloc(NR_CPUS, sizeof(*tg->se));
	tg->shares = NICE_0_LOAD;
	tg->parent = parent;
	for (i = 0; i < NR_CPUS; i++) {
		tg->cfs_rq[i] = kzalloc_aligned(sizeof(struct cfs_rq));
		tg->se[i] = kzalloc_aligned(sizeof(struct sched_entity));
		tg->cfs_rq[i]->tg = tg;
		tg->cfs_rq[i]->rq = cpu_rq(i);
		tg->se[i]->my_q = tg->cfs_rq[i];
		tg->se[i]->cfs_rq = parent ? parent->cfs_rq[i] : &cpu_rq(i)->cfs;
		tg->se[i]->parent = parent ? parent->se[i] : NULL;
	}
	return tg;
}

static inline void update_tg_load_avg(struct cfs_rq *cfs_rq, int force)
{
	long delta = cfs_rq->avg.load_avg - cfs_rq->tg_load_avg_contrib;

	if (force || labs(delta) > (long)cfs_rq->tg_load_avg_contrib / 64) {
		atomic_long_add(delta, &cfs_rq->tg->load_avg);
		cfs_rq->tg_load_avg_contrib = cfs_rq->avg.load_avg;
	}
}

static unsigned long calc_cfs_shares(struct cfs_rq *cfs_rq, struct task_group *tg)
{
	unsigned long tg_weight = atomic_long_read(&tg->load_avg);
	unsigned long load = cfs_rq->load.weight;
	unsigned long shares = READ_ONCE(tg->shares) * load;

	tg_weight = tg_weight - cfs_rq->tg_load_avg_contrib + load;
	return max(tg_weight ? shares / tg_weight : shares, 2ul);
}

static inline void set_task_rq(struct sched_entity *se, struct task_group *tg, unsigned int cpu)
{
	se->cfs_rq = tg->cfs_rq[cpu];
	se->parent = tg->se[cpu];
}

static void update_cfs_shares(struct cfs_rq *cfs_rq)
{
	struct task_group *tg = cfs_rq->tg;
	struct sched_entity *se = tg->se[cfs_rq->rq->cpu];

	if (se)
		se->load.weight = calc_cfs_shares(cfs_rq, tg);
}

static void update_load_avg(struct sched_entity *se, u64 now)
{
	struct cfs_rq *cfs_rq = se->cfs_rq;

	cfs_rq->avg.load_sum += (now - cfs_rq->avg.last_update_time) * cfs_rq->load.weight;
	cfs_rq->avg.load_avg = cfs_rq->avg.load_sum / 47742;
	cfs_rq->avg.last_update_time = now;
	if (cfs_rq->tg)
		update_tg_load_avg(cfs_rq, 0);
}

void enqueue_task_fair(struct sched_entity *se, struct task_group *tg, int cpu)
{
	struct rq *rq = cpu_rq(cpu);

	pthread_spin_lock(&rq->lock);
	set_task_rq(se, tg, cpu);
	for (; se; se = se->parent) {
		if (se->on_rq)
			break;
		se->cfs_rq->load.weight += se->load.weight;
		se->cfs_rq->nr_running++;
		se->on_rq = 1;
	}
	for (; se; se = se->parent) {
		update_load_avg(se, rq->clock);
		update_cfs_shares(se->cfs_rq);
	}
	rq->nr_running++;
	pthread_spin_unlock(&rq->lock);
}

void task_tick_fair(struct rq *rq, struct sched_entity *curr)
{
	struct sched_entity *se;

	pthread_spin_lock(&rq->lock);
	rq->clock += 1000000;
	for (se = curr; se; se = se->parent) {
		se->vruntime += 1000000;
		update_load_avg(se, rq->clock);
		if (se->cfs_rq->tg)
			update_cfs_shares(se->cfs_rq);
	}
	pthread_spin_unlock(&rq->lock);
}
