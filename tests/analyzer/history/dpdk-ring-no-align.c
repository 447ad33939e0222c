// project: DPDK (lib/ring)
// reference: reduced from memory; a port whose alignment macro expanded to nothing
// kind: producer-consumer
// starts: hidden
// wrong: the alignment macro is only defined for one compiler, so the producer and the consumer heads meet in a line.
#include <stdint.h>
#include <string.h>

#if defined(FIXED) && defined(__GNUC__)
#define __ring_cache_aligned __attribute__((__aligned__(64)))
#elif defined(_MSC_VER)
#define __ring_cache_aligned __declspec(align(64))
#else
#define __ring_cache_aligned
#endif

struct ring_headtail {
    volatile uint32_t head; /* expect: fsfind-adjacent-thread-fields|fsfind-ineffective-padding */
    volatile uint32_t tail; /* expect: fsfind-adjacent-thread-fields|fsfind-ineffective-padding */
    uint32_t single;
};

struct ring {
    char name[32];
    int flags;
    uint32_t size;
    uint32_t mask;
    struct ring_headtail prod __ring_cache_aligned; /* expect: fsfind-adjacent-thread-fields|fsfind-ineffective-padding */
    struct ring_headtail cons __ring_cache_aligned; /* expect: fsfind-adjacent-thread-fields|fsfind-ineffective-padding */
    void *objs[] __ring_cache_aligned;
};

static uint32_t move_prod_head(struct ring *r, uint32_t n, uint32_t *old_head) {
    *old_head = r->prod.head;
    uint32_t free_entries = r->size + __atomic_load_n(&r->cons.tail, __ATOMIC_ACQUIRE) - *old_head;
    if (n > free_entries) return 0;
    r->prod.head = *old_head + n;
    return n;
}

static uint32_t move_cons_head(struct ring *r, uint32_t n, uint32_t *old_head) {
    *old_head = r->cons.head;
    uint32_t entries = __atomic_load_n(&r->prod.tail, __ATOMIC_ACQUIRE) - *old_head;
    if (n > entries) n = entries;
    r->cons.head = *old_head + n;
    return n;
}

static void update_tail(struct ring_headtail *ht, uint32_t to) {
    __atomic_store_n(&ht->tail, to, __ATOMIC_RELEASE);
}

unsigned ring_enqueue_bulk(struct ring *r, void *const *table, unsigned n) {
    uint32_t head;
    n = move_prod_head(r, n, &head);
    for (unsigned i = 0; i < n; i++) r->objs[(head + i) & r->mask] = table[i];
    if (n) update_tail(&r->prod, head + n);
    return n;
}

unsigned ring_dequeue_burst(struct ring *r, void **table, unsigned n) {
    uint32_t head;
    n = move_cons_head(r, n, &head);
    for (unsigned i = 0; i < n; i++) table[i] = r->objs[(head + i) & r->mask];
    if (n) update_tail(&r->cons, head + n);
    return n;
}

void ring_init(struct ring *r, const char *name, uint32_t count) {
    memset(r, 0, sizeof(*r));
    strncpy(r->name, name, sizeof(r->name) - 1);
    r->size = count;
    r->mask = count - 1;
}
