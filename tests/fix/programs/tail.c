// Two sides of a ring on the heap, with its bytes behind it; its members share one declaration.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 20000 };

struct ring {
  volatile long pushed, limit, popped, seen;
  char data[];
};

static void *push(void *argument) {
  struct ring *ring = argument;
  for (long i = 0; i < ROUNDS; i++) {
    ring->pushed++;
    ring->limit++;
  }
  return NULL;
}

static void *pop(void *argument) {
  struct ring *ring = argument;
  for (long i = 0; i < ROUNDS; i++) {
    ring->popped++;
    ring->seen++;
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc, (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("ring %zu\n", sizeof(struct ring)) < 0;
#endif
  struct ring *ring = (struct ring *)malloc(sizeof(*ring) + 100);
  memset(ring, 0, sizeof *ring);
  pthread_t one, two;
  pthread_create(&one, NULL, push, ring);
  pthread_create(&two, NULL, pop, ring);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  printf("%ld\n", ring->pushed + ring->popped + ring->seen + ring->limit);
  free(ring);
  return 0;
}
