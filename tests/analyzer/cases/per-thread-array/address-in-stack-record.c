// Two heap arrays hold a position and a count per thread, both advanced at every parcel. The
// count's address is in a record on the thread's stack, and a callback writes through it.
// as in: MP-Gadget, https://github.com/MP-Gadget/MP-Gadget/pull/496
// args: -std=gnu11 -fopenmp
#include <omp.h>
#include <stdlib.h>

struct belt {
#ifdef FIXED
  struct {
    size_t at, sorted;
  } __attribute__((aligned(64))) * lanes;
#define AT(belt, t) ((belt)->lanes[t].at)
#define SORTED(belt, t) ((belt)->lanes[t].sorted)
#else
  size_t *at;     /* expect: fsfind-per-thread-slots */
  size_t *sorted; /* expect: fsfind-per-thread-slots */
#define AT(belt, t) ((belt)->at[t])
#define SORTED(belt, t) ((belt)->sorted[t])
#endif
};
struct lane {
  int thread;
  size_t end;
  size_t *sorted;
};

static void enter(struct belt *belt, struct lane *lane, size_t parcels) {
  const int threads = omp_get_num_threads();
  lane->thread = omp_get_thread_num();
  lane->end = parcels * (lane->thread + 1) / threads;
  lane->sorted = &SORTED(belt, lane->thread);
  AT(belt, lane->thread) = parcels * lane->thread / threads;
}

static void sort_heavy(size_t parcel, struct lane *lane) {
  *lane->sorted += parcel % 5 == 0;
}
static void sort_all(size_t parcel, struct lane *lane) {
  *lane->sorted += parcel != 0;
}

void sort_parcels(struct belt *belt, size_t parcels, int heavy) {
  void (*const sort)(size_t parcel, struct lane *lane) = heavy ? sort_heavy : sort_all;
#pragma omp parallel
  {
    struct lane lane;
    enter(belt, &lane, parcels);
    for (; AT(belt, lane.thread) < lane.end; AT(belt, lane.thread)++)
      sort(AT(belt, lane.thread), &lane);
  }
}
