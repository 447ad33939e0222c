#ifndef ZFS_CONTEXT_H
#define ZFS_CONTEXT_H
// project: OpenZFS (spa.c, zio.c, metaslab.c)
// reference: https://github.com/openzfs/zfs/pull/12314 (read)
// kind: lock-table
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: there are several allocators so that writers need not meet, but their locks and trees are packed arrays of the pool, and
//        what a metaslab class keeps for each allocator are unaligned records behind each other.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

typedef enum { B_FALSE, B_TRUE } boolean_t;
typedef pthread_mutex_t kmutex_t;
#define ____cacheline_aligned __attribute__((aligned(64)))
#define mutex_init(m) pthread_mutex_init(m, NULL)
#define mutex_enter(m) pthread_mutex_lock(m)
#define mutex_exit(m) pthread_mutex_unlock(m)
#define atomic_inc_64(p) __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST)
#define atomic_add_64(p, n) __atomic_fetch_add(p, n, __ATOMIC_SEQ_CST)
void *kmem_zalloc(size_t size, int flags);
#define KM_SLEEP 0

typedef struct avl_node {
	struct avl_node *avl_child[2];
	uintptr_t avl_pcb;
} avl_node_t;

typedef struct avl_tree {
	avl_node_t *avl_root;
	int (*avl_compar)(const void *, const void *);
	size_t avl_offset;
	uint64_t avl_numnodes;
} avl_tree_t;

void avl_create(avl_tree_t *tree, int (*compar)(const void *, const void *), size_t offset);
void avl_add(avl_tree_t *tree, void *node);
void *avl_first(avl_tree_t *tree);
void avl_remove(avl_tree_t *tree, void *node);

typedef struct zfs_refcount {
	uint64_t rc_count;
} zfs_refcount_t;

typedef struct metaslab_group metaslab_group_t;

#ifdef FIXED
typedef struct metaslab_class_allocator {
	metaslab_group_t *mca_rotor;
	uint64_t mca_aliquot;
	uint64_t mca_alloc_max_slots;
	zfs_refcount_t mca_alloc_slots;
} ____cacheline_aligned metaslab_class_allocator_t;
#else
typedef struct metaslab_class_allocator {
	metaslab_group_t *mca_rotor;
	uint64_t mca_aliquot;         /* expect: fsfind-per-thread-slots */
	uint64_t mca_alloc_max_slots;
	zfs_refcount_t mca_alloc_slots; /* expect: fsfind-per-thread-slots */
} metaslab_class_allocator_t;
#endif

typedef struct spa spa_t;

typedef struct metaslab_class {
	kmutex_t mc_lock;
	spa_t *mc_spa;
	uint64_t mc_groups;
	uint64_t mc_alloc;
	uint64_t mc_space;
	metaslab_class_allocator_t mc_allocator[];
} metaslab_class_t;

#ifdef FIXED
typedef struct spa_alloc {
	kmutex_t spaa_lock;
	avl_tree_t spaa_tree;
} ____cacheline_aligned spa_alloc_t;
#endif

struct spa {
	char spa_name[256];
	uint64_t spa_config_txg;
	uint64_t spa_load_guid;
	metaslab_class_t *spa_normal_class;
#ifdef FIXED
	spa_alloc_t *spa_allocs;
#else
	kmutex_t *spa_alloc_locks;   /* expect: fsfind-per-thread-slots */
	avl_tree_t *spa_alloc_trees; /* expect: fsfind-per-thread-slots */
#endif
	int spa_alloc_count;
	int spa_alloc_count_shift;
};

typedef struct zbookmark_phys {
	uint64_t zb_objset, zb_object;
	int64_t zb_level;
	uint64_t zb_blkid;
} zbookmark_phys_t;

typedef struct zio {
	zbookmark_phys_t io_bookmark;
	spa_t *io_spa;
	uint64_t io_size;
	uint32_t io_allocator;
	int io_queued;
	avl_node_t io_alloc_node;
} zio_t;

boolean_t metaslab_class_throttle_reserve(metaslab_class_t *mc, int slots, int allocator, zio_t *zio);
void metaslab_class_throttle_unreserve(metaslab_class_t *mc, int slots, int allocator);
int metaslab_alloc(metaslab_class_t *mc, uint64_t psize, int allocator);
metaslab_class_t *metaslab_class_create(spa_t *spa);
void zio_execute(zio_t *zio);
#endif
