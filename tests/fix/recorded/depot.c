// Two arrays of counters side by side in a record of calloc's: each thread has its element of both.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define GATES 4
#define ROUNDS 20000

struct depot {
  const char *name;
  volatile unsigned arrived[GATES];
  volatile unsigned short late[GATES];
};

struct keeper {
  struct depot *depot;
  int gate;
};

static pthread_barrier_t start;

static void *keep(void *argument) {
  const struct keeper *keeper = argument;
  struct depot *depot = keeper->depot;
  pthread_barrier_wait(&start);
  for (unsigned i = 0; i < ROUNDS; i++) {
    depot->arrived[keeper->gate]++;
    if (i % 3 == 0)
      depot->late[keeper->gate]++;
  }
  return NULL;
}

int main(void) {
  struct depot *depot = calloc(1, sizeof *depot);
  struct keeper keepers[GATES];
  pthread_t threads[GATES];
  depot->name = "depot";
  pthread_barrier_init(&start, NULL, GATES);
  for (int i = 0; i < GATES; i++) {
    keepers[i].depot = depot;
    keepers[i].gate = i;
    pthread_create(&threads[i], NULL, keep, &keepers[i]);
  }
  for (int i = 0; i < GATES; i++) {
    pthread_join(threads[i], NULL);
    printf("%s %d: %u, %u late\n", depot->name, i, depot->arrived[i], depot->late[i]);
  }
  free(depot);
  return 0;
}
