/* The crews of a quarry have their gates in one packed heap array and their counters in another;
   each order uses the elements of the crew that a hash of its address selects. Twist: the crew's
   number is chosen in another file, kept in the order and passed on as an int. */
// args: -std=gnu11
// also-true: fsfind-contended-atomic
#include "quarry.h"

static void note(struct quarry *quarry, int crew, uint64_t tons) {
  __atomic_add_fetch(&quarry->crews->crew[crew].load.tons, tons, __ATOMIC_RELAXED);
  __atomic_add_fetch(&quarry->crews->crew[crew].blocks, 1, __ATOMIC_RELAXED);
}

void place_order(struct quarry *quarry, struct order *order) {
  choose_crew(quarry, order);
  pthread_mutex_lock(&GATE_OF(quarry, order->crew)->mutex);
  pit_dig(&GATE_OF(quarry, order->crew)->pit, order);
  pthread_mutex_unlock(&GATE_OF(quarry, order->crew)->mutex);
  note(quarry, order->crew, order->tons);
}
