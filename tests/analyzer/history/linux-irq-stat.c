// project: Linux kernel (include/asm-*/hardirq.h, irq_cpustat_t)
// reference: reduced from memory of architectures that gave irq_cpustat_t the attribute later
// kind: ineffective-padding
// starts: hidden
// args: -std=gnu11
// wrong: the array of statistics by CPU is aligned to a line, its elements are not: the attribute moves the first one only, and
//        pending bits and counters of several CPUs share lines.
#include <stddef.h>
#include <stdint.h>

#define NR_CPUS 64
#define SMP_CACHE_BYTES 64
#define ____cacheline_aligned __attribute__((__aligned__(SMP_CACHE_BYTES)))
#define NR_SOFTIRQS 10

typedef struct {
	unsigned int __softirq_pending;		/* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
	unsigned int __local_irq_count;		/* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
	unsigned int __local_bh_count;		/* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
	unsigned int __nmi_count;
	unsigned long __last_jiffy_stamp;
#ifdef FIXED
} ____cacheline_aligned irq_cpustat_t;
#else
} irq_cpustat_t;
#endif

irq_cpustat_t irq_stat[NR_CPUS] ____cacheline_aligned;	/* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */

int smp_processor_id(void);
void local_irq_disable(void);
void local_irq_enable(void);
void wakeup_softirqd(int cpu);
extern volatile unsigned long jiffies;

#define __IRQ_STAT(cpu, member) (irq_stat[cpu].member)
#define softirq_pending(cpu) __IRQ_STAT((cpu), __softirq_pending)
#define local_irq_count(cpu) __IRQ_STAT((cpu), __local_irq_count)
#define local_bh_count(cpu) __IRQ_STAT((cpu), __local_bh_count)
#define nmi_count(cpu) __IRQ_STAT((cpu), __nmi_count)
#define local_softirq_pending() softirq_pending(smp_processor_id())

struct softirq_action {
	void (*action)(struct softirq_action *);
	void *data;
};

static struct softirq_action softirq_vec[NR_SOFTIRQS];

struct irqaction {
	int (*handler)(int irq, void *dev_id);
	void *dev_id;
	struct irqaction *next;
};

static struct irqaction *irq_desc[224];

void open_softirq(int nr, void (*action)(struct softirq_action *), void *data)
{
	softirq_vec[nr].data = data;
	softirq_vec[nr].action = action;
}

int request_irq(unsigned irq, struct irqaction *new)
{
	if (irq >= 224)
		return -1;
	new->next = irq_desc[irq];
	irq_desc[irq] = new;
	return 0;
}

static inline void irq_enter(int cpu) { local_irq_count(cpu)++; }
static inline void irq_exit(int cpu) { local_irq_count(cpu)--; }
static inline int in_interrupt(int cpu) { return local_irq_count(cpu) + local_bh_count(cpu) != 0; }

void do_softirq(void)
{
	int cpu = smp_processor_id();
	int max_restart = 10;
	unsigned pending;

	if (in_interrupt(cpu))
		return;
	local_irq_disable();
	pending = softirq_pending(cpu);
	if (pending) {
		struct softirq_action *h;

		local_bh_count(cpu)++;
restart:
		softirq_pending(cpu) = 0;
		local_irq_enable();
		h = softirq_vec;
		do {
			if (pending & 1)
				h->action(h);
			h++;
			pending >>= 1;
		} while (pending);
		local_irq_disable();
		pending = softirq_pending(cpu);
		if (pending && --max_restart)
			goto restart;
		local_bh_count(cpu)--;
		if (pending)
			wakeup_softirqd(cpu);
	}
	local_irq_enable();
}

void cpu_raise_softirq(unsigned cpu, unsigned nr)
{
	softirq_pending(cpu) |= 1u << nr;
	if (!in_interrupt(cpu))
		wakeup_softirqd(cpu);
}

unsigned do_IRQ(int irq)
{
	int cpu = smp_processor_id();
	struct irqaction *action;
	unsigned status = 0;

	irq_enter(cpu);
	for (action = irq_desc[irq]; action; action = action->next)
		status |= action->handler(irq, action->dev_id);
	irq_stat[cpu].__last_jiffy_stamp = jiffies;
	irq_exit(cpu);
	if (softirq_pending(cpu))
		do_softirq();
	return status;
}

void do_nmi(void)
{
	nmi_count(smp_processor_id())++;
}

int show_nmi(unsigned long *sum)
{
	*sum = 0;
	for (int j = 0; j < NR_CPUS; j++)
		*sum += nmi_count(j);
	return 0;
}
