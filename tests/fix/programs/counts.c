// Numbers in a static array, one for each thread; the array's size tells how many.
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20000 };

static volatile unsigned long counts[THREADS] = {1, 2, 3};

static void *run(void *argument) {
  const long number = (long)argument;
  for (long i = 0; i < ROUNDS; i++)
    counts[number] += i;
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return 0;
  pthread_t threads[THREADS];
  unsigned long all = counts[0] + counts[1] + counts[2];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    pthread_join(threads[i], NULL);
    all += counts[i];
  }
  printf("%lu\n", all);
  return 0;
}
