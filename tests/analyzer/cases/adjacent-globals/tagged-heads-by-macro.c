/* Heads of two lists of crates of a market, their count and the number of readers, which any thread
   changes, lie side by side as file-static globals; a background thread counts plainly beside them.
   Twist: the callers are not in sight, and atomics come from macros that paste names. */
// also-true: fsfind-contended-atomic
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define get(order, where) atomic_load_explicit(where, memory_order_##order)
#define change(how, order, where) atomic_fetch_##how##_explicit(where, 1, memory_order_##order)
#ifdef FIXED
#define APART(type, name) static _Alignas(64) type name
#else
#define APART(type, name) static type name
#endif
struct crate {
  _Alignas(16) _Atomic(uintptr_t) below;
};
APART(_Atomic(uintptr_t), empty_crates); /* expect: fsfind-adjacent-globals */
APART(_Atomic(uintptr_t), full_crates);  /* expect: fsfind-adjacent-globals */
APART(atomic_size_t, full_count);        /* expect: fsfind-adjacent-globals */
APART(atomic_size_t, lookers);           /* expect: fsfind-adjacent-globals */
APART(uint64_t, weighed);                /* expect: fsfind-adjacent-globals */
uint64_t weigh(struct crate *one);
static void lay(_Atomic(uintptr_t) *head, struct crate *one) {
  uintptr_t old = get(relaxed, head);
  do
    atomic_store(&one->below, old);
  while (!atomic_compare_exchange_weak(head, &old, (uintptr_t)one | ((old + 1) & 15)));
}

static struct crate *lift(_Atomic(uintptr_t) *head) {
  struct crate *one;
  change(add, acq_rel, &lookers);
  uintptr_t old = get(acquire, head);
  do
    one = (struct crate *)(old & ~(uintptr_t)15);
  while (one && !atomic_compare_exchange_weak(head, &old, get(relaxed, &one->below)));
  change(sub, release, &lookers);
  return one;
}

void bring(struct crate *one) {
  lay(&full_crates, one);
  change(add, relaxed, &full_count);
}
struct crate *fetch_empty(void) { return lift(&empty_crates); }
static void *weigh_all(void *unused) {
  for (struct crate *one; (one = lift(&full_crates)); lay(&empty_crates, one)) {
    while (get(acquire, &lookers) > 8)
      ;
    weighed += weigh(one);
    change(sub, relaxed, &full_count);
  }
  return unused;
}
int start_weighing(pthread_t *thread) { return pthread_create(thread, 0, weigh_all, 0); }
