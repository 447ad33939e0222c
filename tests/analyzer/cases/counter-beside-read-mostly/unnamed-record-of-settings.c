// suspect: data
// also-true: fsfind-contended-atomic
// The record of a postcard sorter's settings, which every worker reads for each card, has in its
// midst two counters that every worker adds to. The record has no name and is a single variable.
// as in: Redis (benchmark tool), https://github.com/redis/redis/pull/15439
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
  pthread_t thread;
  unsigned card;
};

static struct {
#ifdef FIXED
  int workers, districts, quiet;
  unsigned stride;
  _Alignas(64) atomic_long sorted;
  atomic_long returned;
  char rest[64 - 2 * sizeof(atomic_long)];
#else
  int workers, districts; // expect: fsfind-adjacent-thread-fields
  atomic_long sorted;     // expect: fsfind-adjacent-thread-fields
  atomic_long returned;   // expect: fsfind-adjacent-thread-fields
  unsigned stride;        // expect: fsfind-adjacent-thread-fields
  int quiet;              // expect: fsfind-adjacent-thread-fields
#endif
} sorting;

static void *sort_cards(void *argument) {
  struct worker *self = argument;
  for (long i = 0; i < 10000000; i++) {
    self->card += sorting.stride;
    if (self->card % 100 < (unsigned)sorting.districts)
      atomic_fetch_add_explicit(&sorting.sorted, 1, memory_order_relaxed);
    else {
      atomic_fetch_add_explicit(&sorting.returned, 1, memory_order_relaxed);
      if (!sorting.quiet)
        printf("card %u goes back\n", self->card);
    }
  }
  return NULL;
}

int main(int argc, char **argv) {
  sorting.workers = argc > 1 ? atoi(argv[1]) : 8;
  sorting.districts = 97;
  sorting.stride = 7919;
  sorting.quiet = argc > 2;
  for (int i = 0; i < sorting.workers; i++) {
    struct worker *one = calloc(1, 128);
    one->card = i;
    pthread_create(&one->thread, NULL, sort_cards, one);
  }
  pthread_exit(NULL);
}
