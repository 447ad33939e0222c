/* args: -std=c11 -pthread -D_POSIX_C_SOURCE=200809L */
/* The trays of a bakery model are filled by the thread that starts the others, each of which then
   uses its slice of each. The helper is the same in both states: only who calls it differs. */
/* as in: LIKWID, https://github.com/RRZE-HPC/likwid/issues/210 */
#include <pthread.h>
#include <stdlib.h>

enum grain { COARSE, FINE };
struct oven {
  void *trays[2];
  enum grain grain;
  size_t loaves;
  int rounds;
  pthread_barrier_t together;
};
struct baker {
  struct oven *oven;
  size_t offset, count;
};

static int take_tray(void **tray, size_t bytes) { return posix_memalign(tray, 4096, bytes); }
static void fill(void *tray, enum grain grain, size_t first, size_t count) {
  switch (grain) {
  case COARSE:
    for (size_t i = first; i < first + count; i++)
      ((float *)tray)[i] = 20.0f; /* expect: fsfind-serial-first-touch */
    break;
  case FINE:
    for (size_t i = first; i < first + count; i++)
      ((double *)tray)[i] = 20.0; /* expect: fsfind-serial-first-touch */
    break;
  }
}
static void *bake(void *argument) {
  struct baker *self = argument;
  struct oven *oven = self->oven;
#ifdef FIXED
  for (int t = 0; t < 2; t++)
    fill(oven->trays[t], oven->grain, self->offset, self->count);
#endif
  pthread_barrier_wait(&oven->together);
  double *crust = (double *)oven->trays[0] + self->offset;
  const double *crumb = (double *)oven->trays[1] + self->offset;
  for (int round = 0; round < oven->rounds; round++)
    for (size_t i = 0; i < self->count; i++)
      crust[i] += 0.1 * crumb[i];
  return 0;
}
void heat(struct oven *oven) {
  pthread_t threads[16];
  struct baker bakers[16];
  size_t part = oven->loaves / 16;
  for (int t = 0; t < 2; t++) {
    take_tray(&oven->trays[t], oven->loaves * sizeof(double));
#ifndef FIXED
    fill(oven->trays[t], oven->grain, 0, oven->loaves); /* expect: fsfind-serial-first-touch */
#endif
  }
  pthread_barrier_init(&oven->together, 0, 16);
  for (int b = 0; b < 16; b++) {
    bakers[b] = (struct baker){oven, (size_t)b * part, part};
    pthread_create(&threads[b], 0, bake, &bakers[b]);
  }
  for (int b = 0; b < 16; b++)
    pthread_join(threads[b], 0);
}
