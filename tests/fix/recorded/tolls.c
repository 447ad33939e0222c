// Booths whose memory comes from the project's own heap, which rounds sizes up to 8 bytes: no edit
// of the record aligns them, padding parts them.
#define _POSIX_C_SOURCE 200809L // barriers
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOOTHS 4
#define CARS 20000

struct booth {
  unsigned cars;
  unsigned coins;
  unsigned jams;
};

static unsigned char *heap;
static size_t used;
static pthread_barrier_t start;

static void *take(size_t size) {
  void *memory = heap + used;
  used += (size + 7) / 8 * 8;
  return memset(memory, 0, size);
}

static void *collect(void *argument) {
  volatile struct booth *booth = argument;
  pthread_barrier_wait(&start);
  for (unsigned i = 0; i < CARS; i++) {
    booth->cars++;
    booth->coins += i % 5;
    if (i % 1000 == 0)
      booth->jams++;
  }
  return NULL;
}

int main(void) {
  struct booth *booths[BOOTHS];
  pthread_t threads[BOOTHS];
  heap = malloc(1 << 16);
  pthread_barrier_init(&start, NULL, BOOTHS);
  for (int i = 0; i < BOOTHS; i++)
    booths[i] = take(sizeof *booths[i]);
  for (int i = 0; i < BOOTHS; i++)
    pthread_create(&threads[i], NULL, collect, booths[i]);
  for (int i = 0; i < BOOTHS; i++) {
    struct booth counted[1];
    pthread_join(threads[i], NULL);
    memcpy(counted, booths[i], sizeof *booths[i]);
    printf("%d: %u cars, %u coins, %u jams\n", i, counted->cars, counted->coins, counted->jams);
  }
  free(heap);
  return 0;
}
