// args: -std=c11 -fopenmp
/* P2: a slot of an array is chosen by the thread's number. */
#include <omp.h>

#define MAX_THREADS 64

#ifdef FIXED
static struct {
  _Alignas(64) long count;
} found[MAX_THREADS];
#define FOUND(t) found[t].count
#else
static long found[MAX_THREADS]; /* expect: fsfind-per-thread-slots */
#define FOUND(t) found[t]
#endif

long countZeros(const unsigned char *bytes, long size) {
#pragma omp parallel
  {
    int self = omp_get_thread_num();
#pragma omp for
    for (long i = 0; i < size; i++)
      if (bytes[i] == 0)
        FOUND(self)++;
  }
  long all = 0;
  for (int i = 0; i < MAX_THREADS; i++)
    all += FOUND(i);
  return all;
}
