#ifndef _HAPROXY_SERVER_T_H
#define _HAPROXY_SERVER_T_H
// project: HAProxy (include/haproxy/server-t.h)
// reference: reduced from memory of the commits that split struct server by THREAD_ALIGN
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the numbers of requests served and of current sessions, which all threads change for every request, lie between the
//        configuration that all threads read to choose and reach a server.
#include <stddef.h>
#include <stdint.h>

#ifdef FIXED
#define THREAD_ALIGN(x) union { } __attribute__((aligned(x)))
#else
#define THREAD_ALIGN(x) struct { }
#endif

#define HA_ATOMIC_ADD_FETCH(val, i) __atomic_add_fetch(val, i, __ATOMIC_SEQ_CST)
#define HA_ATOMIC_INC(val) __atomic_add_fetch(val, 1, __ATOMIC_SEQ_CST)
#define HA_ATOMIC_DEC(val) __atomic_sub_fetch(val, 1, __ATOMIC_SEQ_CST)
#define HA_ATOMIC_LOAD(val) __atomic_load_n(val, __ATOMIC_RELAXED)

enum srv_state { SRV_ST_STOPPED = 0, SRV_ST_STARTING, SRV_ST_RUNNING, SRV_ST_STOPPING };

struct proxy;

struct server {
	const char *id;
	enum srv_state next_state, cur_state;
	unsigned int minconn, maxconn;	/* expect: fsfind-adjacent-thread-fields */
	unsigned int maxqueue;
	int slowstart;
	struct proxy *proxy;
	struct server *next;
	unsigned next_eweight;		/* expect: fsfind-adjacent-thread-fields */
	unsigned uweight;

	THREAD_ALIGN(64);
	unsigned int served;		/* expect: fsfind-adjacent-thread-fields */
	unsigned int cur_sess;		/* expect: fsfind-adjacent-thread-fields */
	unsigned int queueslength;

	THREAD_ALIGN(64);
	uint32_t addr, source;
	uint16_t svc_port;
	uint16_t mss;
	int puid;
	unsigned int flags;
	int check_inter;
	const char *cookie;
	size_t cklen;
	void (*on_close)(struct server *);

	THREAD_ALIGN(64);
};

struct proxy {
	const char *id;
	struct server *srv;
	unsigned int fullconn;
	unsigned int srv_act;
};

struct server *new_server(struct proxy *px, const char *id, unsigned maxconn);
struct server *get_server_lc(struct proxy *px, const struct server *avoid);
unsigned int srv_dynamic_maxconn(const struct server *s);
int srv_connect(struct server *s);
void srv_release(struct server *s);
#endif
