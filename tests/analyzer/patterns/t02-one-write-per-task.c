/* T2: a result stored once at the end does not matter. */
#include <pthread.h>

#define THREADS 8

static long results[THREADS]; /* expect: fsfind-per-thread-slots */

static void *run(void *argument) {
  long self = (long)argument;
#ifdef FIXED
  long own = 0;
  for (long i = 0; i < 100000000; i++)
    own += i ^ self;
  results[self] = own;
#else
  for (long i = 0; i < 100000000; i++)
    results[self] += i ^ self;
#endif
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return (int)results[0];
}
