/* Cars by lane, counted through pointers that functions are passed. */
#include <pthread.h>
#include <stdio.h>

enum { LANES = 4, CARS = 20000 };

static volatile long cars[LANES];

static void count(volatile long *lanes, int lane) {
  for (int i = 0; i < CARS; i++)
    lanes[lane]++;
}

static void *watch(void *lane) {
  count(cars, (int)(long)lane);
  return NULL;
}

/* All lanes. */
static long sum(const volatile long *lanes, int number) {
  long all = 0;
  for (int i = 0; i < number; i++)
    all += lanes[i];
  return all;
}

int main(void) {
  pthread_t threads[LANES];
  for (long i = 0; i < LANES; i++)
    pthread_create(&threads[i], NULL, watch, (void *)i);
  for (int i = 0; i < LANES; i++)
    pthread_join(threads[i], NULL);
  printf("%ld\n", sum(cars, LANES));
  return 0;
}
