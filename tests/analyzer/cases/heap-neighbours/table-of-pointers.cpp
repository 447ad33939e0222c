// suspect: threads
// Queues of divers that wait for a compressor, 40 bytes each, are heap objects that one thread
// allocates in a row; different compressors lock and change different ones. Twist: a trailing array
// of pointers, published by compare-and-swap; a queue is returned locked, and callers unlock it.
#include <atomic>
#include <cstdlib>
#include <utility>
struct Diver {
  Diver *next;
  const void *compressor;
};
struct WordLock {
  void lock() {
    while (word.exchange(1, std::memory_order_acquire)) {
    }
  }
  void unlock() { word.store(0, std::memory_order_release); }
  std::atomic<unsigned> word{0};
};
struct Queue {
  template <class Fits> Diver *remove(const Fits &fits) {
    Diver **at = &first;
    while (*at && !fits(*at))
      at = &(*at)->next;
    return *at ? std::exchange(*at, (*at)->next) : nullptr;
  }
  WordLock lock; // expect: fsfind-per-thread-slots
  Diver *first = nullptr;
  unsigned long entered = 0, left = 0, seen = 0;
#ifdef FIXED
  char padding[64];
#endif
};
struct Table {
  Queue *queues[1];
};
static std::atomic<Table *> table;
static Table *theTable() {
  if (Table *known = table.load(std::memory_order_acquire))
    return known;
  auto *fresh = static_cast<Table *>(std::calloc(128, sizeof(Queue *)));
  for (int i = 0; i < 128; ++i)
    fresh->queues[i] = new Queue; // expect: fsfind-per-thread-slots
  Table *none = nullptr;
  return table.compare_exchange_strong(none, fresh) ? fresh : none;
}

static Queue *lockedQueue(const void *compressor) {
  Queue *queue = theTable()->queues[reinterpret_cast<std::size_t>(compressor) / 64 % 128];
  queue->lock.lock();
  return queue;
}

Diver *exchange(Diver *diver) {
  Queue *queue = lockedQueue(diver->compressor);
  Diver *one = queue->remove([=](Diver *other) { return other->compressor == diver->compressor; });
  diver->next = std::exchange(queue->first, diver);
  ++queue->entered;
  queue->lock.unlock();
  return one;
}
