/* args: -std=c11 -pthread -D_POSIX_C_SOURCE=200809L */
/* suspect: run */
/* The trays of a bakery model are filled by the thread that starts the others; each of those uses
   its slice of both. The helper is the same in both states: only who calls it differs. */
/* as in: LIKWID, https://github.com/RRZE-HPC/likwid/issues/210 */
#include <pthread.h>
#include <stdlib.h>
struct oven {
  void *trays[2];
  enum grain { COARSE, FINE } grain;
  size_t loaves;
  int rounds;
};
struct baker {
  struct oven *oven;
  size_t first, count;
};
static void fill(void *tray, enum grain grain, size_t first, size_t count) {
  switch (grain) {
  case COARSE:
    for (size_t i = first; i < first + count; i++)
      ((float *)tray)[i] = 20.0f; /* expect: fsfind-serial-first-touch */
    break;
  case FINE:
    for (size_t i = first; i < first + count; i++)
      ((double *)tray)[i] = 20.0; /* expect: fsfind-serial-first-touch */
  }
}
static void *bake(void *argument) {
  struct baker *self = argument;
  struct oven *oven = self->oven;
#ifdef FIXED
  for (int t = 0; t < 2; t++)
    fill(oven->trays[t], oven->grain, self->first, self->count);
#endif
  for (int round = 0; round < oven->rounds; round++)
    for (size_t i = self->first; i < self->first + self->count; i++)
      if (oven->grain == FINE)
        ((double *)oven->trays[0])[i] += 0.1 * ((double *)oven->trays[1])[i];
      else
        ((float *)oven->trays[0])[i] += 0.1f * ((float *)oven->trays[1])[i];
  return 0;
}
void heat(struct oven *oven) { /* the number of loaves is a multiple of 16 */
  pthread_t threads[16];
  struct baker bakers[16];
  size_t part = oven->loaves / 16;
  for (int t = 0; t < 2; t++) {
    if (posix_memalign(&oven->trays[t], 4096, oven->loaves * sizeof(double)))
      abort();
#ifndef FIXED
    fill(oven->trays[t], oven->grain, 0, oven->loaves); /* expect: fsfind-serial-first-touch */
#endif
  }
  for (int b = 0; b < 16; b++) {
    bakers[b] = (struct baker){oven, (size_t)b * part, part};
    pthread_create(&threads[b], 0, bake, &bakers[b]);
  }
  for (int b = 0; b < 16; b++)
    pthread_join(threads[b], 0);
}
