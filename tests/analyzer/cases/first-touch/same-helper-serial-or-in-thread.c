/* args: -std=c11 -pthread -D_POSIX_C_SOURCE=200809L */
/* The trays of a bakery's cooling model are filled by the thread that starts the others, each of which then works on its own
   slice of every tray. The filling helper is the same in both states: only who calls it, and with which range, differs. */
/* as in: LIKWID, https://github.com/RRZE-HPC/likwid/issues/210 */
#include <pthread.h>
#include <stdlib.h>

enum grain { COARSE, FINE };
struct oven {
  void *trays[3];
  enum grain grain;
  size_t loaves;
  int rounds, bakers;
  pthread_barrier_t together;
};
struct baker {
  struct oven *oven;
  size_t offset, count;
  int number;
};
extern void pin_to(int number);

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
  pin_to(self->number);
#ifdef FIXED
  for (int t = 0; t < 3; t++)
    fill(oven->trays[t], oven->grain, self->offset, self->count);
#endif
  pthread_barrier_wait(&oven->together);
  double *crust = (double *)oven->trays[0] + self->offset;
  const double *crumb = (double *)oven->trays[1] + self->offset, *air = (double *)oven->trays[2] + self->offset;
  for (int round = 0; round < oven->rounds; round++)
    for (size_t i = 0; i < self->count; i++)
      crust[i] += 0.1 * crumb[i] - 0.2 * air[i];
  pthread_barrier_wait(&oven->together);
  return 0;
}
void heat(struct oven *oven) {
  pthread_t *threads = calloc((size_t)oven->bakers, sizeof *threads);
  struct baker *bakers = calloc((size_t)oven->bakers, sizeof *bakers);
  size_t part = oven->loaves / (size_t)oven->bakers / 512 * 512;
  for (int t = 0; t < 3; t++) {
    take_tray(&oven->trays[t], oven->loaves * sizeof(double));
#ifndef FIXED
    fill(oven->trays[t], oven->grain, 0, oven->loaves); /* expect: fsfind-serial-first-touch */
#endif
  }
  pthread_barrier_init(&oven->together, 0, (unsigned)oven->bakers);
  for (int b = 0; b < oven->bakers; b++) {
    bakers[b] = (struct baker){oven, (size_t)b * part, b + 1 < oven->bakers ? part : oven->loaves - (size_t)b * part, b};
    pthread_create(&threads[b], 0, bake, &bakers[b]);
  }
  for (int b = 0; b < oven->bakers; b++)
    pthread_join(threads[b], 0);
  free(bakers);
  free(threads);
}
