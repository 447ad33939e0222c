/* P1: the address of an element is handed to each thread, which writes through it in a loop. */
#include <pthread.h>

#define THREADS 8

struct worker {
#ifdef FIXED
  _Alignas(64) long hits;
#else
  long hits; /* expect: fsfind-per-thread-slots */
#endif
  int number;
};

static struct worker workers[THREADS];

static void *run(void *argument) {
  struct worker *self = argument;
  for (long i = 0; i < 100000000; i++)
    if (i % 3 == self->number)
      self->hits++;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    workers[i].number = i;
    pthread_create(&threads[i], 0, run, &workers[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return (int)workers[0].hits;
}
