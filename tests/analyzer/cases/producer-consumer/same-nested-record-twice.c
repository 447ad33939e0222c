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
  volatile uint32_t head; /* expect: fsfind-adjacent-thread-fields | fsfind-ineffective-padding */
  volatile uint32_t tail; /* expect: fsfind-adjacent-thread-fields | fsfind-ineffective-padding */
};
struct ring {
  uint32_t size;
  struct pair up APART;   /* expect: fsfind-adjacent-thread-fields | fsfind-ineffective-padding */
  struct pair down APART; /* expect: fsfind-adjacent-thread-fields | fsfind-ineffective-padding */
  void *cabins[] APART;
};
void init_ring(struct ring *ring, uint32_t size) {
  ring->size = size;
  ring->up.head = ring->up.tail = 0;
  ring->down.head = ring->down.tail = 0;
}

static void finish(struct pair *pair, uint32_t from) {
  while (pair->tail != from)
    ;
  __atomic_store_n(&pair->tail, from + 1, __ATOMIC_RELEASE);
}

int send_up(struct ring *ring, void *cabin) {
  uint32_t head;
  do {
    head = ring->up.head;
    if (head - ring->down.tail == ring->size)
      return 0;
  } while (!__sync_bool_compare_and_swap(&ring->up.head, head, head + 1));
  ring->cabins[head % ring->size] = cabin;
  finish(&ring->up, head);
  return 1;
}

void *take_down(struct ring *ring) {
  uint32_t head;
  do {
    head = ring->down.head;
    if (ring->up.tail == head)
      return 0;
  } while (!__sync_bool_compare_and_swap(&ring->down.head, head, head + 1));
  void *cabin = ring->cabins[head % ring->size];
  finish(&ring->down, head);
  return cabin;
}
