// Threads count votes one by one in numbers that are only read when all are counted.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20000 };

static _Atomic unsigned long votes;
static _Alignas(64) _Atomic int kinds;

static void *count(void *argument) {
  unsigned long paper = (unsigned long)argument;
  for (int i = 0; i < ROUNDS; i++) {
    paper = paper * 6364136223846793005UL + 1442695040888963407UL;
    atomic_fetch_add_explicit(&votes, paper >> 62, memory_order_relaxed);
    kinds |= 1 << (paper >> 60);
    if (paper >> 40 == 0)
      votes++;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, count, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%lu %d\n", votes, kinds);
  return 0;
}
