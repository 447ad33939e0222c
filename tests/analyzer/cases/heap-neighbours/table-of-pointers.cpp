// Queues of divers that wait for a compressor, 40 bytes each, are heap objects that one thread allocates
// in a row; threads with different compressors lock and change different ones. Twist: a trailing array
// of pointers, published by compare-and-swap; a queue is returned locked and unlocked by callers.
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
    for (Diver **at = &first; *at; at = &(*at)->next)
      if (fits(*at))
        return std::exchange(*at, (*at)->next);
    return nullptr;
  }
  WordLock lock; // expect: fsfind-per-thread-slots
  Diver *first = nullptr;
  unsigned long entered = 0, left = 0, seen = 0;
#ifdef FIXED
  char padding[64];
#endif
};

struct Table {
  std::size_t size;
  Queue *queues[1];
};
static std::atomic<Table *> table;

static Table *theTable() {
  if (Table *known = table.load(std::memory_order_acquire))
    return known;
  auto *fresh = static_cast<Table *>(std::calloc(1, sizeof(Table) + 127 * sizeof(Queue *)));
  fresh->size = 128;
  for (std::size_t i = 0; i < fresh->size; ++i)
    fresh->queues[i] = new Queue; // expect: fsfind-per-thread-slots
  Table *none = nullptr;
  return table.compare_exchange_strong(none, fresh) ? fresh : none;
}

static Queue *lockedQueue(const void *compressor) {
  Table *all = theTable();
  const auto mixed = reinterpret_cast<std::size_t>(compressor) * 0x9E3779B97F4A7C15u >> 32;
  Queue *queue = all->queues[mixed % all->size];
  queue->lock.lock();
  return queue;
}

void enter(Diver *diver) {
  Queue *queue = lockedQueue(diver->compressor);
  diver->next = std::exchange(queue->first, diver);
  ++queue->entered;
  queue->lock.unlock();
}

Diver *call(const void *compressor) {
  Queue *queue = lockedQueue(compressor);
  Diver *one = queue->remove([=](Diver *diver) { return diver->compressor == compressor; });
  queue->lock.unlock();
  return one;
}
