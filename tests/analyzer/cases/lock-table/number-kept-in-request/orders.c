/* Mutexes of the crews of a quarry are a packed heap array, their counts another behind a head;
   whoever places an order uses the elements of the crew that a hash of its address selects.
   Twist: the number is chosen in another file, kept in the order and passed on as int. */
// args: -std=gnu11
// also-true: fsfind-contended-atomic
#include "quarry.h"

#define WEIGH(where, by) __atomic_add_fetch(where, by, __ATOMIC_RELAXED)

static void note(struct quarry *quarry, int crew, uint64_t tons) {
  WEIGH(&quarry->crews->crew[crew].load.tons, tons);
  WEIGH(&quarry->crews->crew[crew].blocks, 1);
}

void place_order(struct quarry *quarry, struct order *order) {
  choose_crew(quarry, order);
  pthread_mutex_lock(MUTEX_OF(quarry, order->crew));
  pit_dig(PIT_OF(quarry, order->crew), order);
  pthread_mutex_unlock(MUTEX_OF(quarry, order->crew));
  note(quarry, order->crew, order->tons);
}
