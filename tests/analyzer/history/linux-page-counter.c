// project: Linux (include/linux/page_counter.h), in user-space form
// reference: reduced from memory of "mm: page_counter: relayout structure to reduce false sharing"
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: `usage` is written by every charge, beside the limits and the parent pointer that every charge only reads.
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define CACHELINE 64

struct page_counter {
#ifdef FIXED
    atomic_long usage;
    char _pad1[CACHELINE - sizeof(long)];
    unsigned long emin;
    atomic_long min_usage;
    atomic_long children_min_usage;
    unsigned long watermark;
    unsigned long failcnt;
    char _pad2[CACHELINE];
    unsigned long min;
    unsigned long low;
    unsigned long high;
    unsigned long max;
    struct page_counter *parent;
    char _pad3[CACHELINE - 5 * sizeof(long)];
#else
    atomic_long usage; /* expect: fsfind-adjacent-thread-fields */
    unsigned long min;
    unsigned long low;
    unsigned long high;
    unsigned long max; /* expect: fsfind-adjacent-thread-fields */
    unsigned long emin;
    struct page_counter *parent; /* expect: fsfind-adjacent-thread-fields */
    atomic_long min_usage;
    atomic_long children_min_usage;
    unsigned long watermark;
    unsigned long failcnt;
#endif
#ifdef FIXED
} __attribute__((aligned(CACHELINE)));
#else
};
#endif

void page_counter_init(struct page_counter *c, struct page_counter *parent, unsigned long max) {
    atomic_init(&c->usage, 0);
    c->max = max;
    c->parent = parent;
}

void page_counter_cancel(struct page_counter *c, unsigned long pages) {
    atomic_fetch_sub(&c->usage, (long)pages);
}

bool page_counter_try_charge(struct page_counter *counter, unsigned long pages, struct page_counter **fail) {
    struct page_counter *c;
    for (c = counter; c; c = c->parent) {
        long now = atomic_fetch_add(&c->usage, (long)pages) + (long)pages;
        if (now > (long)c->max) {
            atomic_fetch_sub(&c->usage, (long)pages);
            c->failcnt++;
            *fail = c;
            goto failed;
        }
    }
    return true;
failed:
    for (c = counter; c != *fail; c = c->parent) page_counter_cancel(c, pages);
    return false;
}

void page_counter_uncharge(struct page_counter *counter, unsigned long pages) {
    for (struct page_counter *c = counter; c; c = c->parent) page_counter_cancel(c, pages);
}

int page_counter_set_max(struct page_counter *c, unsigned long pages) {
    unsigned long old = c->max;
    c->max = pages;
    if (atomic_load(&c->usage) > (long)pages) c->max = old;
    return c->max == pages ? 0 : -1;
}

bool charge_range(struct page_counter *memcg, const unsigned long *sizes, int n) {
    struct page_counter *fail;
    for (int i = 0; i < n; i++)
        if (!page_counter_try_charge(memcg, sizes[i], &fail)) return false;
    return true;
}
