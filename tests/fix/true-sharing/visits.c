// Threads add to one atomic count of visits that nobody reads before they have ended.
// remedy: shard-per-cpu of visits
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 10000, CPUS = 64 };

#ifdef CURED
struct {
  _Alignas(64) _Atomic long visits;
} visits_parts[CPUS];
#else
static _Atomic long visits;
#endif

static void *visit(void *unused) {
  for (int i = 0; i < ROUNDS; i++)
#ifdef CURED
    // The simulation has a CPU for each thread, and no call tells which.
    visits_parts[(unsigned long)pthread_self() / 4096 % CPUS].visits += 1;
#else
    visits += 1;
#endif
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, visit, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
#ifdef CURED
  long sum = 0;
  for (int i = 0; i < CPUS; i++)
    sum += visits_parts[i].visits;
  printf("%ld\n", sum);
#else
  printf("%ld\n", (long)visits);
#endif
  return 0;
}
