// Locals of a function, of which each thread gets one by a copy of its record in an array, and
// changes it in another function.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>

enum { KINDS = 3, LAST = 20000 };

struct sieve {
  int (*passes)(unsigned number);
  unsigned *passed;
  pthread_barrier_t *start;
};

static int isOdd(unsigned number) {
  return number & 1;
}
static int isLow(unsigned number) {
  return (number & 15) < 8;
}
static int isRound(unsigned number) {
  return number % 10 == 0;
}

__attribute__((noinline)) static void note(unsigned *passed, int passes) {
  *(volatile unsigned *)passed += (unsigned)passes;
}

static void *sift(void *argument) {
  const struct sieve mine = *(const struct sieve *)argument;
  pthread_barrier_wait(mine.start);
  for (unsigned number = 0; number < LAST; number++)
    note(mine.passed, mine.passes(number));
  return NULL;
}

/// Another frame where that of `count` lies next.
__attribute__((noinline)) static unsigned warmUp(unsigned seed) {
  unsigned recent[64];
  for (unsigned i = 0; i < LAST; i++) {
    recent[i % 64] = seed += i;
    note(&recent[i % 32], (int)(i & 1));
  }
  return recent[seed % 64];
}

__attribute__((noinline)) static void count(void) {
  pthread_barrier_t start;
  unsigned odd = 0, low = 0;
  unsigned round = 0;
  struct sieve sieves[KINDS] = {
      {isOdd, &odd, &start}, {isLow, &low, &start}, {isRound, &round, &start}};
  pthread_t threads[KINDS];
  pthread_barrier_init(&start, NULL, KINDS);
  for (int i = 0; i < KINDS; i++)
    pthread_create(&threads[i], NULL, sift, &sieves[i]);
  for (int i = 0; i < KINDS; i++)
    pthread_join(threads[i], NULL);
  printf("%u %u %u\n", odd, low, round);
}

int main(void) {
  const unsigned seed = warmUp(7);
  count();
  return seed == 1;
}
