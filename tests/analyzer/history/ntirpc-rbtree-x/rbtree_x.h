#ifndef RBTREE_X_H
#define RBTREE_X_H
// project: ntirpc, NFS-Ganesha (ntirpc/misc/rbtree_x.h, src/rbtree_x.c)
// reference: reduced from memory; the released struct rbtree_x_part has CACHE_PAD members
// kind: lock-table
// starts: hidden
// args: -std=gnu11
// wrong: a tree is split into partitions by hash, each with its lock and root; the partitions lie packed in one array, so that
//        operations on one write into the line of the next one's lock.
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define CACHE_LINE_SIZE 64
#define CACHE_PAD(_n) char __pad##_n[CACHE_LINE_SIZE]

struct opr_rbtree_node {
	struct opr_rbtree_node *left, *right, *parent;
	uint32_t red;
};

typedef int (*opr_rbtree_cmpf_t)(const struct opr_rbtree_node *, const struct opr_rbtree_node *);

struct opr_rbtree {
	struct opr_rbtree_node *root;
	opr_rbtree_cmpf_t cmpf;
	uint64_t size;
	uint64_t gen;
};

#define RBT_X_FLAG_NONE 0x0000
#define RBT_X_FLAG_ALLOC 0x0001
#define RBT_X_FLAG_CACHE_RT 0x0002

struct rbtree_x_part {
#ifdef FIXED
	CACHE_PAD(0);
#endif
	pthread_mutex_t mtx; /* expect: fsfind-per-thread-slots */
	void *u1;
	void *u2;
	struct opr_rbtree t; /* expect: fsfind-per-thread-slots */
	struct opr_rbtree_node **cache;
#ifdef FIXED
	CACHE_PAD(1);
#endif
};

struct rbtree_x {
	uint32_t npart;
	uint32_t flags;
	int32_t cachesz;
	struct rbtree_x_part *tree; /* expect: fsfind-per-thread-slots */
};

#define rbtx_idx_of_scalar(xt, k) ((k) % (xt)->npart)
#define rbtx_partition_of_ix(xt, ix) ((xt)->tree + (ix))
#define rbtx_partition_of_scalar(xt, k) rbtx_partition_of_ix((xt), rbtx_idx_of_scalar((xt), (k)))

int rbtx_init(struct rbtree_x *xt, opr_rbtree_cmpf_t cmpf, uint32_t npart, uint32_t flags);
void rbtx_cleanup(struct rbtree_x *xt);
struct opr_rbtree_node *opr_rbtree_lookup(struct opr_rbtree *t, const struct opr_rbtree_node *k);
struct opr_rbtree_node *opr_rbtree_insert(struct opr_rbtree *t, struct opr_rbtree_node *n);
void opr_rbtree_remove(struct opr_rbtree *t, struct opr_rbtree_node *n);

static inline struct opr_rbtree_node *rbtree_x_cached_lookup(struct rbtree_x *xt, struct rbtree_x_part *t,
							     struct opr_rbtree_node *nk, uint64_t hk)
{
	struct opr_rbtree_node *nv_cached = NULL, *nv;
	uint32_t offset = hk % xt->cachesz;

	if (t->cache)
		nv_cached = t->cache[offset];
	if (nv_cached && t->t.cmpf(nv_cached, nk) == 0)
		return nv_cached;
	nv = opr_rbtree_lookup(&t->t, nk);
	if (nv && t->cache)
		t->cache[offset] = nv;
	return nv;
}

#endif
