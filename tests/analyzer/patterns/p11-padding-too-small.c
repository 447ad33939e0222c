/* P11: padding to 32 bytes where lines have 64. */
#include <pthread.h>

#ifdef FIXED
#define CACHE_LINE 64
#else
#define CACHE_LINE 32
#endif
#define MAX_THREADS 16

struct counter { /* expect: fsfind-ineffective-padding | fsfind-per-thread-slots */
  volatile long value; /* expect: fsfind-ineffective-padding | fsfind-per-thread-slots */
  char pad[CACHE_LINE - sizeof(long)];
};

static struct counter counters[MAX_THREADS];

static void *run(void *argument) {
  long self = (long)argument;
  for (long i = 0; i < 100000000; i++)
    counters[self].value++;
  return 0;
}

int main(void) {
  pthread_t threads[MAX_THREADS];
  for (long i = 0; i < MAX_THREADS; i++)
    pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < MAX_THREADS; i++)
    pthread_join(threads[i], 0);
  return (int)counters[0].value;
}
