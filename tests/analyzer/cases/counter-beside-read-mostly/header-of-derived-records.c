// args: -std=gnu11
// suspect: threads, object, data
// also-true: fsfind-contended-atomic
// Every term of a seed-bank query begins with a header whose reference count each evaluation
// changes, beside the kind and hash that evaluations on other threads read. Derived records of
// varying length begin with the header and are reached by casts.
// as in: AxoSyslog, https://github.com/axoflow/axosyslog/pull/1081
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct tally { atomic_int value; };
#define TALLY_UP(t) atomic_fetch_add_explicit(&(t)->value, 1, memory_order_relaxed)
#define TALLY_DOWN(t) atomic_fetch_sub_explicit(&(t)->value, 1, memory_order_acq_rel)
#define TALLY_READ(t) atomic_load_explicit(&(t)->value, memory_order_relaxed)
#define FOREVER 1000000
struct term;
struct kind {
  const struct kind *general;
  long (*weigh)(const struct term *);
};

struct term {
#ifdef FIXED
  const struct kind *kind;
  unsigned hash;
  unsigned quoted : 1, folded : 1;
  _Alignas(64) struct tally count;
  char fill[64 - sizeof(struct tally)];
#else
  struct tally count; // expect: fsfind-adjacent-thread-fields
  unsigned quoted : 1, folded : 1;
  const struct kind *kind; // expect: fsfind-adjacent-thread-fields
  unsigned hash;
#endif
};

struct word {
  struct term head;
  char letters[];
};

struct term *word_new(const struct kind *kind, const char *text, size_t length) {
  struct word *made = aligned_alloc(64, (sizeof *made + length + 63) & ~(size_t)63);
  made->head = (struct term){.kind = kind, .hash = 5381, .count = {1}};
  memcpy(made->letters, text, length);
  return (struct term *)made;
}

long evaluate(struct term *t, const struct kind *wanted, unsigned hash) {
  long weight = 0;
  if (TALLY_READ(&t->count) < FOREVER)
    TALLY_UP(&t->count);
  for (const struct kind *k = t->kind; k; k = k->general)
    if (k == wanted && t->hash == hash && !t->folded)
      weight += t->kind->weigh(t);
  if (TALLY_READ(&t->count) < FOREVER && TALLY_DOWN(&t->count) == 1)
    free(t);
  return weight;
}
