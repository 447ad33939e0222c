// Spinning: threads wait for their tickets in loops, and two of them pass a ball to each other.
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 4, kTurns = 4000, kPasses = 4000, kCounters = 6 };

static _Alignas(64) atomic_uint next_ticket;
static _Alignas(64) atomic_uint now_serving;
static _Alignas(64) atomic_uint ball;
static struct counter {
  _Alignas(64) unsigned long served, waited;
} counters[kCounters];

static void *serve(void *number) {
  for (unsigned turn = 0; turn < kTurns; ++turn) {
    const unsigned ticket = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load_explicit(&now_serving, memory_order_acquire) != ticket) {
    }
    for (unsigned i = 0; i < kCounters && ticket % (i + 1) == 0; ++i)
      counters[i].served++;
    atomic_store_explicit(&now_serving, ticket + 1, memory_order_release);
  }
  return number;
}

static void *play(void *number) {
  const unsigned self = (unsigned)(unsigned long)number;
  for (unsigned pass = 0; pass < kPasses; ++pass) {
    while (atomic_load_explicit(&ball, memory_order_acquire) % 2 != self) {
    }
    atomic_fetch_add(&ball, 1);
  }
  return number;
}

int main(void) {
  pthread_t threads[kThreads + 2];
  for (unsigned long i = 0; i < kThreads + 2; ++i)
    pthread_create(&threads[i], 0, i < kThreads ? serve : play, (void *)(i % 2));
  for (int i = 0; i < kThreads + 2; ++i)
    pthread_join(threads[i], 0);
}
