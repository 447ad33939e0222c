// A record on the heap in whose unnamed part two threads write members side by side, beside a lock
// and what it guards in another part.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TREES 20000
#define THREADS 3

struct orchard {
  struct {
    pthread_mutex_t gate;
    unsigned long carts;
  };
  struct {
    volatile unsigned long picked;
    volatile unsigned long pruned;
  };
};

struct task {
  struct orchard *orchard;
  int number;
};

static pthread_barrier_t dawn;

static unsigned long look(unsigned long tree) {
  for (int i = 0; i < 40; i++)
    tree = tree * 6364136223846793005ul + 1442695040888963407ul;
  return tree >> 60;
}

static void pick(struct orchard *orchard) {
  for (unsigned long tree = 0; tree < TREES; tree++)
    orchard->picked += look(tree);
}

static void prune(struct orchard *orchard) {
  for (unsigned long tree = 0; tree < TREES; tree++)
    orchard->pruned += look(~tree);
}

static void haul(struct orchard *orchard) {
  for (unsigned long tree = 0; tree < TREES / 10; tree++) {
    const unsigned long load = look(tree);
    pthread_mutex_lock(&orchard->gate);
    orchard->carts += load;
    pthread_mutex_unlock(&orchard->gate);
  }
}

static void *work(void *argument) {
  const struct task *task = argument;
  pthread_barrier_wait(&dawn);
  if (task->number == 0)
    pick(task->orchard);
  else if (task->number == 1)
    prune(task->orchard);
  else
    haul(task->orchard);
  return NULL;
}

int main(void) {
  struct orchard *orchard = calloc(1, sizeof *orchard);
  struct task tasks[THREADS];
  pthread_t threads[THREADS];
  if (!orchard)
    return 1;
  pthread_mutex_init(&orchard->gate, NULL);
  pthread_barrier_init(&dawn, NULL, THREADS);
  for (int i = 0; i < THREADS; i++) {
    tasks[i].orchard = orchard;
    tasks[i].number = i;
    pthread_create(&threads[i], NULL, work, &tasks[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%lu picked, %lu pruned, %lu carts\n", orchard->picked, orchard->pruned, orchard->carts);
  free(orchard);
  return 0;
}
