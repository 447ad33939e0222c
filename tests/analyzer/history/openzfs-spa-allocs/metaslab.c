#include "zfs_context.h"

struct metaslab_group {
	metaslab_group_t *mg_prev, *mg_next;
	uint64_t mg_aliquot;
	uint64_t mg_id;
};

int metaslab_group_alloc(metaslab_group_t *mg, uint64_t psize, int allocator);

metaslab_class_t *
metaslab_class_create(spa_t *spa)
{
	metaslab_class_t *mc;

#ifdef FIXED
	size_t size = sizeof (metaslab_class_t) + spa->spa_alloc_count * sizeof (metaslab_class_allocator_t);
	mc = aligned_alloc(64, (size + 63) / 64 * 64);
#else
	mc = kmem_zalloc(sizeof (metaslab_class_t) + spa->spa_alloc_count * sizeof (metaslab_class_allocator_t), KM_SLEEP);
#endif
	mc->mc_spa = spa;
	mutex_init(&mc->mc_lock);
	for (int i = 0; i < spa->spa_alloc_count; i++) {
		metaslab_class_allocator_t *mca = &mc->mc_allocator[i];
		mca->mca_rotor = NULL;
		mca->mca_aliquot = 0;
		mca->mca_alloc_max_slots = 100;
		mca->mca_alloc_slots.rc_count = 0;
	}
	return (mc);
}

boolean_t
metaslab_class_throttle_reserve(metaslab_class_t *mc, int slots, int allocator, zio_t *zio)
{
	metaslab_class_allocator_t *mca = &mc->mc_allocator[allocator];

	if (mca->mca_alloc_slots.rc_count + slots > mca->mca_alloc_max_slots)
		return (B_FALSE);
	for (int d = 0; d < slots; d++)
		atomic_inc_64(&mca->mca_alloc_slots.rc_count);
	zio->io_queued = 1;
	return (B_TRUE);
}

void
metaslab_class_throttle_unreserve(metaslab_class_t *mc, int slots, int allocator)
{
	metaslab_class_allocator_t *mca = &mc->mc_allocator[allocator];

	for (int d = 0; d < slots; d++)
		atomic_add_64(&mca->mca_alloc_slots.rc_count, -1);
}

int
metaslab_alloc(metaslab_class_t *mc, uint64_t psize, int allocator)
{
	metaslab_class_allocator_t *mca = &mc->mc_allocator[allocator];
	metaslab_group_t *mg = mca->mca_rotor;
	int error = metaslab_group_alloc(mg, psize, allocator);

	if (error == 0 && atomic_add_64(&mca->mca_aliquot, psize) + psize >= mg->mg_aliquot) {
		mca->mca_rotor = mg->mg_next;
		mca->mca_aliquot = 0;
	}
	return (error);
}
