/* P9: threads take every n-th element. */
#include <pthread.h>

#define THREADS 8
#define COUNT (1 << 20)

static int squares[COUNT]; /* expect: fsfind-per-thread-slots | fsfind-partition-edges */

static void *fill(void *argument) {
  long self = (long)argument;
#ifdef FIXED
  int own[16] = {0};
  long sum = 0;
  for (long i = self; i < COUNT; i += THREADS) {
    own[i % 16] += squares[i];
    sum += own[i % 16];
  }
  return (void *)sum;
#else
  for (long round = 0; round < 100; round++)
    for (long i = self; i < COUNT; i += THREADS)
      squares[i] += (int)(i * i);
  return 0;
#endif
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, fill, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return squares[7];
}
