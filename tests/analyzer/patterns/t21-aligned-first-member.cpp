// suspect: threads, line
// T21: the first member's alignment is the record's, and parts the elements of an array.
#include <atomic>
#include <cstddef>
#include <mutex>

struct Waiter {
#ifdef FIXED
  alignas(128) std::atomic<unsigned long> next{0};
#else
  std::atomic<unsigned long> next{0};
#endif
  std::mutex mutex; // expect: fsfind-per-thread-slots
  bool woken = false;
};

static Waiter waiters[64];

void park(std::size_t at) {
  waiters[at % 64].next.store(at, std::memory_order_release);
}

void wake(std::size_t at) {
  Waiter &waiter = waiters[at % 64];
  std::lock_guard<std::mutex> lock(waiter.mutex);
  waiter.woken = true;
}
