// Two-dimensional arrays: a global one with a row for each thread, one on the heap with a column.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { THREADS = 4, KINDS = 3, ROUNDS = 16, ROWS = 64 };

static long histogram[THREADS][KINDS];
static double (*heat)[THREADS];

static void *count(void *argument) {
  const intptr_t self = (intptr_t)argument;
  unsigned seed = (unsigned)self;
  for (int round = 0; round < ROUNDS; ++round) {
    for (int row = 0; row < ROWS; ++row)
      for (int item = 0; item < 10; ++item) {
        seed = work(seed);
        histogram[self][seed / 512 % KINDS]++;
        heat[row][self] += 0.25;
      }
  }
  return NULL;
}

int main(void) {
  heat = calloc(ROWS, sizeof *heat);
  for (int thread = 0; thread < THREADS; ++thread)
    for (int kind = 0; kind < KINDS; ++kind)
      TELL_OBJECT("global", "histogram", thread, "long", histogram[thread][kind]);
  for (int row = 0; row < ROWS; ++row)
    for (int thread = 0; thread < THREADS; ++thread) {
      TELL_OBJECT("heap", "", -1, "double", heat[row][thread]);
      tellAlso("double[4]", "");
    }
  TELL_OBJECT("global", "heat", -1, "double (*)[4]", heat);
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, count, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
