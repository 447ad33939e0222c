// A chute from a quarry to a ship: a ring with one side that fills it and one that empties it. Both
// read where the ring lies and how long it is, in front of what the filling side writes.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { STONES = 256 * 120, PLACES = 8192, BATCH = 256 };

struct chute {
  unsigned *stones;
  unsigned mask;
  unsigned filled; // what the filling side alone knows
  unsigned emptied_seen;
  unsigned emptied;
  unsigned filled_seen;
  atomic_uint filled_shown; // once a batch
  atomic_uint emptied_shown;
};

static struct chute chute;
static unsigned weight;

static unsigned hew(unsigned rock) {
  for (int i = 0; i < 80; i++)
    rock = rock * 747796405u + 2891336453u;
  return rock;
}

static bool fill(struct chute *c, unsigned stone) {
  if (c->filled - c->emptied_seen > c->mask) {
    c->emptied_seen = atomic_load_explicit(&c->emptied_shown, memory_order_acquire);
    if (c->filled - c->emptied_seen > c->mask)
      return false;
  }
  c->stones[c->filled & c->mask] = stone;
  if (++c->filled % BATCH == 0)
    atomic_store_explicit(&c->filled_shown, c->filled, memory_order_release);
  return true;
}

static bool empty(struct chute *c, unsigned *stone) {
  if (c->emptied == c->filled_seen) {
    c->filled_seen = atomic_load_explicit(&c->filled_shown, memory_order_acquire);
    if (c->emptied == c->filled_seen)
      return false;
  }
  *stone = c->stones[c->emptied & c->mask];
  if (++c->emptied % BATCH == 0)
    atomic_store_explicit(&c->emptied_shown, c->emptied, memory_order_release);
  return true;
}

static void *quarry(void *argument) {
  for (unsigned i = 0; i < STONES; i++) {
    unsigned stone = hew(i);
    while (!fill(&chute, stone))
      sched_yield();
  }
  return argument;
}

static void *ship(void *argument) {
  unsigned sum = 0;
  for (unsigned i = 0; i < STONES; i++) {
    unsigned stone;
    while (!empty(&chute, &stone))
      sched_yield();
    sum = sum * 31 + hew(stone);
  }
  weight = sum;
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("chute %zu\n", sizeof(struct chute)) < 0;
#endif
  chute.mask = PLACES * (unsigned)argc - 1;
  chute.stones = calloc(chute.mask + 1, sizeof *chute.stones);
  pthread_t sides[2];
  pthread_create(&sides[0], NULL, quarry, NULL);
  pthread_create(&sides[1], NULL, ship, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(sides[i], NULL);
  printf("%08x\n", weight);
  free(chute.stones);
  return 0;
}
