/* The macro that is to align expands to nothing. */
#include <pthread.h>

#ifdef FIXED
#define ____cacheline_aligned __attribute__((aligned(64)))
#else
#define ____cacheline_aligned
#endif

struct percpu { /* expect: fsfind-ineffective-padding | fsfind-per-thread-slots */
  volatile long events; /* expect: fsfind-ineffective-padding | fsfind-per-thread-slots */
} ____cacheline_aligned;

static struct percpu percpu[16];

static void *run(void *argument) {
  long cpu = (long)argument;
  for (long i = 0; i < 100000000; i++)
    percpu[cpu].events++;
  return 0;
}

int main(void) {
  pthread_t threads[16];
  for (long i = 0; i < 16; i++)
    pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < 16; i++)
    pthread_join(threads[i], 0);
  return 0;
}
