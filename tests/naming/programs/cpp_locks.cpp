// Arrays of std::mutex, std::shared_mutex beside data, and spinlocks of an own class.
#include "tests/naming/programs/support.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kThreads = 4;

class SpinLock {
public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      continue;
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  friend struct Striped;
  std::atomic<bool> taken_{false};
};

struct Striped {
  void tellAll(long index) const {
    tell("heap", "", index, "Striped", "lock.taken_", &lock.taken_, sizeof lock.taken_);
    tellPart("SpinLock", "taken_");
    TELL_MEMBER("heap", "", index, "Striped", *this, balance);
    TELL_MEMBER("heap", "", index, "Striped", *this, moves);
  }
  SpinLock lock;
  int balance = 0;
  long moves = 0;
};

struct Guarded {
  std::shared_mutex mutex;
  long version = 0;
  long reads = 0;
};

std::mutex file_locks[kThreads];

void run(Striped *stripes, Guarded &guarded, std::size_t self) {
  unsigned seed = static_cast<unsigned>(self);
  for (int round = 0; round < 5000; ++round) {
    seed = work(seed);
    {
      Striped &stripe = stripes[(self + (seed >> 12) % 2) % kThreads];
      const std::lock_guard lock(stripe.lock);
      stripe.balance += static_cast<int>(seed % 3) - 1;
      ++stripe.moves;
    }
    const std::lock_guard file(file_locks[self]);
    if (self == 0) {
      const std::unique_lock lock(guarded.mutex);
      ++guarded.version;
    } else {
      const std::shared_lock lock(guarded.mutex);
      if (guarded.version % 100 == 99)
        work(seed);
    }
  }
}

} // namespace

int main() {
  const auto stripes = std::make_unique<Striped[]>(kThreads);
  const auto guarded = std::make_unique<Guarded>();
  for (std::size_t i = 0; i < kThreads; ++i) {
    stripes[i].tellAll(static_cast<long>(i));
    TELL_OBJECT("global", "file_locks", static_cast<long>(i), "std::mutex", file_locks[i]);
  }
  TELL_MEMBER("heap", "", -1, "Guarded", *guarded, mutex);
  TELL_MEMBER("heap", "", -1, "Guarded", *guarded, version);
  TELL_MEMBER("heap", "", -1, "Guarded", *guarded, reads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i)
    threads.emplace_back(run, stripes.get(), std::ref(*guarded), i);
  for (std::thread &thread : threads)
    thread.join();
}
