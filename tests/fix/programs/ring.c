// A producer's and a consumer's counts of one ring lie beside each other; each side looks at the
// other's seldom.
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 40000, LOOK = 1024 };

struct ring {
  volatile long pushed;
  volatile long push_limit;
  volatile long popped;
  volatile long pop_limit;
};

static struct ring ring;
static pthread_barrier_t both;

static void *produce(void *argument) {
  pthread_barrier_wait(&both);
  for (long i = 0; i < ROUNDS; i++) {
    if (i % LOOK == 0)
      ring.push_limit = ring.popped + ROUNDS;
    ring.pushed = ring.pushed + 1;
  }
  return argument;
}

static void *consume(void *argument) {
  pthread_barrier_wait(&both);
  for (long i = 0; i < ROUNDS; i++) {
    if (i % LOOK == 0)
      ring.pop_limit = ring.pushed;
    ring.popped = ring.popped + 1;
  }
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("ring %zu\n", sizeof(struct ring)) < 0;
#endif
  pthread_t producer, consumer;
  pthread_barrier_init(&both, NULL, 2);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  printf("%ld %ld\n", ring.pushed, ring.popped);
  return 0;
}
