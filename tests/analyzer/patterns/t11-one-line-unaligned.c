/* T11: an element of exactly one line is not safe where the base is not aligned. */
#include <pthread.h>
#include <stdlib.h>

#define THREADS 8

struct slot {
  volatile long counts[8]; /* expect: fsfind-per-thread-slots | fsfind-ineffective-padding */
};

static struct slot *slots;

static void *run(void *argument) {
  long self = (long)argument;
  for (long i = 0; i < 100000000; i++)
    slots[self].counts[i % 8]++;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
#ifdef FIXED
  slots = aligned_alloc(64, THREADS * sizeof *slots);
#else
  slots = malloc(THREADS * sizeof *slots);
#endif
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
