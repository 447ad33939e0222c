/* T3: arguments that threads only read. */
#include <pthread.h>

#define THREADS 8

struct argument {
  long begin, end;
  long sum; /* expect: fsfind-per-thread-slots */
};

static void *run(void *given) {
  struct argument *argument = given;
#ifdef FIXED
  long sum = 0;
  for (long i = argument->begin; i < argument->end; i++)
    sum += i * i;
  return (void *)sum;
#else
  for (long i = argument->begin; i < argument->end; i++)
    argument->sum += i * i;
  return 0;
#endif
}

int main(void) {
  pthread_t threads[THREADS];
  struct argument arguments[THREADS];
  for (long i = 0; i < THREADS; i++) {
    arguments[i].begin = i * 1000000;
    arguments[i].end = (i + 1) * 1000000;
    arguments[i].sum = 0;
    pthread_create(&threads[i], 0, run, &arguments[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
