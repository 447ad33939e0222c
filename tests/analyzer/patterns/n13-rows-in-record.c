/* args: -std=c11 -pthread */
/* suspect: run */
/* N13: a record's fixed array of pointers to streams; each thread has been told where its part
 * begins. */
#include <pthread.h>
#include <stdlib.h>

enum { kStreams = 3, kMost = 64 };
struct group {
  double *streams[kStreams];
  size_t size;
};
struct work {
  struct group *group;
  size_t offset, size;
};

static void set_ones(double *values, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++)
    values[i] = 1.0; /* expect: fsfind-serial-first-touch */
}

static void *run(void *argument) {
  struct work *work = argument;
#ifdef FIXED
  for (int s = 0; s < kStreams; s++)
    set_ones(work->group->streams[s], work->offset, work->offset + work->size);
#endif
  double *a = work->group->streams[0] + work->offset;
  const double *b = work->group->streams[1] + work->offset;
  for (int round = 0; round < 1000; round++)
    for (size_t i = 0; i < work->size; i++)
      a[i] += 3 * b[i];
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  struct group group = {.size = (size_t)argc << 24};
  pthread_t threads[kMost];
  static struct work works[kMost];
  for (int s = 0; s < kStreams; s++) {
    group.streams[s] = malloc(group.size * sizeof(double));
#ifndef FIXED
    set_ones(group.streams[s], 0, group.size);
#endif
  }
  for (size_t t = 0; t < kMost; t++) {
    works[t].group = &group;
    works[t].size = group.size / kMost;
    works[t].offset = t * works[t].size;
  }
  for (size_t t = 0; t < kMost; t++)
    pthread_create(&threads[t], NULL, run, &works[t]);
  for (size_t t = 0; t < kMost; t++)
    pthread_join(threads[t], NULL);
  return 0;
}
