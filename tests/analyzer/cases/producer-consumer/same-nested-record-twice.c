/* suspect: threads, object, data */
/* A ring of cable-car cabins has a pair of positions for each side, two members of one record type,
   and the size that both sides read, within a line: the macro that should align them is empty here.
   Twist: the path tells which pair, a helper gets its address, and volatile mixes with builtins. */
#include <stdint.h>
#if defined(FIXED) && defined(__GNUC__)
#define APART __attribute__((__aligned__(64)))
#else
#define APART
#endif
struct pair {
  volatile uint32_t taken; /* expect: fsfind-adjacent-thread-fields | fsfind-ineffective-padding */
  volatile uint32_t done;  /* expect: fsfind-adjacent-thread-fields | fsfind-ineffective-padding */
};
struct ring {
  uint32_t size;
  struct pair up APART;   /* expect: fsfind-adjacent-thread-fields | fsfind-ineffective-padding */
  struct pair down APART; /* expect: fsfind-adjacent-thread-fields | fsfind-ineffective-padding */
  void *cabins[] APART;
};
void init_ring(struct ring *ring, uint32_t size) {
  ring->size = size;
  ring->up.taken = ring->up.done = 0;
  ring->down.taken = ring->down.done = 0;
}

static void finish(struct pair *pair, uint32_t from) {
  while (pair->done != from)
    ;
  __atomic_store_n(&pair->done, from + 1, __ATOMIC_RELEASE);
}

int send_up(struct ring *ring, void *cabin) {
  uint32_t taken;
  do {
    taken = ring->up.taken;
    if (taken - ring->down.done == ring->size)
      return 0;
  } while (!__sync_bool_compare_and_swap(&ring->up.taken, taken, taken + 1));
  ring->cabins[taken % ring->size] = cabin;
  finish(&ring->up, taken);
  return 1;
}

void *take_down(struct ring *ring) {
  uint32_t taken;
  do {
    taken = ring->down.taken;
    if (ring->up.done == taken)
      return 0;
  } while (!__sync_bool_compare_and_swap(&ring->down.taken, taken, taken + 1));
  void *cabin = ring->cabins[taken % ring->size];
  finish(&ring->down, taken);
  return cabin;
}
