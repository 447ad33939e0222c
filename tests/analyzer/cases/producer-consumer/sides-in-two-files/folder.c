/* The folding side. */
#include "ring.h"

struct folding_queue {
  struct sheet_ring *ring;
};
void fold(uint32_t page);
void fold_sheets(struct folding_queue *queue) {
  struct sheet_ring *ring = queue->ring;
  for (uint32_t at = ring->tail; at != ONCE(ring->head);) {
    fold(ring->pages[at++ % ring->size]);
    ring->folded_pages++;
    __sync_synchronize();
    ring->tail = at;
  }
}
