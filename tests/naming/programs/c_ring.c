// A ring of one producer and one consumer on the heap; head and tail are neighbours.
#include "tests/naming/programs/c_ring.h"
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdint.h>

enum { MESSAGES = 25000 };

static void *produce(void *argument) {
  struct ring *ring = argument;
  struct message message = {0, 8};
  unsigned seed = 7;
  while (message.id < MESSAGES) {
    seed = work(seed);
    message.length = seed & 63;
    if (ring_push(ring, &message))
      message.id++;
  }
  return NULL;
}

static void *consume(void *argument) {
  struct ring *ring = argument;
  uintptr_t bytes = 0;
  struct message message;
  for (unsigned taken = 0; taken < MESSAGES;)
    if (ring_pop(ring, &message)) {
      bytes += work(message.length) & 1;
      ++taken;
    }
  return (void *)bytes;
}

int main(void) {
  struct ring *ring = ring_create(64);
  TELL_MEMBER("heap", "", -1, "struct ring", *ring, capacity);
  TELL_MEMBER("heap", "", -1, "struct ring", *ring, head);
  TELL_MEMBER("heap", "", -1, "struct ring", *ring, tail);
  TELL_MEMBER("heap", "", -1, "struct ring", *ring, rejected);
  TELL_MEMBER("heap", "", -1, "struct ring", *ring, slots);
  for (int i = 0; i < 64; ++i) {
    TELL_MEMBER("heap", "", i, "struct message", ring->slots[i], id);
    TELL_MEMBER("heap", "", i, "struct message", ring->slots[i], length);
  }
  pthread_t producer, consumer;
  void *bytes;
  pthread_create(&producer, NULL, produce, ring);
  pthread_create(&consumer, NULL, consume, ring);
  pthread_join(producer, NULL);
  pthread_join(consumer, &bytes);
  return (uintptr_t)bytes > MESSAGES;
}
