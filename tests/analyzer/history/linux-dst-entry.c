// project: Linux (include/net/dst.h)
// reference: reduced from memory; the released struct dst_entry pads __refcnt to a line of its own and checks its offset
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the reference count of a route, changed for each packet on every CPU, follows the pointers to the input and output functions
//        and the header length, which all CPUs read for each packet of this route.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BUILD_BUG_ON(c) _Static_assert(!(c), #c)
#define WARN_ON(c) __builtin_expect(!!(c), 0)
#define likely(x) __builtin_expect(!!(x), 1)
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)

typedef struct { int counter; } atomic_t;

static inline void atomic_inc(atomic_t *v) { __atomic_fetch_add(&v->counter, 1, __ATOMIC_RELAXED); }
static inline int atomic_dec_return(atomic_t *v) { return __atomic_sub_fetch(&v->counter, 1, __ATOMIC_SEQ_CST); }
static inline int atomic_read(const atomic_t *v) { return READ_ONCE(v->counter); }
static inline void atomic_set(atomic_t *v, int i) { v->counter = i; }
static inline bool atomic_inc_not_zero(atomic_t *v)
{
	int c = atomic_read(v);

	do {
		if (c == 0)
			return false;
	} while (!__atomic_compare_exchange_n(&v->counter, &c, c + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	return true;
}

struct sk_buff;
struct sock;
struct net;
struct net_device { unsigned int mtu; unsigned short hard_header_len; unsigned int flags; };
struct neighbour;
struct xfrm_state;
struct rcu_head { struct rcu_head *next; void (*func)(struct rcu_head *); };

struct dst_ops {
	unsigned short family;
	unsigned int gc_thresh;
	struct dst_entry *(*check)(struct dst_entry *, uint32_t cookie);
	unsigned int (*mtu)(const struct dst_entry *);
	void (*destroy)(struct dst_entry *);
};

struct dst_entry {
	struct rcu_head rcu_head;
	struct net_device *dev;
	struct dst_ops *ops;
	unsigned long _metrics;
	unsigned long expires;
	struct dst_entry *path;
	struct xfrm_state *xfrm;
	int (*input)(struct sk_buff *);                              /* expect: fsfind-adjacent-thread-fields */
	int (*output)(struct net *, struct sock *, struct sk_buff *); /* expect: fsfind-adjacent-thread-fields */

	unsigned short flags;
#define DST_HOST 0x0001
#define DST_NOXFRM 0x0002
#define DST_NOCOUNT 0x0008
	short obsolete;
#define DST_OBSOLETE_NONE 0
#define DST_OBSOLETE_DEAD 2
	unsigned short header_len;
	unsigned short trailer_len;
#ifdef FIXED
	long __pad_to_align_refcnt[5];
#endif
	atomic_t __refcnt; /* expect: fsfind-adjacent-thread-fields */
	int __use;
	unsigned long lastuse;
	struct dst_entry *next;
};

struct sk_buff {
	struct sk_buff *next;
	struct sock *sk;
	unsigned long _skb_refdst;
	unsigned int len;
	unsigned char *data;
};
#define SKB_DST_NOREF 1UL

struct rtable {
	struct dst_entry dst;
	int rt_genid;
	unsigned int rt_flags;
	uint16_t rt_type;
	uint32_t rt_gateway;
	uint32_t rt_pmtu;
};

extern unsigned long jiffies;
void call_rcu(struct rcu_head *head, void (*func)(struct rcu_head *));
struct rtable *fib_cached_route(uint32_t daddr);
static struct dst_ops ipv4_dst_ops;

static inline void dst_hold(struct dst_entry *dst)
{
#ifdef FIXED
	BUILD_BUG_ON(offsetof(struct dst_entry, __refcnt) & 63);
#endif
	atomic_inc(&dst->__refcnt);
}

static inline void dst_use(struct dst_entry *dst, unsigned long time)
{
	dst_hold(dst);
	dst->__use++;
	dst->lastuse = time;
}

static void dst_destroy_rcu(struct rcu_head *head)
{
	struct dst_entry *dst = (struct dst_entry *)((char *)head - offsetof(struct dst_entry, rcu_head));

	if (dst->ops->destroy)
		dst->ops->destroy(dst);
	free(dst);
}

void dst_release(struct dst_entry *dst)
{
	if (dst) {
		int newrefcnt = atomic_dec_return(&dst->__refcnt);

		WARN_ON(newrefcnt < 0);
		if (!newrefcnt)
			call_rcu(&dst->rcu_head, dst_destroy_rcu);
	}
}

static int dst_discard(struct sk_buff *skb) { (void)skb; return 0; }

static int dst_discard_out(struct net *net, struct sock *sk, struct sk_buff *skb)
{
	(void)net;
	(void)sk;
	return dst_discard(skb);
}

struct rtable *rt_dst_alloc(struct net_device *dev, unsigned int flags, uint16_t type)
{
	struct rtable *rt = aligned_alloc(64, (sizeof(*rt) + 63) / 64 * 64);

	if (!rt)
		return NULL;
	memset(rt, 0, sizeof(*rt));
	rt->dst.dev = dev;
	rt->dst.ops = &ipv4_dst_ops;
	rt->dst.input = dst_discard;
	rt->dst.output = dst_discard_out;
	rt->dst.obsolete = DST_OBSOLETE_NONE;
	rt->dst.header_len = dev->hard_header_len;
	rt->dst.flags = (unsigned short)flags;
	rt->dst.lastuse = jiffies;
	rt->rt_type = type;
	atomic_set(&rt->dst.__refcnt, 1);
	return rt;
}

static inline struct dst_entry *skb_dst(const struct sk_buff *skb)
{
	return (struct dst_entry *)(skb->_skb_refdst & ~SKB_DST_NOREF);
}

static inline void skb_dst_drop(struct sk_buff *skb)
{
	if (skb->_skb_refdst) {
		if (!(skb->_skb_refdst & SKB_DST_NOREF))
			dst_release(skb_dst(skb));
		skb->_skb_refdst = 0;
	}
}

static inline void skb_dst_set(struct sk_buff *skb, struct dst_entry *dst) { skb->_skb_refdst = (unsigned long)dst; }

static inline unsigned int dst_mtu(const struct dst_entry *dst) { return dst->ops->mtu ? dst->ops->mtu(dst) : dst->dev->mtu; }

int ip_queue_xmit(struct net *net, struct sock *sk, struct sk_buff *skb, uint32_t daddr)
{
	struct dst_entry *dst = skb_dst(skb);

	if (!dst) {
		struct rtable *rt = fib_cached_route(daddr);

		if (!rt || !atomic_inc_not_zero(&rt->dst.__refcnt))
			return -101;
		dst = &rt->dst;
		skb_dst_set(skb, dst);
	}
	if (skb->len + dst->header_len > dst_mtu(dst))
		return -90;
	return dst->output(net, sk, skb);
}

int ip_rcv_finish(struct sk_buff *skb, uint32_t daddr)
{
	struct rtable *rt = fib_cached_route(daddr);
	int err;

	if (!rt || rt->dst.obsolete > 0)
		return dst_discard(skb);
	dst_use(&rt->dst, jiffies);
	skb_dst_set(skb, &rt->dst);
	err = skb_dst(skb)->input(skb);
	skb_dst_drop(skb);
	return err;
}
