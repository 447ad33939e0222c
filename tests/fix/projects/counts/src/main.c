#include <counts.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define ROUNDS 20000

static pthread_barrier_t start;

static void *run(void *number) {
  const int lane = (int)(intptr_t)number;
  pthread_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; i++)
    add(i % 7 == 0 ? &misses[lane] : &hits[lane], 1);
  return NULL;
}

int main(void) {
  pthread_t threads[LANES];
  long all = 0;
  pthread_barrier_init(&start, NULL, LANES);
  for (intptr_t i = 0; i < LANES; i++)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < LANES; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < LANES; i++)
    all += hits[i] + misses[i];
  printf("%ld\n", all);
  return 0;
}
