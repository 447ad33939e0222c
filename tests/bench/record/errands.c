// Many short threads: each does little and ends.
#include <pthread.h>

enum { kRounds = 150, kThreads = 6, kSteps = 400, kLedgers = 5 };

static struct ledger {
  _Alignas(64) volatile unsigned long entries[kThreads];
} ledgers[kLedgers];

static void *run(void *number) {
  const unsigned long self = (unsigned long)number;
  for (unsigned step = 0; step < kSteps; ++step)
    for (unsigned ledger = 0; ledger < kLedgers && step % (1U << ledger) == 0; ++ledger)
      ledgers[ledger].entries[self]++;
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int round = 0; round < kRounds; ++round) {
    for (unsigned long i = 0; i < kThreads; ++i)
      pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < kThreads; ++i)
      pthread_join(threads[i], 0);
  }
}
