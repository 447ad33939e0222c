// project: QEMU (accel/tcg/translate-all.c)
// reference: reduced from memory; the released trees are spaced by a size rounded up to the line of the host at run time
// kind: lock-table
// starts: hidden
// args: -std=gnu11
// wrong: each vCPU generates code into a region of its own and inserts into that region's tree under that region's lock; the
//        locks and trees follow each other in one array.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ROUND_UP(n, d) (((n) + (d) - 1) / (d) * (d))

typedef struct _GTree GTree;
GTree *g_tree_new(int (*cmp)(const void *a, const void *b));
void g_tree_insert(GTree *tree, void *key, void *value);
int g_tree_remove(GTree *tree, const void *key);
void *g_tree_lookup(GTree *tree, const void *key);
int g_tree_nnodes(GTree *tree);

typedef struct QemuSpin {
    int value;
} QemuSpin;

static inline void qemu_spin_init(QemuSpin *spin)
{
    __sync_lock_release(&spin->value);
}

static inline void qemu_spin_lock(QemuSpin *spin)
{
    while (__sync_lock_test_and_set(&spin->value, 1)) {
        while (__atomic_load_n(&spin->value, __ATOMIC_RELAXED)) {
        }
    }
}

static inline void qemu_spin_unlock(QemuSpin *spin)
{
    __sync_lock_release(&spin->value);
}

static size_t qemu_dcache_linesize = 64;

static void *qemu_memalign(size_t alignment, size_t size)
{
    void *p = aligned_alloc(alignment, ROUND_UP(size, alignment));
    if (!p) {
        abort();
    }
    return p;
}

struct tb_tc {
    void *ptr;
    size_t size;
};

typedef struct TranslationBlock {
    uint64_t pc;
    uint32_t flags;
    uint16_t size;
    uint16_t icount;
    struct tb_tc tc;
} TranslationBlock;

struct tcg_region_tree {
    QemuSpin lock;      /* expect: fsfind-per-thread-slots */
    GTree *tree;
    size_t n_tbs;       /* expect: fsfind-per-thread-slots */
};

struct tcg_region_state {
    QemuSpin lock;
    void *start;
    size_t n;
    size_t size;
    size_t stride;
    size_t current;
    size_t agg_size_full;
};

static struct tcg_region_state region;
#ifdef FIXED
static void *region_trees;
static size_t tree_size;
#else
static struct tcg_region_tree *region_trees;    /* expect: fsfind-per-thread-slots */
#endif

static struct tcg_region_tree *region_tree(size_t i)
{
#ifdef FIXED
    return (struct tcg_region_tree *)((char *)region_trees + i * tree_size);
#else
    return &region_trees[i];
#endif
}

static int tb_tc_cmp(const void *ap, const void *bp)
{
    const struct tb_tc *a = ap;
    const struct tb_tc *b = bp;

    if (a->ptr > b->ptr) {
        return 1;
    }
    return a->ptr < b->ptr ? -1 : 0;
}

static void tcg_region_trees_init(void)
{
    size_t i;

#ifdef FIXED
    tree_size = ROUND_UP(sizeof(struct tcg_region_tree), qemu_dcache_linesize);
    region_trees = qemu_memalign(qemu_dcache_linesize, region.n * tree_size);
#else
    region_trees = qemu_memalign(qemu_dcache_linesize, region.n * sizeof(struct tcg_region_tree));
#endif
    for (i = 0; i < region.n; i++) {
        struct tcg_region_tree *rt = region_tree(i);

        qemu_spin_init(&rt->lock);
        rt->tree = g_tree_new(tb_tc_cmp);
        rt->n_tbs = 0;
    }
}

void tcg_region_init(void *buf, size_t size, size_t n_regions)
{
    qemu_spin_init(&region.lock);
    region.start = buf;
    region.n = n_regions;
    region.stride = size / n_regions;
    region.size = region.stride - 4096;
    tcg_region_trees_init();
}

static struct tcg_region_tree *tc_ptr_to_region_tree(const void *p)
{
    size_t region_idx;

    if (p < region.start) {
        region_idx = 0;
    } else {
        ptrdiff_t offset = (const char *)p - (const char *)region.start;

        if (offset > (ptrdiff_t)(region.stride * (region.n - 1))) {
            region_idx = region.n - 1;
        } else {
            region_idx = offset / region.stride;
        }
    }
    return region_tree(region_idx);
}

void tcg_tb_insert(TranslationBlock *tb)
{
    struct tcg_region_tree *rt = tc_ptr_to_region_tree(tb->tc.ptr);

    qemu_spin_lock(&rt->lock);
    g_tree_insert(rt->tree, &tb->tc, tb);
    rt->n_tbs++;
    qemu_spin_unlock(&rt->lock);
}

void tcg_tb_remove(TranslationBlock *tb)
{
    struct tcg_region_tree *rt = tc_ptr_to_region_tree(tb->tc.ptr);

    qemu_spin_lock(&rt->lock);
    if (g_tree_remove(rt->tree, &tb->tc)) {
        rt->n_tbs--;
    }
    qemu_spin_unlock(&rt->lock);
}

TranslationBlock *tcg_tb_lookup(uintptr_t tc_ptr)
{
    struct tcg_region_tree *rt = tc_ptr_to_region_tree((void *)tc_ptr);
    TranslationBlock *tb;
    struct tb_tc s = { .ptr = (void *)tc_ptr };

    qemu_spin_lock(&rt->lock);
    tb = g_tree_lookup(rt->tree, &s);
    qemu_spin_unlock(&rt->lock);
    return tb;
}

size_t tcg_nb_tbs(void)
{
    size_t nb_tbs = 0;

    for (size_t i = 0; i < region.n; i++) {
        struct tcg_region_tree *rt = region_tree(i);

        qemu_spin_lock(&rt->lock);
        nb_tbs += rt->n_tbs;
        qemu_spin_unlock(&rt->lock);
    }
    return nb_tbs;
}
