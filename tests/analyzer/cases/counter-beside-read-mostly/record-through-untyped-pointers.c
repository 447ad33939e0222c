// args: -std=gnu11
// suspect: threads, object
// also-true: fsfind-contended-atomic
// A hive record from the heap has an atomic count of inspections, changed by any thread, beside the
// key and kind that the same paths read. The record goes as untyped pointer from a request into a
// context and back; the count is changed by helpers two calls away.
// as in: libfabric, https://github.com/ofiwg/libfabric/pull/11983
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct visits { atomic_int now; };
struct request { void **places; int count; };
struct context { void *place; uint64_t key; };
struct hive {
  struct { void *apiary; int row; } base;
  uint64_t key;  // expect: fsfind-adjacent-thread-fields
  unsigned kind; // expect: fsfind-adjacent-thread-fields
#ifdef FIXED
  struct visits visits __attribute__((aligned(64)));
  char rest[60];
#else
  struct visits visits; // expect: fsfind-adjacent-thread-fields
#endif
  struct { double weight, heat; } last;
};

static inline void visits_add(struct visits *v, int n) { atomic_fetch_add(&v->now, n); }
static void change(void *hive, int n) {
  if (hive)
    visits_add(&((struct hive *)hive)->visits, n);
}

int inspection_begin(const struct request *request, struct context *contexts) {
  int begun = 0;
  for (int i = 0; i < request->count; i++) {
    struct hive *hive = request->places[i];
    if (hive && hive->kind < 3) {
      change(hive, 1);
      contexts[begun++] = (struct context){hive, hive->key};
    }
  }
  return begun;
}

void inspection_end(struct context *contexts, int n) {
  while (n-- > 0)
    change(contexts[n].place, -1);
}

void *hive_register(uint64_t key, unsigned kind) {
  void *memory = NULL;
#ifdef FIXED
  if (posix_memalign(&memory, 64, sizeof(struct hive)))
    return NULL;
#else
  memory = calloc(1, sizeof(struct hive));
#endif
  *(struct hive *)memory = (struct hive){.key = key, .kind = kind};
  return memory;
}
