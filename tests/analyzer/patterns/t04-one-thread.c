/* T4: without a second thread there is nobody to share with. */
#include <pthread.h>

static long counts[8]; /* expect: fsfind-per-thread-slots */

static void *run(void *argument) {
  long self = (long)argument;
  for (long i = 0; i < 100000000; i++)
    counts[self]++;
  return 0;
}

int main(void) {
#ifdef FIXED
  for (long self = 0; self < 8; self++)
    run((void *)self);
#else
  pthread_t threads[8];
  for (long self = 0; self < 8; self++)
    pthread_create(&threads[self], 0, run, (void *)self);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], 0);
#endif
  return (int)counts[0];
}
