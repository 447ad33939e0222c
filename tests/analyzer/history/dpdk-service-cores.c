// project: DPDK (lib/eal/common/rte_service.c)
// reference: reduced from memory of the commits that move the statistics of services into the struct of the core
// kind: true-sharing
// starts: hidden
// args: -std=gnu11
// wrong: calls and cycles of a service are added atomically in the service by every core that runs it.
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RTE_SERVICE_NUM_MAX 64
#define RTE_MAX_LCORE 128
#define RTE_CACHE_LINE_SIZE 64
#define __rte_cache_aligned __attribute__((__aligned__(RTE_CACHE_LINE_SIZE)))
#define SERVICE_F_REGISTERED (1 << 0)
#define SERVICE_F_STATS_ENABLED (1 << 1)
#define RUNSTATE_RUNNING 1

unsigned rte_lcore_id(void);
uint64_t rte_rdtsc(void);
void *rte_calloc(const char *type, size_t num, size_t size, unsigned align);

struct rte_service_spec {
	char name[32];
	int32_t (*callback)(void *args);
	void *callback_userdata;
	uint32_t capabilities;
	int socket_id;
};

struct rte_service_spec_impl {
	struct rte_service_spec spec;
	volatile int execute_lock;
	int8_t app_runstate;
	int8_t comp_runstate;
	uint8_t internal_flags;
	uint32_t num_mapped_cores;
#ifndef FIXED
	uint64_t calls;		/* expect: fsfind-contended-atomic|fsfind-adjacent-thread-fields */
	uint64_t cycles_spent;	/* expect: fsfind-contended-atomic|fsfind-adjacent-thread-fields */
#endif
} __rte_cache_aligned;

#ifdef FIXED
struct service_stats {
	uint64_t calls;
	uint64_t cycles;
};
#endif

struct core_state {
	uint64_t service_mask;
	volatile uint8_t runstate;
	uint8_t is_service_core;
	uint64_t loops;
#ifdef FIXED
	struct service_stats service_stats[RTE_SERVICE_NUM_MAX];
#endif
} __rte_cache_aligned;

static uint32_t rte_service_count;
static struct rte_service_spec_impl *rte_services;
static struct core_state *lcore_states;

int rte_service_init(void)
{
	rte_services = rte_calloc("rte_services", RTE_SERVICE_NUM_MAX,
			sizeof(struct rte_service_spec_impl), RTE_CACHE_LINE_SIZE);
	lcore_states = rte_calloc("rte_service_core_states", RTE_MAX_LCORE,
			sizeof(struct core_state), RTE_CACHE_LINE_SIZE);
	return rte_services && lcore_states ? 0 : -ENOMEM;
}

int rte_service_component_register(const struct rte_service_spec *spec, uint32_t *id)
{
	struct rte_service_spec_impl *s;

	if (rte_service_count == RTE_SERVICE_NUM_MAX)
		return -ENOSPC;
	s = &rte_services[rte_service_count];
	s->spec = *spec;
	s->internal_flags = SERVICE_F_REGISTERED | SERVICE_F_STATS_ENABLED;
	s->app_runstate = s->comp_runstate = RUNSTATE_RUNNING;
	*id = rte_service_count++;
	return 0;
}

int rte_service_map_lcore_set(uint32_t id, uint32_t lcore, bool enable)
{
	if (id >= rte_service_count || lcore >= RTE_MAX_LCORE)
		return -EINVAL;
	if (enable) {
		lcore_states[lcore].service_mask |= UINT64_C(1) << id;
		rte_services[id].num_mapped_cores++;
	} else {
		lcore_states[lcore].service_mask &= ~(UINT64_C(1) << id);
		rte_services[id].num_mapped_cores--;
	}
	return 0;
}

static inline void service_runner_do_callback(struct rte_service_spec_impl *s,
		struct core_state *cs, uint32_t service_idx)
{
	void *userdata = s->spec.callback_userdata;

	if (s->internal_flags & SERVICE_F_STATS_ENABLED) {
		uint64_t start = rte_rdtsc();
		s->spec.callback(userdata);
		uint64_t end = rte_rdtsc();
#ifdef FIXED
		cs->service_stats[service_idx].cycles += end - start;
		cs->service_stats[service_idx].calls++;
#else
		__atomic_fetch_add(&s->cycles_spent, end - start, __ATOMIC_RELAXED);
		__atomic_fetch_add(&s->calls, 1, __ATOMIC_RELAXED);
		(void)cs;
		(void)service_idx;
#endif
	} else {
		s->spec.callback(userdata);
	}
}

static inline int service_run(uint32_t i, struct core_state *cs, uint64_t service_mask)
{
	struct rte_service_spec_impl *s = &rte_services[i];

	if (s->comp_runstate != RUNSTATE_RUNNING || s->app_runstate != RUNSTATE_RUNNING ||
			!(service_mask & (UINT64_C(1) << i)))
		return -ENOEXEC;
	service_runner_do_callback(s, cs, i);
	return 0;
}

int32_t service_runner_func(void *arg)
{
	const unsigned lcore = rte_lcore_id();
	struct core_state *cs = &lcore_states[lcore];

	(void)arg;
	while (cs->runstate == RUNSTATE_RUNNING) {
		const uint64_t service_mask = cs->service_mask;

		for (uint32_t i = 0; i < rte_service_count; i++)
			service_run(i, cs, service_mask);
		cs->loops++;
	}
	return 0;
}

uint64_t rte_service_attr_get_calls(uint32_t id)
{
#ifdef FIXED
	uint64_t sum = 0;

	for (unsigned lcore = 0; lcore < RTE_MAX_LCORE; lcore++)
		sum += lcore_states[lcore].service_stats[id].calls;
	return sum;
#else
	return __atomic_load_n(&rte_services[id].calls, __ATOMIC_RELAXED);
#endif
}
