// A kiln's thermostat counts its pulses between the settings that the loaders read for each brick.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { LOADERS = 3, BRICKS = 20000 };

struct kiln {
  int max_weight;
  unsigned clay_mask;
  volatile long pulses;
  int shelf;
  int glazed;
  long built; // when the kiln was built: nobody asks while it is hot
};

static struct kiln kiln;
static long loaded[LOADERS * 64];
static pthread_barrier_t fire;

static unsigned knead(unsigned clay) {
  for (int i = 0; i < 60; i++)
    clay = clay * 1664525u + 1013904223u;
  atomic_signal_fence(memory_order_seq_cst); // as if it were in another file
  return clay;
}

static int accepts(const struct kiln *k, unsigned brick) {
  if ((int)(brick >> 24) > k->max_weight)
    return 0;
  return (brick & k->clay_mask) % 7 != (unsigned)k->shelf || k->glazed;
}

static void *load(void *argument) {
  long *count = argument;
  unsigned brick = (unsigned)(count - loaded);
  pthread_barrier_wait(&fire);
  for (int i = 0; i < BRICKS; i++) {
    brick = knead(brick);
    *count += accepts(&kiln, brick);
  }
  return NULL;
}

static void *heat(void *argument) {
  pthread_barrier_wait(&fire);
  unsigned wave = 1;
  for (int i = 0; i < BRICKS; i++) {
    wave = knead(wave);
    kiln.pulses += wave % 3;
  }
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("kiln %zu\n", sizeof(struct kiln)) < 0;
#endif
  kiln.max_weight = 200;
  kiln.clay_mask = 0xfff0;
  kiln.shelf = argc + 2;
  kiln.built = 1908;
  pthread_barrier_init(&fire, NULL, LOADERS + 1);
  pthread_t loaders[LOADERS], thermostat;
  for (int i = 0; i < LOADERS; i++)
    pthread_create(&loaders[i], NULL, load, &loaded[i * 64]);
  pthread_create(&thermostat, NULL, heat, NULL);
  for (int i = 0; i < LOADERS; i++)
    pthread_join(loaders[i], NULL);
  pthread_join(thermostat, NULL);
  printf("%ld pulses since %ld; %ld %ld %ld\n", kiln.pulses, kiln.built, loaded[0], loaded[64],
         loaded[128]);
  return 0;
}
