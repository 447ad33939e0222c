// args: -std=gnu11
// suspect: threads, object, data
// also-true: fsfind-contended-atomic
// A pool of parcel trays has a free list and counters, changed atomically when a thread's own stock
// is of no use, between settings that every thread reads for each tray. The record is aligned
// as a whole; the stock is found by a thread-local number.
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern _Thread_local unsigned sorter_number;
struct links { struct links *next; };
struct tray { struct tray *next; };
struct stock { struct tray *tray; } __attribute__((aligned(64)));
struct tray_pool {
#ifdef FIXED
  unsigned size, flags;
  struct stock *stocks;
  struct links all;
  union { } __attribute__((aligned(64)));
  _Atomic(struct tray *) spare;
  atomic_uint lent;
#else
  _Atomic(struct tray *) spare; // expect: fsfind-adjacent-thread-fields
  unsigned size, flags;         // expect: fsfind-adjacent-thread-fields
  atomic_uint lent;             // expect: fsfind-adjacent-thread-fields
  struct stock *stocks;         // expect: fsfind-adjacent-thread-fields
  struct links all;
#endif
} __attribute__((aligned(64)));

struct tray *tray_take(struct tray_pool *pool) {
  struct stock *own = &pool->stocks[sorter_number];
  struct tray *one = own->tray;
  own->tray = NULL;
  if (one)
    return one;
  one = atomic_load(&pool->spare);
  while (one && !atomic_compare_exchange_weak(&pool->spare, &one, one->next))
    ;
  atomic_fetch_add(&pool->lent, 1);
  return one ? one : malloc(pool->size);
}

void tray_return(struct tray_pool *pool, struct tray *one) {
  struct stock *own = &pool->stocks[sorter_number];
  if (!own->tray && !(pool->flags & 1)) {
    own->tray = one;
    return;
  }
  one->next = atomic_load(&pool->spare);
  while (!atomic_compare_exchange_weak(&pool->spare, &one->next, one))
    ;
  atomic_fetch_sub(&pool->lent, 1);
}

unsigned trays_lent(struct links *at) {
  return ((struct tray_pool *)((char *)at - offsetof(struct tray_pool, all)))->lent;
}
