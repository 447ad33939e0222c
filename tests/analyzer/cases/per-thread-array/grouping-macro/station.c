// One heap block has a record per measuring thread: two counters that it raises at every wave, a
// flag that a watcher sets in all records, and a number. The members are declared by macros
// inside a grouping macro, and the thread writes them in another file through its void pointer.
// args: -std=gnu11
#include "buoy.h"
#include <pthread.h>
#include <stdlib.h>

#ifdef FIXED
#define ALLOCATE(size) aligned_alloc(64, size)
#else
#define ALLOCATE(size) malloc(size)
#endif
struct buoy *buoys;

static void *run(void *argument) {
  measure(argument);
  return 0;
}

static void *watch(void *argument) {
  for (int i = 0;; i = (i + 1) % 8)
    atomic_store(&buoys[i].report, atomic_load(&buoys[i].waves) % 2);
  return argument;
}

void start_station(pthread_t *threads) {
  buoys = ALLOCATE(8 * sizeof *buoys);
  for (int i = 0; i < 8; i++) {
    buoys[i].number = i;
    pthread_create(&threads[i], 0, run, &buoys[i]);
  }
  pthread_create(&threads[8], 0, watch, 0);
}
