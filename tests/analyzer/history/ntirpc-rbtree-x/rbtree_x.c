#include "rbtree_x.h"

#include <string.h>

int rbtx_init(struct rbtree_x *xt, opr_rbtree_cmpf_t cmpf, uint32_t npart, uint32_t flags)
{
	struct rbtree_x_part *t;
	pthread_mutexattr_t attr;
	int code = 0;

	xt->flags = flags;
	xt->npart = npart;
	if (flags & RBT_X_FLAG_ALLOC)
		xt->tree = calloc(npart, sizeof(struct rbtree_x_part));
	if (!xt->tree)
		return -1;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ADAPTIVE_NP);
	for (uint32_t ix = 0; ix < npart; ix++) {
		t = &xt->tree[ix];
		pthread_mutex_init(&t->mtx, &attr);
		t->t.cmpf = cmpf;
		t->t.root = NULL;
		t->t.size = 0;
		if (flags & RBT_X_FLAG_CACHE_RT)
			t->cache = calloc(xt->cachesz, sizeof(struct opr_rbtree_node *));
	}
	pthread_mutexattr_destroy(&attr);
	return code;
}

void rbtx_cleanup(struct rbtree_x *xt)
{
	for (uint32_t ix = 0; ix < xt->npart; ix++) {
		free(xt->tree[ix].cache);
		pthread_mutex_destroy(&xt->tree[ix].mtx);
	}
	if (xt->flags & RBT_X_FLAG_ALLOC)
		free(xt->tree);
	xt->tree = NULL;
}

struct opr_rbtree_node *opr_rbtree_lookup(struct opr_rbtree *t, const struct opr_rbtree_node *k)
{
	struct opr_rbtree_node *n = t->root;

	while (n) {
		int c = t->cmpf(n, k);
		if (c == 0)
			return n;
		n = c > 0 ? n->left : n->right;
	}
	return NULL;
}

struct opr_rbtree_node *opr_rbtree_insert(struct opr_rbtree *t, struct opr_rbtree_node *node)
{
	struct opr_rbtree_node **pn = &t->root, *parent = NULL;

	while (*pn) {
		int c = t->cmpf(*pn, node);
		if (c == 0)
			return *pn;
		parent = *pn;
		pn = c > 0 ? &parent->left : &parent->right;
	}
	node->left = node->right = NULL;
	node->parent = parent;
	*pn = node;
	t->size++;
	t->gen++;
	return NULL;
}

void opr_rbtree_remove(struct opr_rbtree *t, struct opr_rbtree_node *n)
{
	struct opr_rbtree_node *child = n->left ? n->left : n->right;
	struct opr_rbtree_node **pn = !n->parent ? &t->root : n->parent->left == n ? &n->parent->left : &n->parent->right;

	*pn = child;
	if (child)
		child->parent = n->parent;
	t->size--;
	t->gen++;
}
