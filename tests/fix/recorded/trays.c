/* Bakers who each count loaves by kind in an array of their own, which calloc puts beside the
 * others'. The size of the bakers' table is in a local. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { BAKERS = 4, KINDS = 4, LOAVES = 40000 };

struct baker {
  pthread_t thread;
  unsigned seed;
  volatile unsigned *hist;
};

static void *bake(void *argument) {
  struct baker *baker = argument;
  unsigned x = baker->seed;
  for (int i = 0; i < LOAVES; i++) {
    x = x * 1664525u + 1013904223u;
    baker->hist[x >> 30]++;
  }
  return NULL;
}

int main(void) {
  size_t size = BAKERS * sizeof(struct baker);
  struct baker *bakers = malloc(size);
  if (!bakers)
    return 1;
  for (unsigned i = 0; i < BAKERS; i++) {
    bakers[i].seed = i;
    bakers[i].hist = calloc(KINDS, sizeof(unsigned));
    if (!bakers[i].hist)
      return 1;
  }
  for (int i = 0; i < BAKERS; i++)
    pthread_create(&bakers[i].thread, NULL, bake, &bakers[i]);
  unsigned long sum = 0;
  for (int i = 0; i < BAKERS; i++) {
    pthread_join(bakers[i].thread, NULL);
    for (int kind = 0; kind < KINDS; kind++)
      sum += (unsigned long)(kind + 1) * bakers[i].hist[kind];
    free((void *)bakers[i].hist);
  }
  free(bakers);
  printf("%lu\n", sum);
  return 0;
}
