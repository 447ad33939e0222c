// suspect: threads, line
// P24: free lists by size, each with its own lock, handed out by an accessor; what a list counts at
// its end shares lines with the next one's lock.
#include <atomic>
#include <cstddef>

class SpinLock {
public:
  void lock() {
    int expected = 0;
    while (!word_.compare_exchange_weak(expected, 1, std::memory_order_acquire))
      expected = 0;
  }
  void unlock() { word_.store(0, std::memory_order_release); }

private:
  std::atomic<int> word_{0};
};

struct Block {
  Block *next;
};

#ifdef FIXED
struct alignas(64) List {
#else
struct List { // expect: fsfind-per-thread-slots
#endif
public:
  void put(Block *block) {
    lock_.lock();
    block->next = head_;
    head_ = block;
    ++length_;
    lock_.unlock();
  }

private:
  SpinLock lock_;
  Block *head_ = nullptr;
  std::size_t limits_[14] = {};
  std::size_t length_ = 0;
};

class Lists {
public:
  static List *all() { return lists_; }

private:
  static List lists_[96]; // expect: fsfind-per-thread-slots
};

List Lists::lists_[96];

void give(Block *block, unsigned kind) {
  Lists::all()[kind].put(block);
}
