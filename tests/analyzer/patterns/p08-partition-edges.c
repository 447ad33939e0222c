/* suspect: line */
/* P8: each thread writes its own part of a short array of bytes, again and again: edges are much of it. */
#include <pthread.h>

#define THREADS 8
#ifdef FIXED
#define PART 64
static _Alignas(64) unsigned char marks[THREADS * PART];
#else
#define PART 24
static unsigned char marks[THREADS * PART]; /* expect: fsfind-partition-edges */
#endif

static void *mark(void *argument) {
  long self = (long)argument;
  for (long round = 0; round < 1000000; round++)
    for (long i = self * PART; i < (self + 1) * PART; i++)
      marks[i]++;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, mark, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return marks[0];
}
