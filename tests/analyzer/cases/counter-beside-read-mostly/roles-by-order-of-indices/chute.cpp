// For each pair of parcel sorters there is a chute with a well-spaced ring, followed by counters of
// which the sending thread writes some and the receiving thread the others. Who does what shows
// only in the order of two indices: [self][other] to receive, [other][self] to send.
#include "chute.h"
#define SENT(field) sender_.field
#define RECEIVED(field) receiver_.field
void Chute::send(int parcel) {
  const std::size_t at = ring_.tail.load(std::memory_order_relaxed);
  ring_.parcels[at % 128] = parcel;
  ring_.tail.store(at + 1, std::memory_order_release);
  SENT(sent)++;
}

bool Chute::receive() {
  const std::size_t at = ring_.head.load(std::memory_order_relaxed);
  if (at == ring_.tail.load(std::memory_order_acquire))
    return false;
  RECEIVED(received)++;
  RECEIVED(refused) += ring_.parcels[at % 128] > 30000;
  ring_.head.store(at + 1, std::memory_order_release);
  return true;
}
