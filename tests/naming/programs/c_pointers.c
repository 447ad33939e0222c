// Loops that advance a pointer: interleaved elements by thread, and blocks that the compiler may
// unroll or make vectors of.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, PARTICLES = 64, BLOCK = 4, CELLS = 32, ROUNDS = 500 };

struct particle {
  float position, speed;
  int hits;
};

struct range {
  struct particle *begin, *end;
  int *cells;
};

static void move(struct particle *particle, const struct particle *end) {
  for (; particle < end; particle += THREADS) {
    particle->position += particle->speed * 0.5f;
    if (particle->position > 10.0f) {
      particle->position = 0.0f;
      particle->hits++;
    }
  }
}

static void cool(int *cells, int count) {
  for (int i = 0; i < count; ++i)
    cells[i] += 3;
}

static void *simulate(void *argument) {
  const struct range *range = argument;
  for (unsigned round = 0; round < ROUNDS; ++round) {
    move(range->begin, range->end);
    work(round);
    for (int *cell = range->cells; cell < range->cells + 8 * CELLS; cell += CELLS)
      cool(cell, CELLS / THREADS);
  }
  return NULL;
}

int main(void) {
  struct particle *particles = calloc(PARTICLES, sizeof *particles);
  int *cells = malloc(sizeof *cells * 8 * CELLS);
  for (int i = 0; i < PARTICLES; ++i) {
    particles[i].speed = (float)(i % 7);
    TELL_MEMBER("heap", "", i, "struct particle", particles[i], position);
    TELL_MEMBER("heap", "", i, "struct particle", particles[i], speed);
    TELL_MEMBER("heap", "", i, "struct particle", particles[i], hits);
  }
  for (int i = 0; i < 8 * CELLS; ++i) {
    cells[i] = i;
    TELL_OBJECT("heap", "", i, "int", cells[i]);
  }
  struct range ranges[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    ranges[i] = (struct range){particles + i, particles + PARTICLES, cells + i * CELLS / THREADS};
    TELL_MEMBER("stack", "ranges", i, "struct range", ranges[i], begin);
    TELL_MEMBER("stack", "ranges", i, "struct range", ranges[i], end);
    TELL_MEMBER("stack", "ranges", i, "struct range", ranges[i], cells);
    pthread_create(&threads[i], NULL, simulate, &ranges[i]);
  }
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
