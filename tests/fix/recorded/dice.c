// Each thread rolls dice and counts the faces in its row of a table, which it hands on.
#include <pthread.h>
#include <stdio.h>

enum { PLAYERS = 4, FACES = 6, ROLLS = 20000 };

static volatile long tally[PLAYERS][FACES];

static unsigned next(unsigned *seed) {
  *seed = *seed * 1103515245U + 12345U;
  return *seed >> 16;
}

static void roll(volatile long *row, unsigned *seed) {
  row[next(seed) % FACES]++;
}

static long total(const volatile long *row, int faces) {
  long sum = 0;
  for (int face = 0; face < faces; face++)
    sum += row[face] * (face + 1);
  return sum;
}

static void *play(void *argument) {
  const long player = (long)argument;
  unsigned seed = 7U + (unsigned)player;
  for (int i = 0; i < ROLLS; i++)
    roll(tally[player], &seed);
  return NULL;
}

int main(void) {
  pthread_t threads[PLAYERS];
  for (long i = 0; i < PLAYERS; i++)
    pthread_create(&threads[i], NULL, play, (void *)i);
  for (long i = 0; i < PLAYERS; i++) {
    pthread_join(threads[i], NULL);
    printf("%ld\n", total(tally[i], FACES));
  }
  return 0;
}
