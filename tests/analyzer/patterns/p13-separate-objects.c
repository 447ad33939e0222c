/* P13: small records of separate allocations, made in a row before the threads start. */
#include <pthread.h>
#include <stdlib.h>

#define THREADS 8

struct worker {
  long done; /* expect: fsfind-per-thread-slots */
  long limit;
};

static struct worker *workers[THREADS];

static struct worker *makeWorker(long limit) {
#ifdef FIXED
  struct worker *made = aligned_alloc(64, 64);
#else
  struct worker *made = malloc(sizeof *made); /* expect: fsfind-per-thread-slots */
#endif
  made->done = 0;
  made->limit = limit;
  return made;
}

static void *run(void *argument) {
  struct worker *own = argument;
  while (own->done < own->limit)
    own->done++;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    workers[i] = makeWorker(100000000);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, run, workers[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
