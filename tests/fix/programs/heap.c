// Numbers on the heap, behind a pointer of the file, one for each thread.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 20000 };

static volatile long *counts;

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
  const size_t threads = 4;
  counts = calloc(threads, sizeof *counts);
  pthread_t *handles = malloc(threads * sizeof *handles);
  if (!counts || !handles)
    return 1;
  for (size_t i = 0; i < threads; i++)
    pthread_create(&handles[i], NULL, run, (void *)i);
  long all = 0;
  for (size_t i = 0; i < threads; i++) {
    pthread_join(handles[i], NULL);
    all += counts[i];
  }
  printf("%ld\n", all);
  free((void *)counts);
  free(handles);
  return 0;
}
