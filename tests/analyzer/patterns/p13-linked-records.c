/* P13: one thread allocates the records of all threads, back to back. */
#include <pthread.h>
#include <stdlib.h>

#define THREADS 8

struct context {
#ifdef FIXED
  _Alignas(64) long steps;
#else
  long steps; /* expect: fsfind-per-thread-slots */
#endif
  long seed;
};

static struct context *contexts;

static void *run(void *argument) {
  struct context *self = argument;
  for (long i = 0; i < 100000000; i++) {
    self->seed = self->seed * 25214903917 + 11;
    self->steps++;
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
#ifdef FIXED
  contexts = aligned_alloc(64, THREADS * sizeof *contexts);
#else
  contexts = malloc(THREADS * sizeof *contexts);
#endif
  for (int i = 0; i < THREADS; i++) {
    contexts[i].steps = 0;
    contexts[i].seed = i;
    pthread_create(&threads[i], 0, run, &contexts[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
