// project: Linux with the -ck patches (kernel/sched/MuQSS.c)
// reference: https://github.com/ckolivas/linux/pull/1 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the counters of the global run queue are atomics in a row, so that a CPU that counts a switch takes the line from one
//        that counts a wakeup, and from all that look for an idle CPU.
#include <stdbool.h>
#include <stdint.h>

#define CONFIG_SMP 1
#define NR_CPUS 64

#define L1_CACHE_BYTES 64
#define ____cacheline_aligned __attribute__((__aligned__(L1_CACHE_BYTES)))
#ifdef CONFIG_SMP
#define ____cacheline_aligned_in_smp ____cacheline_aligned
#else
#define ____cacheline_aligned_in_smp
#endif

typedef struct { int counter; } atomic_t;
typedef struct { int64_t counter; } atomic64_t;
typedef struct { unsigned long bits[(NR_CPUS + 63) / 64]; } cpumask_t;

static inline void atomic_inc(atomic_t *v) { __atomic_fetch_add(&v->counter, 1, __ATOMIC_SEQ_CST); }
static inline void atomic_dec(atomic_t *v) { __atomic_fetch_sub(&v->counter, 1, __ATOMIC_SEQ_CST); }
static inline int atomic_read(const atomic_t *v) { return __atomic_load_n(&v->counter, __ATOMIC_RELAXED); }
static inline void atomic64_inc(atomic64_t *v) { __atomic_fetch_add(&v->counter, 1, __ATOMIC_SEQ_CST); }
static inline int64_t atomic64_read(const atomic64_t *v) { return __atomic_load_n(&v->counter, __ATOMIC_RELAXED); }

static inline void cpumask_set_cpu(int cpu, cpumask_t *m)
{
	__atomic_fetch_or(&m->bits[cpu / 64], 1UL << (cpu % 64), __ATOMIC_SEQ_CST);
}
static inline void cpumask_clear_cpu(int cpu, cpumask_t *m)
{
	__atomic_fetch_and(&m->bits[cpu / 64], ~(1UL << (cpu % 64)), __ATOMIC_SEQ_CST);
}
static inline bool cpumask_test_cpu(int cpu, const cpumask_t *m)
{
	return __atomic_load_n(&m->bits[cpu / 64], __ATOMIC_RELAXED) >> (cpu % 64) & 1;
}

struct task_struct {
	volatile long state;
	int prio;
	int on_rq;
	bool sched_contributes_to_load;
	struct task_struct *next;
};

struct rq {
	struct task_struct *curr, *idle;
	struct task_struct *queue;
	int cpu;
	int lock;
};

#ifdef FIXED
#define GRQ_ALIGNED ____cacheline_aligned_in_smp
#else
#define GRQ_ALIGNED
#endif

/* the data that all runqueues share */
struct global_rq {
	atomic_t nr_running GRQ_ALIGNED;         /* expect: fsfind-adjacent-thread-fields */
	atomic_t nr_uninterruptible GRQ_ALIGNED; /* expect: fsfind-adjacent-thread-fields */
	atomic64_t nr_switches GRQ_ALIGNED;      /* expect: fsfind-adjacent-thread-fields */
	atomic_t qnr GRQ_ALIGNED;                /* expect: fsfind-adjacent-thread-fields */
	cpumask_t cpu_idle_map GRQ_ALIGNED;      /* expect: fsfind-adjacent-thread-fields */
};

static struct global_rq grq ____cacheline_aligned_in_smp;

struct rq *cpu_rq(int cpu);
int smp_processor_id(void);
void resched_curr(struct rq *rq);
void context_switch(struct rq *rq, struct task_struct *prev, struct task_struct *next);
void rq_lock(struct rq *rq);
void rq_unlock(struct rq *rq);

static void enqueue_task(struct rq *rq, struct task_struct *p)
{
	p->next = rq->queue;
	rq->queue = p;
	atomic_inc(&grq.qnr);
}

static struct task_struct *dequeue_next(struct rq *rq)
{
	struct task_struct *p = rq->queue;

	if (!p)
		return rq->idle;
	rq->queue = p->next;
	atomic_dec(&grq.qnr);
	return p;
}

static void activate_task(struct rq *rq, struct task_struct *p)
{
	if (p->sched_contributes_to_load)
		atomic_dec(&grq.nr_uninterruptible);
	enqueue_task(rq, p);
	p->on_rq = 1;
	atomic_inc(&grq.nr_running);
}

static void deactivate_task(struct task_struct *p)
{
	if (p->sched_contributes_to_load)
		atomic_inc(&grq.nr_uninterruptible);
	p->on_rq = 0;
	atomic_dec(&grq.nr_running);
}

static void set_cpuidle_map(int cpu) { cpumask_set_cpu(cpu, &grq.cpu_idle_map); }
static void clear_cpuidle_map(int cpu) { cpumask_clear_cpu(cpu, &grq.cpu_idle_map); }

static int best_idle_cpu(void)
{
	for (int cpu = 0; cpu < NR_CPUS; cpu++)
		if (cpumask_test_cpu(cpu, &grq.cpu_idle_map))
			return cpu;
	return -1;
}

void try_to_wake_up(struct task_struct *p)
{
	int cpu = best_idle_cpu();
	struct rq *rq = cpu_rq(cpu < 0 ? smp_processor_id() : cpu);

	rq_lock(rq);
	activate_task(rq, p);
	p->state = 0;
	rq_unlock(rq);
	if (cpu >= 0)
		resched_curr(rq);
}

void schedule(void)
{
	struct rq *rq = cpu_rq(smp_processor_id());
	struct task_struct *prev = rq->curr, *next;

	rq_lock(rq);
	if (prev->state)
		deactivate_task(prev);
	else if (prev != rq->idle)
		enqueue_task(rq, prev);

	next = atomic_read(&grq.qnr) ? dequeue_next(rq) : rq->idle;
	if (next == rq->idle)
		set_cpuidle_map(rq->cpu);
	else
		clear_cpuidle_map(rq->cpu);

	if (next != prev) {
		rq->curr = next;
		atomic64_inc(&grq.nr_switches);
		context_switch(rq, prev, next);
	}
	rq_unlock(rq);
}

unsigned long nr_running(void) { return atomic_read(&grq.nr_running); }
unsigned long nr_uninterruptible(void) { return atomic_read(&grq.nr_uninterruptible); }
unsigned long long nr_context_switches(void) { return atomic64_read(&grq.nr_switches); }
