// project: lockfree-malloc (lite-malloc)
// reference: https://github.com/Begun/lockfree-malloc/issues/3 (read)
// kind: ineffective-padding
// starts: hidden
// also-true: fsfind-contended-atomic fsfind-adjacent-thread-fields
// wrong: the padding of a pool is computed as if the rest of the line were half as long, so that two pools of neighbouring size
//        classes, each with its own free list, share a line.
#include <sys/mman.h>
#include <cstddef>
#include <cstdint>
#include <cstring>

#define CACHE_LINE_SIZE 64
#define SUPERBLOCK_SIZE (1 << 20)
#define MAX_POOLS 33

namespace lite {

typedef void* pvoid_t;

struct TSQueueItem {
    TSQueueItem* next;
};

struct TopLevelBlock {
    unsigned elem_size;
    unsigned used;
    char* unused_end;
};

struct FreeList {
    TSQueueItem* volatile head;

    void push(TSQueueItem* el) {
        TSQueueItem* old;
        do {
            old = head;
            el->next = old;
        } while (!__sync_bool_compare_and_swap(&head, old, el));
    }

    TSQueueItem* pop() {
        TSQueueItem* old;
        do {
            old = head;
            if (!old) return NULL;
        } while (!__sync_bool_compare_and_swap(&head, old, old->next));
        return old;
    }
};

struct Pool {
    FreeList freed;               // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
    TopLevelBlock* volatile raw;  // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
    unsigned elem_size;
#ifdef FIXED
    char cache_line_padding[CACHE_LINE_SIZE - sizeof(FreeList) - sizeof(TopLevelBlock*) - sizeof(unsigned)];
} __attribute__((aligned(CACHE_LINE_SIZE)));
#else
    char cache_line_padding[CACHE_LINE_SIZE / 2 - sizeof(FreeList) - sizeof(TopLevelBlock*) - sizeof(unsigned)];
};
#endif

static Pool pools_[MAX_POOLS]; // expect: fsfind-ineffective-padding|fsfind-per-thread-slots

static TopLevelBlock* alloc_superblock(unsigned elem_size) {
    void* p = mmap(0, SUPERBLOCK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    TopLevelBlock* sb = static_cast<TopLevelBlock*>(p);
    sb->elem_size = elem_size;
    sb->used = sizeof(TopLevelBlock);
    sb->unused_end = static_cast<char*>(p) + SUPERBLOCK_SIZE;
    return sb;
}

static unsigned size_class(size_t sz) {
    if (sz <= 16) return 0;
    return sz <= 256 ? unsigned((sz - 1) / 16) : 16 + unsigned(60 - __builtin_clzl(sz - 1)) - 4;
}

void init_pools() {
    for (unsigned i = 0; i < MAX_POOLS; ++i)
        pools_[i].elem_size = i < 16 ? (i + 1) * 16 : 256u << (i - 15);
}

static void* carve(Pool& pool) {
    for (;;) {
        TopLevelBlock* sb = pool.raw;
        if (sb) {
            unsigned old = sb->used;
            if (old + pool.elem_size <= SUPERBLOCK_SIZE) {
                if (__sync_bool_compare_and_swap(&sb->used, old, old + pool.elem_size))
                    return reinterpret_cast<char*>(sb) + old;
                continue;
            }
        }
        TopLevelBlock* fresh = alloc_superblock(pool.elem_size);
        if (!fresh) return NULL;
        if (!__sync_bool_compare_and_swap(&pool.raw, sb, fresh))
            munmap(fresh, SUPERBLOCK_SIZE);
    }
}

void* malloc(size_t sz) {
    unsigned cls = size_class(sz);
    if (cls >= MAX_POOLS) return NULL;
    Pool& pool = pools_[cls];
    TSQueueItem* el = pool.freed.pop();
    return el ? el : carve(pool);
}

void free(void* p) {
    if (!p) return;
    TopLevelBlock* sb = reinterpret_cast<TopLevelBlock*>(reinterpret_cast<uintptr_t>(p) & ~uintptr_t(SUPERBLOCK_SIZE - 1));
    pools_[size_class(sb->elem_size)].freed.push(static_cast<TSQueueItem*>(p));
}

void* calloc(size_t n, size_t sz) {
    void* p = lite::malloc(n * sz);
    return p ? memset(p, 0, n * sz) : NULL;
}

} // namespace lite
