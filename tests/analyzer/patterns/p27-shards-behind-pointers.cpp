// suspect: threads
// P27: a table of pointers to small buckets, each with a lock of its own; one thread allocates them
// one after the other, and the heap puts them side by side. The table's slots are atomics, through
// which the buckets are reached.
#include <atomic>
#include <cstdint>

class SpinLock {
public:
  void lock() {
    while (word_.exchange(1, std::memory_order_acquire) != 0) {
    }
  }
  void unlock() { word_.store(0, std::memory_order_release); }

private:
  std::atomic<int> word_{0};
};

struct Waiter {
  Waiter *next = nullptr;
};

#ifdef FIXED
struct alignas(64) Bucket {
#else
struct Bucket {
#endif
  SpinLock lock; // expect: fsfind-per-thread-slots
  Waiter *head = nullptr;
};

static std::atomic<Bucket *> buckets[256];

void makeBuckets() {
  for (auto &slot : buckets)
    slot.store(new Bucket, std::memory_order_release); // expect: fsfind-per-thread-slots
}

void wait(const void *address, Waiter *self) {
  Bucket *bucket = buckets[(reinterpret_cast<std::uintptr_t>(address) >> 4) % 256].load();
  bucket->lock.lock();
  self->next = bucket->head;
  bucket->head = self;
  bucket->lock.unlock();
}

// Nobody locks these: whoever looks one up only reads it.
struct Entry {
  SpinLock lock;
  long value = 0;
};

static std::atomic<Entry *> entries[256];

void makeEntries() {
  for (auto &slot : entries)
    slot.store(new Entry, std::memory_order_release);
}

long look(unsigned key) {
  return entries[key % 256].load()->value;
}
