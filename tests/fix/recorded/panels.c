/* Two picture buffers: one thread fades the levels in the one that is not shown, another counts how
 * often the lamps of the one that is shown were lit. They change places after each picture. */
#define _POSIX_C_SOURCE 200112L /* barriers */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAMPS = 8, PICTURES = 20, STEPS = 400 };

struct row {
  unsigned char level[LAMPS];
  unsigned short lit[LAMPS];
};

struct panel {
  struct row rows[2];
  int shown;
  pthread_barrier_t change;
};

__attribute__((noinline)) static void fade(struct row *row, unsigned step) {
  for (unsigned i = 0; i < LAMPS; i++)
    row->level[i] = (unsigned char)(row->level[i] + (step & 1) + i);
  __asm__ volatile("" ::: "memory"); /* as if it were in another file */
}

__attribute__((noinline)) static void light(struct row *row, unsigned step) {
  for (unsigned i = 0; i < LAMPS; i++)
    if (row->level[i] >= (step * 7 & 127))
      row->lit[i]++;
  __asm__ volatile("" ::: "memory");
}

static void *draw(void *argument) {
  struct panel *panel = argument;
  for (int picture = 0; picture < PICTURES; picture++) {
    struct row *row = &panel->rows[!panel->shown];
    for (unsigned step = 0; step < STEPS; step++)
      fade(row, step);
    pthread_barrier_wait(&panel->change);
    pthread_barrier_wait(&panel->change);
  }
  return NULL;
}

static void *show(void *argument) {
  struct panel *panel = argument;
  for (int picture = 0; picture < PICTURES; picture++) {
    struct row *row = &panel->rows[panel->shown];
    for (unsigned step = 0; step < STEPS; step++)
      light(row, step);
    pthread_barrier_wait(&panel->change);
    panel->shown = !panel->shown;
    pthread_barrier_wait(&panel->change);
  }
  return NULL;
}

int main(void) {
  struct panel *panel = calloc(1, sizeof *panel);
  pthread_t drawing, showing;
  if (!panel)
    return 1;
  pthread_barrier_init(&panel->change, NULL, 2);
  pthread_create(&drawing, NULL, draw, panel);
  pthread_create(&showing, NULL, show, panel);
  pthread_join(drawing, NULL);
  pthread_join(showing, NULL);
  for (int i = 0; i < LAMPS; i++)
    printf("%d %d %d %d\n", panel->rows[0].level[i], panel->rows[1].level[i], panel->rows[0].lit[i],
           panel->rows[1].lit[i]);
  pthread_barrier_destroy(&panel->change);
  free(panel);
}
