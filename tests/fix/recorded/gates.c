/* Lock keepers of a canal, each with two gates, whose states are bits of one word. */
#define _POSIX_C_SOURCE 200112L /* barriers */
#include <pthread.h>
#include <stdio.h>

enum { KEEPERS = 4, GATES = 2 * KEEPERS, ROUNDS = 12000 };

struct gate {
  unsigned open : 1;
  unsigned level : 7;
  unsigned passed : 24;
};

static struct gate gates[GATES];
static pthread_barrier_t morning;

static unsigned next(unsigned number) {
  for (int i = 0; i < 40; i++)
    number = number * 69069u + 1u;
  __asm__ volatile("" ::: "memory"); /* as if it were in another file */
  return number;
}

static void move_gate(struct gate *gate, unsigned by) {
  gate->open = !gate->open;
  gate->level = by & 127u;
  gate->passed++;
}

static void *keep(void *argument) {
  const unsigned keeper = *(const unsigned *)argument;
  unsigned boat = keeper + 1;
  pthread_barrier_wait(&morning);
  for (int i = 0; i < ROUNDS; i++) {
    boat = next(boat);
    move_gate(&gates[keeper + KEEPERS * (boat & 1u)], boat >> 8);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[KEEPERS];
  unsigned numbers[KEEPERS];
  pthread_barrier_init(&morning, NULL, KEEPERS);
  for (unsigned i = 0; i < KEEPERS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, keep, &numbers[i]);
  }
  for (int i = 0; i < KEEPERS; i++)
    pthread_join(threads[i], NULL);
  unsigned passed = 0, level = 0;
  for (int i = 0; i < GATES; i++) {
    passed += gates[i].passed;
    level += gates[i].level;
  }
  printf("%u %u\n", passed, level);
  return 0;
}
