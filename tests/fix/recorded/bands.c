// Counters in a record that calloc gives memory to, beside members that all threads read.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define BANDS 4

struct image {
  int width, height;
  volatile unsigned bright[BANDS];
  unsigned char limit;
};

struct task {
  struct image *image;
  int band;
};

static pthread_barrier_t start;

static void *count(void *argument) {
  const struct task *task = argument;
  struct image *image = task->image;
  const int rows = image->height / BANDS;
  pthread_barrier_wait(&start);
  for (int y = task->band * rows; y < (task->band + 1) * rows; y++)
    for (int x = 0; x < image->width; x++)
      if ((unsigned char)(7 * (y * image->width + x)) > image->limit)
        image->bright[task->band]++;
  return NULL;
}

int main(void) {
  struct image *image = calloc(1, sizeof *image);
  struct task tasks[BANDS];
  pthread_t threads[BANDS];
  unsigned bright = 0;
  image->width = 256;
  image->height = 256;
  image->limit = 100;
  pthread_barrier_init(&start, NULL, BANDS);
  for (int i = 0; i < BANDS; i++) {
    tasks[i].image = image;
    tasks[i].band = i;
    pthread_create(&threads[i], NULL, count, &tasks[i]);
  }
  for (int i = 0; i < BANDS; i++) {
    pthread_join(threads[i], NULL);
    bright += image->bright[i];
  }
  printf("%u\n", bright);
  free(image);
  return 0;
}
