/* P31: each thread draws random numbers by the library, which writes the thread's element of an array. */
#include <pthread.h>
#include <stdlib.h>

#define THREADS 8

#ifdef FIXED
static _Alignas(64) struct seed {
  _Alignas(64) unsigned value;
} seeds[THREADS];
#define SEED(number) (&seeds[number].value)
#else
static unsigned seeds[THREADS]; /* expect: fsfind-per-thread-slots */
#define SEED(number) (&seeds[number])
#endif
static _Alignas(64) long found;

static int draw(int number) {
  return rand_r(SEED(number));
}

static void *run(void *argument) {
  int number = *(int *)argument;
  long inside = 0;
  for (long i = 0; i < 100000000; i++)
    inside += draw(number) % 3 == 0;
  __atomic_fetch_add(&found, inside, __ATOMIC_RELAXED);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], 0, run, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return (int)found;
}
