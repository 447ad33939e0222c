// project: MPICH (common/genq shared pool)
// reference: https://github.com/pmodels/mpich/pull/7667 (read)
// kind: heap-neighbours
// starts: hidden
// wrong: the cell size is not rounded up, so the header of a cell shares a line with the payload of the one before it, which
//        another process is writing.
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MPL_CACHELINE_SIZE 64
#define MPL_ROUND_UP_ALIGN(v, a) (((v) + (a) - 1) / (a) * (a))

typedef struct cell_header {
    atomic_uintptr_t next; /* expect: fsfind-per-thread-slots|fsfind-partition-edges */
    int block_idx;
    atomic_int in_use; /* expect: fsfind-per-thread-slots|fsfind-partition-edges */
} cell_header_s;

typedef struct genq_pool {
    size_t cell_size;
    size_t cell_alloc_size;
    int cells_per_proc;
    int num_proc;
    int rank;
    char *cell_base;
} genq_pool_s;

static cell_header_s *cell_at(genq_pool_s *pool, int rank, int index) {
    return (cell_header_s *)(pool->cell_base + ((size_t)rank * pool->cells_per_proc + index) * pool->cell_alloc_size);
}

int genq_pool_create(genq_pool_s *pool, size_t cell_size, int cells_per_proc, int num_proc, int rank, void *shm) {
    pool->cell_size = cell_size;
#ifdef FIXED
    pool->cell_alloc_size = MPL_ROUND_UP_ALIGN(sizeof(cell_header_s) + cell_size, MPL_CACHELINE_SIZE);
    pool->cell_base = (char *)MPL_ROUND_UP_ALIGN((uintptr_t)shm, MPL_CACHELINE_SIZE);
#else
    pool->cell_alloc_size = sizeof(cell_header_s) + cell_size; /* expect: fsfind-per-thread-slots|fsfind-partition-edges */
    pool->cell_base = shm;
#endif
    pool->cells_per_proc = cells_per_proc;
    pool->num_proc = num_proc;
    pool->rank = rank;
    for (int i = 0; i < cells_per_proc; i++) {
        cell_header_s *cell = cell_at(pool, rank, i);
        atomic_store(&cell->next, 0);
        atomic_store(&cell->in_use, 0);
        cell->block_idx = i;
    }
    return 0;
}

void *genq_cell_alloc(genq_pool_s *pool) {
    for (int i = 0; i < pool->cells_per_proc; i++) {
        cell_header_s *cell = cell_at(pool, pool->rank, i);
        int idle = 0;
        if (atomic_compare_exchange_strong(&cell->in_use, &idle, 1)) return cell + 1;
    }
    return NULL;
}

void genq_cell_free(void *payload) {
    cell_header_s *cell = (cell_header_s *)payload - 1;
    atomic_store(&cell->in_use, 0);
}

void genq_enqueue(atomic_uintptr_t *head, void *payload) {
    cell_header_s *cell = (cell_header_s *)payload - 1;
    uintptr_t old = atomic_exchange(head, (uintptr_t)cell);
    atomic_store(&cell->next, old);
}

int genq_send_all(genq_pool_s *pool, atomic_uintptr_t *head, const char *data, size_t length) {
    while (length > 0) {
        void *payload = genq_cell_alloc(pool);
        if (!payload) continue;
        size_t part = length < pool->cell_size ? length : pool->cell_size;
        memcpy(payload, data, part);
        genq_enqueue(head, payload);
        data += part;
        length -= part;
    }
    return 0;
}
