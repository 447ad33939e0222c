#include "tests/naming/programs/c_ring.h"

#include <stdlib.h>

struct ring *ring_create(unsigned capacity) {
  struct ring *ring = aligned_alloc(64, 64);
  ring->capacity = capacity;
  atomic_init(&ring->head, 0);
  atomic_init(&ring->tail, 0);
  ring->rejected = 0;
  ring->slots = calloc(capacity, sizeof *ring->slots);
  return ring;
}

static bool full(const struct ring *ring, unsigned tail) {
  return tail - atomic_load_explicit(&ring->head, memory_order_acquire) == ring->capacity;
}

bool ring_push(struct ring *ring, const struct message *message) {
  const unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
  if (full(ring, tail)) {
    ring->rejected++;
    return false;
  }
  ring->slots[tail % ring->capacity] = *message;
  atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
  return true;
}

bool ring_pop(struct ring *ring, struct message *message) {
  const unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);
  if (head == atomic_load_explicit(&ring->tail, memory_order_acquire))
    return false;
  *message = ring->slots[head % ring->capacity];
  atomic_store_explicit(&ring->head, head + 1, memory_order_release);
  return true;
}
