// args: -std=gnu11
// suspect: threads, object
// also-true: fsfind-contended-atomic
// Soil samples are put into bins; each change of a bin adds to an atomic weight between thresholds
// that all callers read. The record is nested in another one and reached through a pointer back
// from each bin, under the locks of many bins, which do not exclude each other.
#include <stdatomic.h>
#include <stdlib.h>

struct weight { atomic_long grams; };
#ifdef FIXED
#define LINE __attribute__((aligned(64)))
#else
#define LINE
#endif
struct limits {
  int bins;
  struct weight held LINE; // expect: fsfind-adjacent-thread-fields
  long low LINE;           // expect: fsfind-adjacent-thread-fields
  long high;               // expect: fsfind-adjacent-thread-fields
};
struct survey { const char *county; struct limits limits; };
struct sample { struct sample *next; long grams; };
struct bin { struct limits *limits; struct sample *first; };
extern void shelf_lock(unsigned shelf);
extern void shelf_unlock(unsigned shelf);
static inline void weight_change(struct weight *w, long by) {
  atomic_fetch_add_explicit(&w->grams, by, memory_order_relaxed);
}
static inline void limits_change(struct limits *l, long by) { weight_change(&l->held, by); }
static inline long limits_held(struct limits *l) {
  return atomic_load_explicit(&l->held.grams, memory_order_relaxed);
}

int bin_add(struct bin *bin, unsigned shelf, struct sample *sample) {
  int full = limits_held(bin->limits) > bin->limits->high;
  shelf_lock(shelf);
  while (full && bin->first && limits_held(bin->limits) > bin->limits->low) {
    struct sample *gone = bin->first;
    bin->first = gone->next;
    limits_change(bin->limits, -gone->grams);
    free(gone);
  }
  sample->next = bin->first;
  bin->first = sample;
  limits_change(bin->limits, sample->grams);
  shelf_unlock(shelf);
  return !full;
}

struct survey *survey_new(const char *county) {
  struct survey *made = aligned_alloc(64, (sizeof *made + 63) / 64 * 64);
  *made = (struct survey){.county = county, .limits = {.low = 3000, .high = 4000}};
  return made;
}
