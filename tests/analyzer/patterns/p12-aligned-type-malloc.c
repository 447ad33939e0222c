/* P12: the type is aligned, its memory is not. */
#include <pthread.h>
#include <stdlib.h>

#define THREADS 8

struct slot {
  long counts[7];
  long total;
} __attribute__((aligned(64)));

static struct slot *slots;

static void *run(void *argument) {
  long self = (long)argument;
  for (long i = 0; i < 100000000; i++) {
    slots[self].counts[i % 7]++;
    slots[self].total++;
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
#ifdef FIXED
  slots = aligned_alloc(64, THREADS * sizeof(struct slot));
#else
  slots = malloc(THREADS * sizeof(struct slot)); /* expect: fsfind-ineffective-padding | fsfind-per-thread-slots */
#endif
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return (int)slots[0].total;
}
