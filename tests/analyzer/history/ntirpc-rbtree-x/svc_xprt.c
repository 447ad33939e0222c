#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "rbtree_x.h"

#define SVC_XPRT_PARTITIONS 193
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))

struct rpc_svcxprt {
	struct opr_rbtree_node fd_node;
	int xp_fd;
	uint32_t xp_refcnt;
	uint32_t xp_flags;
	void *xp_p1;
};

struct svc_xprt_fd {
	pthread_mutex_t lock;
	struct rbtree_x xt;
};

static struct svc_xprt_fd svc_xprt_fd = { PTHREAD_MUTEX_INITIALIZER, { 0, 0, 0, NULL } };

static int svc_xprt_fd_cmpf(const struct opr_rbtree_node *lhs, const struct opr_rbtree_node *rhs)
{
	const struct rpc_svcxprt *lk = container_of(lhs, struct rpc_svcxprt, fd_node);
	const struct rpc_svcxprt *rk = container_of(rhs, struct rpc_svcxprt, fd_node);

	return lk->xp_fd < rk->xp_fd ? -1 : lk->xp_fd != rk->xp_fd;
}

int svc_xprt_init(void)
{
	int code;

	pthread_mutex_lock(&svc_xprt_fd.lock);
	svc_xprt_fd.xt.cachesz = 127;
	code = rbtx_init(&svc_xprt_fd.xt, svc_xprt_fd_cmpf, SVC_XPRT_PARTITIONS, RBT_X_FLAG_ALLOC | RBT_X_FLAG_CACHE_RT);
	pthread_mutex_unlock(&svc_xprt_fd.lock);
	return code;
}

struct rpc_svcxprt *svc_xprt_lookup(int fd)
{
	struct rpc_svcxprt sk, *xprt = NULL;
	struct rbtree_x_part *t;
	struct opr_rbtree_node *nv;

	sk.xp_fd = fd;
	t = rbtx_partition_of_scalar(&svc_xprt_fd.xt, (uint64_t)fd);
	pthread_mutex_lock(&t->mtx);
	nv = rbtree_x_cached_lookup(&svc_xprt_fd.xt, t, &sk.fd_node, (uint64_t)fd);
	if (nv) {
		xprt = container_of(nv, struct rpc_svcxprt, fd_node);
		xprt->xp_refcnt++;
	}
	pthread_mutex_unlock(&t->mtx);
	return xprt;
}

int svc_xprt_set(struct rpc_svcxprt *xprt)
{
	struct rbtree_x_part *t = rbtx_partition_of_scalar(&svc_xprt_fd.xt, (uint64_t)xprt->xp_fd);
	int code;

	pthread_mutex_lock(&t->mtx);
	code = opr_rbtree_insert(&t->t, &xprt->fd_node) ? EEXIST : 0;
	pthread_mutex_unlock(&t->mtx);
	return code;
}

void svc_xprt_clear(struct rpc_svcxprt *xprt)
{
	struct rbtree_x_part *t = rbtx_partition_of_scalar(&svc_xprt_fd.xt, (uint64_t)xprt->xp_fd);

	pthread_mutex_lock(&t->mtx);
	if (t->cache)
		t->cache[xprt->xp_fd % svc_xprt_fd.xt.cachesz] = NULL;
	opr_rbtree_remove(&t->t, &xprt->fd_node);
	pthread_mutex_unlock(&t->mtx);
}

void svc_xprt_shutdown(void)
{
	pthread_mutex_lock(&svc_xprt_fd.lock);
	rbtx_cleanup(&svc_xprt_fd.xt);
	pthread_mutex_unlock(&svc_xprt_fd.lock);
}
