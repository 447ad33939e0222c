// project: Aerospike server (cf/include/pool.h and cf/src/pool.c)
// reference: https://github.com/aerospike/aerospike-server/pull/64 (read)
// kind: producer-consumer
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: in a bounded pool the read and write positions and the count, which popping and pushing threads bump atomically, are
//        in one line, together with the capacity and the buffer that all read.
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CF_CACHE_LINE 64

#ifdef FIXED
#define CF_POOL_HOT(type, name) \
	type name __attribute__((aligned(CF_CACHE_LINE))); \
	uint8_t name##_pad[CF_CACHE_LINE - sizeof(type)]
#else
#define CF_POOL_HOT(type, name) type name
#endif

typedef struct cf_pool_int32_s {
	uint32_t capacity;
	int32_t empty_val;
	int32_t* pool;
	CF_POOL_HOT(uint32_t, read_ix);  /* expect: fsfind-adjacent-thread-fields */
	CF_POOL_HOT(uint32_t, write_ix); /* expect: fsfind-adjacent-thread-fields */
	CF_POOL_HOT(int32_t, count);     /* expect: fsfind-adjacent-thread-fields */
} cf_pool_int32;

#define as_faa_uint32(p, v) __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST)
#define as_aaf_int32(p, v) __atomic_add_fetch(p, v, __ATOMIC_SEQ_CST)
#define as_fas_int32(p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define as_load_int32(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)
#define as_cas_int32(p, o, n) __sync_bool_compare_and_swap(p, o, n)

static inline void as_arch_pause(void) { __asm__ volatile("" ::: "memory"); }

void
cf_pool_int32_init(cf_pool_int32* pool, uint32_t capacity, int32_t empty_val)
{
	memset(pool, 0, sizeof(*pool));
	pool->capacity = capacity;
	pool->empty_val = empty_val;
	pool->pool = malloc(capacity * sizeof(int32_t));
	for (uint32_t i = 0; i < capacity; i++) {
		pool->pool[i] = empty_val;
	}
}

int32_t
cf_pool_int32_pop(cf_pool_int32* pool)
{
	if (as_aaf_int32(&pool->count, -1) < 0) {
		as_aaf_int32(&pool->count, 1);
		return pool->empty_val;
	}

	uint32_t ix = as_faa_uint32(&pool->read_ix, 1) % pool->capacity;
	int32_t val;

	while ((val = as_fas_int32(&pool->pool[ix], pool->empty_val)) == pool->empty_val) {
		as_arch_pause();
	}

	return val;
}

bool
cf_pool_int32_push(cf_pool_int32* pool, int32_t val)
{
	if (as_load_int32(&pool->count) >= (int32_t)pool->capacity) {
		return false;
	}

	uint32_t ix = as_faa_uint32(&pool->write_ix, 1) % pool->capacity;

	while (! as_cas_int32(&pool->pool[ix], pool->empty_val, val)) {
		as_arch_pause();
	}

	as_aaf_int32(&pool->count, 1);

	return true;
}

//==========================================================
// Users: fabric connections are taken by senders and given back by the receivers.
//

#define MAX_SENDERS 16
#define MAX_RECEIVERS 8

typedef struct msg_s {
	int32_t fd;
	size_t len;
	uint8_t* buf;
} msg;

bool fabric_next_msg(msg* m);
bool fabric_wait_sent(int32_t* fd);
int32_t fabric_connect(void);
void fabric_send(msg* m);
void fabric_close(int32_t fd);

static cf_pool_int32 g_fd_pool;

static void*
run_send(void* udata)
{
	(void)udata;

	msg m;

	while (fabric_next_msg(&m)) {
		m.fd = cf_pool_int32_pop(&g_fd_pool);

		if (m.fd == -1) {
			m.fd = fabric_connect();
		}

		fabric_send(&m);
	}

	return NULL;
}

static void*
run_recv(void* udata)
{
	(void)udata;

	int32_t fd;

	while (fabric_wait_sent(&fd)) {
		if (! cf_pool_int32_push(&g_fd_pool, fd)) {
			fabric_close(fd);
		}
	}

	return NULL;
}

void
fabric_start(void)
{
	pthread_t t;

	cf_pool_int32_init(&g_fd_pool, 1024, -1);

	for (uint32_t i = 0; i < MAX_SENDERS; i++) {
		pthread_create(&t, NULL, run_send, NULL);
		pthread_detach(t);
	}

	for (uint32_t i = 0; i < MAX_RECEIVERS; i++) {
		pthread_create(&t, NULL, run_recv, NULL);
		pthread_detach(t);
	}
}
