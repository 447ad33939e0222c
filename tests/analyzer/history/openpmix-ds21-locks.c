// project: OpenPMIx (mca/gds/ds21, gds_ds21_lock_pthread.c)
// reference: https://github.com/openpmix/openpmix/pull/805 (read)
// kind: lock-table
// starts: hidden
// wrong: the server's shared segment has a process-shared mutex for every local client, 40 bytes each, in one array; each
//        client locks its own at every lookup. Mended by a stride of a whole number of lines.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PMIX_SUCCESS 0
#define PMIX_ERROR (-1)
#define PMIX_CACHE_LINE 64

#ifdef FIXED
typedef union {
    pthread_mutex_t m;
    char pad[PMIX_CACHE_LINE];
} __attribute__((aligned(PMIX_CACHE_LINE))) ds21_mutex_t;
#else
typedef struct {
    pthread_mutex_t m; /* expect: fsfind-per-thread-slots */
} ds21_mutex_t;
#endif

typedef struct {
    size_t num_locks;
#ifdef FIXED
    char pad[PMIX_CACHE_LINE - sizeof(size_t)];
#endif
    ds21_mutex_t mutex[]; /* expect: fsfind-per-thread-slots */
} segment_hdr_t;

typedef struct {
    int fd;
    size_t size;
    segment_hdr_t *seg;
    uint32_t lock_idx;
} lock_item_t;

typedef void *pmix_common_dstor_lock_ctx_t;

#define _GET_MUTEX(item, idx) (&(item)->seg->mutex[idx].m)

static size_t seg_size(size_t nlocks)
{
    size_t page = (size_t) sysconf(_SC_PAGESIZE);
    size_t size = sizeof(segment_hdr_t) + nlocks * sizeof(ds21_mutex_t);
    return (size + page - 1) / page * page;
}

int pmix_gds_ds21_lock_create(pmix_common_dstor_lock_ctx_t *ctx, const char *path, uint32_t local_size)
{
    lock_item_t *item = calloc(1, sizeof(*item));
    pthread_mutexattr_t attr;
    if (NULL == item) return PMIX_ERROR;

    item->size = seg_size(local_size);
    item->fd = open(path, O_RDWR | O_CREAT, 0600);
    if (item->fd < 0 || 0 != ftruncate(item->fd, (off_t) item->size)) goto error;
    item->seg = mmap(NULL, item->size, PROT_READ | PROT_WRITE, MAP_SHARED, item->fd, 0);
    if (MAP_FAILED == item->seg) goto error;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
    for (uint32_t i = 0; i < local_size; i++) {
        if (0 != pthread_mutex_init(_GET_MUTEX(item, i), &attr)) goto error;
    }
    pthread_mutexattr_destroy(&attr);
    item->seg->num_locks = local_size;
    *ctx = item;
    return PMIX_SUCCESS;

error:
    if (item->fd >= 0) close(item->fd);
    free(item);
    return PMIX_ERROR;
}

int pmix_gds_ds21_lock_attach(pmix_common_dstor_lock_ctx_t *ctx, const char *path, uint32_t local_size,
                               uint32_t local_rank)
{
    lock_item_t *item = calloc(1, sizeof(*item));
    if (NULL == item) return PMIX_ERROR;
    item->size = seg_size(local_size);
    item->fd = open(path, O_RDWR);
    item->seg = mmap(NULL, item->size, PROT_READ | PROT_WRITE, MAP_SHARED, item->fd, 0);
    if (MAP_FAILED == item->seg) {
        free(item);
        return PMIX_ERROR;
    }
    item->lock_idx = local_rank;
    *ctx = item;
    return PMIX_SUCCESS;
}

/* a client reads: its own lock only */
int pmix_ds21_lock_rd_get(pmix_common_dstor_lock_ctx_t ctx)
{
    lock_item_t *item = (lock_item_t *) ctx;
    return 0 == pthread_mutex_lock(_GET_MUTEX(item, item->lock_idx)) ? PMIX_SUCCESS : PMIX_ERROR;
}

int pmix_ds21_lock_rd_rel(pmix_common_dstor_lock_ctx_t ctx)
{
    lock_item_t *item = (lock_item_t *) ctx;
    return 0 == pthread_mutex_unlock(_GET_MUTEX(item, item->lock_idx)) ? PMIX_SUCCESS : PMIX_ERROR;
}

/* the server writes: all of them */
int pmix_ds21_lock_wr_get(pmix_common_dstor_lock_ctx_t ctx)
{
    lock_item_t *item = (lock_item_t *) ctx;
    for (size_t i = 0; i < item->seg->num_locks; i++) {
        if (0 != pthread_mutex_lock(_GET_MUTEX(item, i))) return PMIX_ERROR;
    }
    return PMIX_SUCCESS;
}

int pmix_ds21_lock_wr_rel(pmix_common_dstor_lock_ctx_t ctx)
{
    lock_item_t *item = (lock_item_t *) ctx;
    for (size_t i = 0; i < item->seg->num_locks; i++) {
        if (0 != pthread_mutex_unlock(_GET_MUTEX(item, i))) return PMIX_ERROR;
    }
    return PMIX_SUCCESS;
}
