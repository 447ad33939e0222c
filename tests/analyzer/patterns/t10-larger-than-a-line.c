/* T10: elements larger than a line are not safe: the end of one meets the begin of the next. */
#include <pthread.h>

#define THREADS 8

struct state {
#ifdef FIXED
  _Alignas(64) volatile long first;
#else
  volatile long first; /* expect: fsfind-per-thread-slots */
#endif
  char name[80];
  volatile long last; /* expect: fsfind-per-thread-slots */
};

static struct state states[THREADS];

static void *run(void *argument) {
  struct state *self = argument;
  for (long i = 0; i < 100000000; i++) {
    self->first++;
    self->last++;
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, run, &states[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
