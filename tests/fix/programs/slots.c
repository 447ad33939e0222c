// Each thread counts in its own element of an array; elements share cachelines.
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20000 };

struct worker {
  volatile long hits;
  int number;
};

static struct worker workers[THREADS];

static void *run(void *argument) {
  struct worker *own = argument;
  for (long i = 0; i < ROUNDS; i++)
    own->hits += own->number;
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("worker %zu\n", sizeof(struct worker)) < 0;
#endif
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    workers[i].number = i + 1;
    pthread_create(&threads[i], NULL, run, &workers[i]);
  }
  long all = 0;
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    all += workers[i].hits;
  }
  printf("%ld\n", all);
  return 0;
}
