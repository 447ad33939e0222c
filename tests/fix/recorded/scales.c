// Two scales of a mill count in elements that constants choose, beside two globals of the same
// threads.
#define _POSIX_C_SOURCE 200112L /* barriers */
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 20000 };

static long weighed[2];
static unsigned rye;
static unsigned wheat;
static pthread_barrier_t open_doors;

static unsigned next(unsigned number) {
  for (int i = 0; i < 40; i++)
    number = number * 1103515245u + 12345u;
  __asm__ volatile("" ::: "memory"); /* as if it were in another file */
  return number;
}

static void *weigh_rye(void *unused) {
  unsigned sack = 1;
  (void)unused;
  pthread_barrier_wait(&open_doors);
  for (int i = 0; i < ROUNDS; i++) {
    sack = next(sack);
    weighed[0] += sack >> 20;
    rye ^= sack;
  }
  return NULL;
}

static void *weigh_wheat(void *unused) {
  unsigned sack = 2;
  (void)unused;
  pthread_barrier_wait(&open_doors);
  for (int i = 0; i < ROUNDS; i++) {
    sack = next(sack);
    weighed[1] += sack >> 19;
    wheat ^= sack;
  }
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_barrier_init(&open_doors, NULL, 2);
  pthread_create(&one, NULL, weigh_rye, NULL);
  pthread_create(&other, NULL, weigh_wheat, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  printf("%ld %ld %u %u\n", weighed[0], weighed[1], rye, wheat);
  return 0;
}
