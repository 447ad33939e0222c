/* Position and count of the printing side are mixed with those of the folding side in the record of
   a ring; one processor prints, another folds. Twist: no atomics and no locks, only volatile casts
   and barriers; the sides are in two files, and one gets the ring from its own record. */
// args: -std=gnu11
#include "ring.h"

uint32_t print_sheets(struct sheet_ring *ring, const uint32_t *pages, uint32_t count) {
  uint32_t done = 0;
  while (done < count && ring->head - ONCE(ring->tail) < ring->size) {
    ring->pages[ring->head % ring->size] = pages[done];
    ring->printed_pages += pages[done++];
    __sync_synchronize();
    ring->head++;
  }
  return done;
}
