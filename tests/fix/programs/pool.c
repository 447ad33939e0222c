// Each thread counts in its own element of an array that calloc makes; the type has no tag.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 20000 };

typedef struct {
  volatile long hits, misses;
  int number;
} counter_t;

struct pool {
  int size;
  counter_t *counters;
};

static void *run(void *argument) {
  counter_t *own = argument;
  for (long i = 0; i < ROUNDS; i++) {
    own->hits += own->number;
    own->misses++;
  }
  return NULL;
}

/* Makes a pool
 * of counters. */
static struct pool *make(int size) {
  struct pool *pool = malloc(sizeof *pool);
  if (!pool)
    exit(1);
  pool->size = size;
  pool->counters = calloc(size, sizeof(counter_t));
  if (!pool->counters)
    exit(1);
  return pool;
}

int main(int argc, char **argv) {
  (void)argc, (void)argv;
#ifdef SIZES
  if (argc > 1)
    return printf("counter_t %zu\n", sizeof(counter_t)) < 0;
#endif
  struct pool *pool = make(THREADS);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    pool->counters[i].number = i + 1;
    pthread_create(&threads[i], NULL, run, &pool->counters[i]);
  }
  long all = 0;
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    all += pool->counters[i].hits + pool->counters[i].misses;
  }
  printf("%ld\n", all);
  free(pool->counters);
  free(pool);
  return 0;
}
