/* An array whose type has a name, as a variable, a member and a parameter. */
#include <pthread.h>
#include <stdio.h>

enum { VALVES = 4, TURNS = 20000 };
typedef volatile unsigned long turns_t[VALVES];

struct plant {
  const char *name;
  turns_t opened;
};

static turns_t closed;
static struct plant plant = {.name = "mill"};

static unsigned long sum(turns_t turns) {
  unsigned long all = 0;
  for (int i = 0; i < VALVES; i++)
    all += turns[i];
  return all;
}

static void *turn(void *number) {
  const long valve = (long)number;
  for (int i = 0; i < TURNS; i++) {
    plant.opened[valve]++;
    closed[valve] += 2;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[VALVES];
  for (long i = 0; i < VALVES; i++)
    pthread_create(&threads[i], NULL, turn, (void *)i);
  for (int i = 0; i < VALVES; i++)
    pthread_join(threads[i], NULL);
  printf("%s: %lu of %lu\n", plant.name, plant.opened[1], sum(closed));
  return 0;
}
