// A ferry keeps a tally of tickets, which the quay's lock guards, and the deck's spin lock beside it.
// Twist: a lock is held at every use of the tally, but not the one that lies on its line, so that
// the threads of deck and quay disturb each other.
// args: -std=c++17
#include <atomic>
#include <thread>

class SpinLock {
public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      ;
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

struct Quay {
  SpinLock gate;
};

struct Ferry {
  SpinLock deck; // expect: fsfind-adjacent-thread-fields
#ifdef FIXED
  alignas(64)
#endif
  long tickets = 0; // expect: fsfind-adjacent-thread-fields
};

Quay quay;
Ferry *ferry;
long cargo[64];

void load() {
  for (int i = 0; i < 1000000; ++i) {
    ferry->deck.lock();
    cargo[8] += i;
    ferry->deck.unlock();
  }
}

void sell() {
  for (int i = 0; i < 1000000; ++i) {
    quay.gate.lock();
    ferry->tickets += i;
    quay.gate.unlock();
  }
}

int main() {
  ferry = new Ferry;
  std::thread deck(load), gate(sell);
  deck.join();
  gate.join();
}
