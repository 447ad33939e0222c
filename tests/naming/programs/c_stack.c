// A struct on main's stack, and an array of arguments there, reached through the threads' void *.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, ITEMS = 15000 };

struct progress {
  _Atomic long done;
  _Atomic long failed;
  const char *title;
  int limit;
};

struct worker {
  struct progress *progress;
  int number;
  unsigned long sum;
};

static void *run(void *argument) {
  struct worker *self = argument;
  unsigned seed = (unsigned)self->number;
  for (int item = 0; item < ITEMS; ++item) {
    seed = work(seed);
    self->sum += seed % 10;
    if (item % 4 == self->number)
      atomic_fetch_add(&self->progress->done, 1);
    else if (seed % 7 == 0 && self->progress->limit > item)
      atomic_fetch_add(&self->progress->failed, 1);
  }
  return NULL;
}

int main(void) {
  struct progress progress = {0, 0, "items", ITEMS};
  struct worker workers[THREADS];
  TELL_MEMBER("stack", "progress", -1, "struct progress", progress, done);
  TELL_MEMBER("stack", "progress", -1, "struct progress", progress, failed);
  TELL_MEMBER("stack", "progress", -1, "struct progress", progress, title);
  TELL_MEMBER("stack", "progress", -1, "struct progress", progress, limit);
  for (int i = 0; i < THREADS; ++i) {
    TELL_MEMBER("stack", "workers", i, "struct worker", workers[i], progress);
    TELL_MEMBER("stack", "workers", i, "struct worker", workers[i], number);
    TELL_MEMBER("stack", "workers", i, "struct worker", workers[i], sum);
  }
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    workers[i] = (struct worker){&progress, i, 0};
    pthread_create(&threads[i], NULL, run, &workers[i]);
  }
  unsigned long sum = 0;
  for (int i = 0; i < THREADS; ++i) {
    pthread_join(threads[i], NULL);
    sum += workers[i].sum;
  }
  return sum == 0 || atomic_load(&progress.done) == 0;
}
