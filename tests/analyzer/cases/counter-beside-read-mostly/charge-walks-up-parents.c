// suspect: threads, object, data
// also-true: fsfind-contended-atomic
// Each department of a museum counts its loans in the line of the limit and of the link upwards,
// which the same operation reads. It walks up the chain and changes every count; when a limit is
// passed, a second walk takes the loans back.
#include <stdatomic.h>
#include <stdlib.h>

struct department {
#ifdef FIXED
  atomic_long loans;
  char after_loans[64 - sizeof(atomic_long)];
  atomic_long refused;
  char after_cold[64 - sizeof(atomic_long)];
  long limit;
  struct department *above;
} __attribute__((aligned(64)));
#else
  atomic_long loans;        // expect: fsfind-adjacent-thread-fields
  long limit;               // expect: fsfind-adjacent-thread-fields
  struct department *above; // expect: fsfind-adjacent-thread-fields
  atomic_long refused;
};
#endif
static void take_back(struct department *one, long n) { atomic_fetch_sub(&one->loans, n); }

int loan_charge(struct department *from, long n) {
  struct department *at, *undo;
  for (at = from; at; at = at->above) {
    if (atomic_fetch_add(&at->loans, n) + n > at->limit) {
      take_back(at, n);
      atomic_fetch_add_explicit(&at->refused, 1, memory_order_relaxed);
      goto failed;
    }
  }
  return 1;
failed:
  for (undo = from; undo != at; undo = undo->above)
    take_back(undo, n);
  return 0;
}

void department_limit(struct department *one, long limit) { one->limit = limit; }

struct department *department_new(struct department *above, long limit) {
  struct department *made = aligned_alloc(64, (sizeof *made + 63) / 64 * 64);
  *made = (struct department){.limit = limit, .above = above};
  return made;
}
