#include <stddef.h>

#include "zfs_context.h"

#ifdef FIXED
#define	SPA_ALLOC_LOCK(spa, i) (&(spa)->spa_allocs[i].spaa_lock)
#define	SPA_ALLOC_TREE(spa, i) (&(spa)->spa_allocs[i].spaa_tree)
#else
#define	SPA_ALLOC_LOCK(spa, i) (&(spa)->spa_alloc_locks[i])
#define	SPA_ALLOC_TREE(spa, i) (&(spa)->spa_alloc_trees[i])
#endif

static int
zio_bookmark_compare(const void *x1, const void *x2)
{
	const zio_t *z1 = x1;
	const zio_t *z2 = x2;

	if (z1->io_bookmark.zb_objset != z2->io_bookmark.zb_objset)
		return (z1->io_bookmark.zb_objset < z2->io_bookmark.zb_objset ? -1 : 1);
	if (z1->io_bookmark.zb_object != z2->io_bookmark.zb_object)
		return (z1->io_bookmark.zb_object < z2->io_bookmark.zb_object ? -1 : 1);
	return (z1 < z2 ? -1 : z1 > z2);
}

void
spa_allocators_init(spa_t *spa, int count)
{
	spa->spa_alloc_count = count;
#ifdef FIXED
	spa->spa_allocs = aligned_alloc(64, count * sizeof (spa_alloc_t));
#else
	spa->spa_alloc_locks = kmem_zalloc(count * sizeof (kmutex_t), KM_SLEEP);
	spa->spa_alloc_trees = kmem_zalloc(count * sizeof (avl_tree_t), KM_SLEEP);
#endif
	for (int i = 0; i < count; i++) {
		mutex_init(SPA_ALLOC_LOCK(spa, i));
		avl_create(SPA_ALLOC_TREE(spa, i), zio_bookmark_compare, offsetof(zio_t, io_alloc_node));
	}
	spa->spa_normal_class = metaslab_class_create(spa);
}

static uint64_t
cityhash4(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	uint64_t h = (a ^ 0x9ae16a3b2f90404fULL) * 0xc949c7defebe6f35ULL;

	h ^= (b + c) * 0xb492b66fbe98f273ULL;
	return (h ^ (d << 17) ^ (h >> 31));
}

static zio_t *
zio_io_to_allocate(spa_t *spa, int allocator)
{
	zio_t *zio = avl_first(SPA_ALLOC_TREE(spa, allocator));

	if (zio == NULL)
		return (NULL);
	if (!metaslab_class_throttle_reserve(spa->spa_normal_class, 1, allocator, zio))
		return (NULL);
	avl_remove(SPA_ALLOC_TREE(spa, allocator), zio);
	return (zio);
}

zio_t *
zio_dva_throttle(zio_t *zio)
{
	spa_t *spa = zio->io_spa;
	zbookmark_phys_t *bm = &zio->io_bookmark;
	zio_t *nio;

	zio->io_allocator = (uint_fast32_t)cityhash4(bm->zb_objset, bm->zb_object, bm->zb_level, bm->zb_blkid >> 20) %
	    spa->spa_alloc_count;
	mutex_enter(SPA_ALLOC_LOCK(spa, zio->io_allocator));
	avl_add(SPA_ALLOC_TREE(spa, zio->io_allocator), zio);
	nio = zio_io_to_allocate(spa, zio->io_allocator);
	mutex_exit(SPA_ALLOC_LOCK(spa, zio->io_allocator));
	return (nio);
}

void
zio_dva_allocate(zio_t *zio)
{
	if (metaslab_alloc(zio->io_spa->spa_normal_class, zio->io_size, zio->io_allocator) == 0)
		zio_execute(zio);
}

void
zio_dva_throttle_done(zio_t *zio)
{
	spa_t *spa = zio->io_spa;
	zio_t *next;

	metaslab_class_throttle_unreserve(spa->spa_normal_class, 1, zio->io_allocator);
	mutex_enter(SPA_ALLOC_LOCK(spa, zio->io_allocator));
	next = zio_io_to_allocate(spa, zio->io_allocator);
	mutex_exit(SPA_ALLOC_LOCK(spa, zio->io_allocator));
	if (next != NULL)
		zio_execute(next);
}
