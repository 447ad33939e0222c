// A lone counter lies beside settings that other threads read.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>

#define THREADS 3

static int rounds = 20000;
static volatile long ticks = 1;
static volatile int mode = 2;
static pthread_barrier_t all;

typedef long (*step_t)(void);
static long tick(void) {
  return ticks = ticks + 1;
}
static long look(void) {
  return mode;
}
static step_t steps[THREADS] = {tick, look, look};

static void *run(void *argument) {
  const step_t step = *(step_t *)argument;
  long sum = 0;
  pthread_barrier_wait(&all);
  for (int i = 0, end = rounds; i < end; i++)
    sum += step();
  return (void *)sum;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return 0;
  pthread_t threads[THREADS];
  pthread_barrier_init(&all, NULL, THREADS);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, run, &steps[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%ld %d\n", ticks, mode);
  return 0;
}
