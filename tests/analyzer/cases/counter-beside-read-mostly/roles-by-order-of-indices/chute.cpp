// Each pair of parcel sorters has a chute: a well-spaced ring, then a counter that the sending
// thread writes and, in the same line, one that the receiving thread writes. Twist: the roles show
// only in the order of two indices, [self][other] to receive and [other][self] to send.
#include "chute.h"
#define SENT(field) sender_.field
#define RECEIVED(field) receiver_.field
void Chute::send(int parcel) {
  const std::size_t at = ring_.tail.load(std::memory_order_relaxed);
  if (at - ring_.head.load(std::memory_order_acquire) == 128)
    return;
  ring_.parcels[at % 128] = parcel;
  ring_.tail.store(at + 1, std::memory_order_release);
  SENT(sent)++;
}
bool Chute::receive() {
  const std::size_t at = ring_.head.load(std::memory_order_relaxed);
  if (at == ring_.tail.load(std::memory_order_acquire))
    return false;
  RECEIVED(grams) += ring_.parcels[at % 128];
  ring_.head.store(at + 1, std::memory_order_release);
  return true;
}
