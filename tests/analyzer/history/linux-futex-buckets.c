// project: Linux (kernel/futex.c), in user-space form
// reference: reduced from memory of "futexes: Increase hash table size for better performance" (2014)
// kind: lock-table
// args: -std=gnu11
// starts: visible
// also-true: fsfind-serial-first-touch
// wrong: hash buckets, each a lock and a list head, are packed, so unrelated futexes contend for lines.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define L1_CACHE_BYTES 64
#ifdef FIXED
#define ____cacheline_aligned __attribute__((__aligned__(L1_CACHE_BYTES)))
#else
#define ____cacheline_aligned
#endif

#define HASHBITS 8
#define HASHSIZE (1 << HASHBITS)

struct plist_node {
    int prio;
    struct plist_node *next;
};

struct hash_bucket {
    pthread_spinlock_t lock;  /* expect: fsfind-per-thread-slots */
    struct plist_node *chain; /* expect: fsfind-per-thread-slots */
} ____cacheline_aligned;

static struct hash_bucket queues[HASHSIZE]; /* expect: fsfind-per-thread-slots */

struct waiter {
    struct plist_node node;
    uintptr_t key;
    int woken;
};

static struct hash_bucket *hash_of(uintptr_t key) {
    uint64_t h = (uint64_t)key * 0x9e3779b97f4a7c15ull;
    return &queues[h >> (64 - HASHBITS)];
}

static void wait_on(struct waiter *w, uintptr_t key) {
    struct hash_bucket *hb = hash_of(key);
    w->key = key;
    pthread_spin_lock(&hb->lock);
    w->node.next = hb->chain;
    hb->chain = &w->node;
    pthread_spin_unlock(&hb->lock);
}

static int wake(uintptr_t key, int nr) {
    struct hash_bucket *hb = hash_of(key);
    int ret = 0;
    pthread_spin_lock(&hb->lock);
    struct plist_node **link = &hb->chain;
    while (*link && ret < nr) {
        struct waiter *w = (struct waiter *)*link;
        if (w->key == key) {
            *link = w->node.next;
            w->woken = 1;
            ret++;
        } else {
            link = &(*link)->next;
        }
    }
    pthread_spin_unlock(&hb->lock);
    return ret;
}

struct worker {
    uintptr_t first, count;
    unsigned long ops;
};

static void *hash_bench(void *arg) {
    struct worker *w = arg;
    struct waiter waiter = {.woken = 0};
    unsigned long ops = 0;
    for (int round = 0; round < 1000; round++)
        for (uintptr_t k = 0; k < w->count; k++, ops++) {
            wait_on(&waiter, w->first + k);
            wake(w->first + k, 1);
        }
    w->ops = ops;
    return NULL;
}

void bench(int nthreads, pthread_t *ids, struct worker *workers) {
    for (int i = 0; i < HASHSIZE; i++) pthread_spin_init(&queues[i].lock, 0);
    for (int i = 0; i < nthreads; i++) pthread_create(&ids[i], NULL, hash_bench, &workers[i]);
    for (int i = 0; i < nthreads; i++) pthread_join(ids[i], NULL);
}
