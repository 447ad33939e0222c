// Rows of numbers, a row for each thread; two rows share a cacheline.
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, BINS = 4, ROUNDS = 20000 };

static volatile long bins[THREADS][BINS];

static void *run(void *argument) {
  const long number = (long)argument;
  for (long i = 0; i < ROUNDS; i++)
    bins[number][i % BINS]++;
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return 0;
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int bin = 0; bin < BINS; bin++) {
    long all = 0;
    for (int i = 0; i < THREADS; i++)
      all += bins[i][bin];
    printf("%ld\n", all);
  }
  return 0;
}
