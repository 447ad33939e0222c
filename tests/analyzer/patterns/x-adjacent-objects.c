/* Small objects of separate allocations: only a recording tells that they share a line. */
#include <pthread.h>
#include <stdlib.h>

static void *count(void *argument) {
  volatile long *own = argument;
  for (long i = 0; i < 100000000; i++)
    (*own)++;
  return 0;
}

static long *makeCounter(void) {
#ifdef FIXED
  return aligned_alloc(64, 64);
#else
  return malloc(sizeof(long));
#endif
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], 0, count, makeCounter());
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], 0);
  return 0;
}
