// project: Linux (include/net/inet_frag.h, net/ipv4/ip_fragment.c, reduced to user space)
// reference: reduced from memory; the released netns_frags puts mem on a line of its own
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the memory that fragments occupy, to which each CPU adds for every fragment, lies between the number of queues, which
//        changes with the hash's lock held, and the thresholds and the timeout, which every fragment reads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SMP_CACHE_BYTES 64
#ifdef FIXED
#define ____cacheline_aligned_in_smp __attribute__((__aligned__(SMP_CACHE_BYTES)))
#else
#define ____cacheline_aligned_in_smp
#endif
#define INETFRAGS_HASHSZ 1024
#define INETFRAGS_MAXDEPTH 128
#define INET_FRAG_COMPLETE 4
#define HZ 1000
#define spin_lock(l) pthread_spin_lock(l)
#define spin_unlock(l) pthread_spin_unlock(l)

typedef struct { atomic_int counter; } atomic_t;
static inline void atomic_add(int i, atomic_t *v) { atomic_fetch_add_explicit(&v->counter, i, memory_order_relaxed); }
static inline void atomic_sub(int i, atomic_t *v) { atomic_fetch_sub_explicit(&v->counter, i, memory_order_relaxed); }
static inline int atomic_read(atomic_t *v) { return atomic_load_explicit(&v->counter, memory_order_relaxed); }
static inline void atomic_inc(atomic_t *v) { atomic_add(1, v); }
static inline bool atomic_dec_and_test(atomic_t *v) { return atomic_fetch_sub(&v->counter, 1) == 1; }

struct sk_buff {
	struct sk_buff *next;
	unsigned int len, truesize;
	uint16_t offset;
	bool last;
};

struct netns_frags {
	atomic_t nqueues; /* expect: fsfind-adjacent-thread-fields */

	atomic_t mem ____cacheline_aligned_in_smp; /* expect: fsfind-adjacent-thread-fields */

	int timeout ____cacheline_aligned_in_smp;
	int high_thresh; /* expect: fsfind-adjacent-thread-fields */
	int low_thresh;
};

struct inet_frag_queue {
	pthread_spinlock_t lock;
	struct inet_frag_queue *next;
	atomic_t refcnt;
	struct sk_buff *fragments;
	int len, meat;
	uint8_t last_in;
	uint64_t expires;
	struct netns_frags *net;
	uint32_t saddr, daddr;
	uint16_t id;
	uint8_t protocol;
};

struct inet_frag_bucket {
	struct inet_frag_queue *chain;
	pthread_spinlock_t chain_lock;
} __attribute__((__aligned__(SMP_CACHE_BYTES)));

struct inet_frags {
	struct inet_frag_bucket hash[INETFRAGS_HASHSZ];
	uint32_t rnd;
	int qsize;
};

struct net {
	struct netns_frags ipv4_frags;
};

static struct inet_frags ip4_frags;
uint64_t jiffies(void);

struct net *net_alloc(void)
{
	size_t size = (sizeof(struct net) + SMP_CACHE_BYTES - 1) / SMP_CACHE_BYTES * SMP_CACHE_BYTES;
	struct net *net = aligned_alloc(SMP_CACHE_BYTES, size);

	memset(net, 0, size);
	net->ipv4_frags.high_thresh = 4 * 1024 * 1024;
	net->ipv4_frags.low_thresh = 3 * 1024 * 1024;
	net->ipv4_frags.timeout = 30 * HZ;
	return net;
}

void inet_frags_init(uint32_t seed)
{
	ip4_frags.rnd = seed;
	ip4_frags.qsize = sizeof(struct inet_frag_queue);
	for (int i = 0; i < INETFRAGS_HASHSZ; i++)
		pthread_spin_init(&ip4_frags.hash[i].chain_lock, PTHREAD_PROCESS_PRIVATE);
}

static unsigned int ipqhashfn(uint16_t id, uint32_t saddr, uint32_t daddr, uint8_t prot)
{
	uint32_t h = ((uint32_t)id << 16 | prot) ^ ip4_frags.rnd;

	h = (h ^ saddr) * 0x9e3779b1u;
	h = (h ^ daddr) * 0x85ebca6bu;
	return (h >> 16) & (INETFRAGS_HASHSZ - 1);
}

