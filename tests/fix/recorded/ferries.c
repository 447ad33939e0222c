/* Passengers of ferries, counted in memory that jobs lead to and functions are passed. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { FERRIES = 4, TRIPS = 20000 };

static _Atomic long tickets[FERRIES];

struct trip {
  volatile long *passengers;
  _Atomic long *tickets;
  int ferry;
};

/* All that went. */
static long total(const volatile long *passengers, int ferries) {
  long all = 0;
  for (int i = 0; i < ferries; i++)
    all += passengers[i];
  return all;
}

static void board(volatile long *passengers, int ferry, long number) {
  passengers[ferry] += number;
}

static void *sail(void *argument) {
  const struct trip *trip = argument;
  for (long i = 0; i < TRIPS; i++)
    board(trip->passengers, trip->ferry, i & 3);
  return NULL;
}

static void *sell(void *argument) {
  const struct trip *trip = argument;
  for (long i = 0; i < TRIPS; i++)
    atomic_fetch_add_explicit(&trip->tickets[trip->ferry], i & 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  volatile long *passengers = calloc(FERRIES, sizeof *passengers);
  struct trip trips[FERRIES];
  pthread_t threads[2 * FERRIES];
  if (!passengers)
    return 1;
  for (int i = 0; i < FERRIES; i++) {
    trips[i] = (struct trip){passengers, tickets, i};
    pthread_create(&threads[2 * i], NULL, sail, &trips[i]);
    pthread_create(&threads[2 * i + 1], NULL, sell, &trips[i]);
  }
  for (int i = 0; i < 2 * FERRIES; i++)
    pthread_join(threads[i], NULL);
  long sold = 0;
  for (int i = 0; i < FERRIES; i++)
    sold += tickets[i];
  printf("%ld %ld\n", total(passengers, FERRIES), sold);
  free((void *)passengers);
  return 0;
}
