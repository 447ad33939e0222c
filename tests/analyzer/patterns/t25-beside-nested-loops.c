/* T25: each thread counts its jobs in an element of its own, once for each job: loops in loops that
   no way avoids. Only --suspects shows that. */
#include <pthread.h>

#define THREADS 8
#define SIZE 512

static long done[THREADS];
static _Alignas(64) float results[THREADS][SIZE];

static void compute(float *result, int job) {
  for (int row = 0; row < SIZE; row++) {
    float sum = 0;
    for (int column = 0; column < SIZE; column++)
      sum += (float)(row ^ column ^ job);
    result[row] = sum;
  }
}

static void *run(void *argument) {
  int number = *(int *)argument;
  for (int job = number; job < 100000; job += THREADS) {
    compute(results[number], job);
    done[number]++;
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], 0, run, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return (int)done[0];
}