static inline void add_frag_mem_limit(struct inet_frag_queue *q, int i) { atomic_add(i, &q->net->mem); }
static inline void sub_frag_mem_limit(struct inet_frag_queue *q, int i) { atomic_sub(i, &q->net->mem); }
static inline int frag_mem_limit(struct netns_frags *nf) { return atomic_read(&nf->mem); }

static void inet_frag_destroy(struct inet_frag_queue *q)
{
	int sum = ip4_frags.qsize;
	struct sk_buff *fp = q->fragments;

	while (fp) {
		struct sk_buff *xp = fp->next;
		sum += fp->truesize;
		free(fp);
		fp = xp;
	}
	sub_frag_mem_limit(q, sum);
	pthread_spin_destroy(&q->lock);
	free(q);
}

static void inet_frag_kill(struct inet_frag_queue *q)
{
	struct inet_frag_bucket *hb = &ip4_frags.hash[ipqhashfn(q->id, q->saddr, q->daddr, q->protocol)];
	struct inet_frag_queue **pp;

	spin_lock(&hb->chain_lock);
	for (pp = &hb->chain; *pp && *pp != q; pp = &(*pp)->next)
		;
	if (*pp)
		*pp = q->next;
	spin_unlock(&hb->chain_lock);
	q->last_in |= INET_FRAG_COMPLETE;
	atomic_sub(1, &q->net->nqueues);
	if (atomic_dec_and_test(&q->refcnt))
		inet_frag_destroy(q);
}

static int inet_frag_evictor(struct netns_frags *nf)
{
	int evicted = 0;

	for (int i = 0; i < INETFRAGS_HASHSZ && frag_mem_limit(nf) > nf->low_thresh; i++) {
		struct inet_frag_queue *q = ip4_frags.hash[i].chain;
		if (!q || q->net != nf || q->expires > jiffies())
			continue;
		inet_frag_kill(q);
		evicted++;
	}
	return evicted;
}

static struct inet_frag_queue *ip_find(struct netns_frags *nf, uint16_t id, uint32_t saddr, uint32_t daddr, uint8_t prot)
{
	struct inet_frag_bucket *hb = &ip4_frags.hash[ipqhashfn(id, saddr, daddr, prot)];
	struct inet_frag_queue *q;
	int depth = 0;

	spin_lock(&hb->chain_lock);
	for (q = hb->chain; q; q = q->next, depth++) {
		if (q->net == nf && q->id == id && q->saddr == saddr && q->daddr == daddr && q->protocol == prot) {
			atomic_inc(&q->refcnt);
			spin_unlock(&hb->chain_lock);
			return q;
		}
	}
	q = depth <= INETFRAGS_MAXDEPTH ? calloc(1, sizeof(*q)) : NULL;
	if (q) {
		q->net = nf;
		q->id = id;
		q->saddr = saddr;
		q->daddr = daddr;
		q->protocol = prot;
		q->expires = jiffies() + nf->timeout;
		q->refcnt.counter = 2;
		pthread_spin_init(&q->lock, PTHREAD_PROCESS_PRIVATE);
		q->next = hb->chain;
		hb->chain = q;
		atomic_inc(&nf->nqueues);
		add_frag_mem_limit(q, ip4_frags.qsize);
	}
	spin_unlock(&hb->chain_lock);
	return q;
}

int ip_defrag(struct net *net, struct sk_buff *skb, uint16_t id, uint32_t saddr, uint32_t daddr, uint8_t prot)
{
	struct netns_frags *nf = &net->ipv4_frags;
	struct inet_frag_queue *q;
	int ret = -1;

	if (frag_mem_limit(nf) > nf->high_thresh)
		inet_frag_evictor(nf);
	q = ip_find(nf, id, saddr, daddr, prot);
	if (!q) {
		free(skb);
		return ret;
	}
	spin_lock(&q->lock);
	skb->next = q->fragments;
	q->fragments = skb;
	q->meat += skb->len;
	if (skb->last)
		q->len = skb->offset + skb->len;
	add_frag_mem_limit(q, skb->truesize);
	ret = q->len && q->meat == q->len ? 0 : -115;
	spin_unlock(&q->lock);
	if (ret == 0)
		inet_frag_kill(q);
	if (atomic_dec_and_test(&q->refcnt))
		inet_frag_destroy(q);
	return ret;
}
