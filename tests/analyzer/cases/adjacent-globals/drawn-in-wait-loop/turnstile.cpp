// The turnstile of a swimming hall, which one thread passes at a time.
#include "pause.h"
#include <atomic>

void relax(unsigned long times);
struct Turnstile {
  bool tryEnter() const { return !taken.exchange(true, std::memory_order_acquire); }
  void wait(unsigned long rounds) const {
    for (unsigned long i = 0; i < rounds && taken.load(std::memory_order_relaxed); ++i)
      relax(drawBelow(6));
  }
  mutable std::atomic<bool> taken{false};
};
static Turnstile mainGate;
void admit(long visitors, long &inside) {
  for (long i = 0; i < visitors; ++i) {
    while (!mainGate.tryEnter())
      mainGate.wait(waitRounds);
    ++inside;
    mainGate.taken.store(false, std::memory_order_release);
  }
}
