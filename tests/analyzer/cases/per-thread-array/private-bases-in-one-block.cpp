// Kiln slots lie behind each other in one heap block. In each, a part that thieves change and a
// part that its owner changes are private bases, wrapped by a template that should pad.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#ifdef FIXED
template <class Part> struct Padded : Part {
  char pad[128 - sizeof(Part) % 128];
};
#define ALLOCATE(size) std::aligned_alloc(128, ((size) + 127) / 128 * 128)
#else
template <class Part> struct Padded : Part {};
#define ALLOCATE(size) std::malloc(size)
#endif
struct Pot {
  virtual void fire() = 0;
};
struct TakenByAll {
  std::atomic<std::size_t> head{0}; // expect: fsfind-adjacent-thread-fields
};
struct WrittenByOwner {
  std::atomic<std::size_t> tail{0}; // expect: fsfind-adjacent-thread-fields
  Pot **pots = nullptr;
};
struct Slot : private Padded<TakenByAll>, private Padded<WrittenByOwner> {
  Pot *own() {
    const std::size_t at = tail.load(std::memory_order_relaxed);
    if (head.load() >= at)
      return nullptr;
    tail.store(at - 1);
    return pots[at - 1];
  }
  Pot *rob() {
    std::size_t at = head.load();
    return at < tail.load() && head.compare_exchange_strong(at, at + 1) ? pots[at] : nullptr;
  }
};
struct Kilns {
  unsigned count;
  alignas(128) Slot slots[1];
};

Kilns *buildKilns(unsigned count) {
  Kilns *kilns = new (ALLOCATE(sizeof(Kilns) + (count - 1) * sizeof(Slot))) Kilns{count, {}};
  for (unsigned i = 1; i < count; ++i)
    new (&kilns->slots[i]) Slot();
  return kilns;
}

void workInKilns(Kilns *kilns, unsigned own) {
  for (unsigned victim = own + 1; victim % kilns->count != own;)
    if (Pot *pot = kilns->slots[own].own())
      pot->fire();
    else if (Pot *other = kilns->slots[victim++ % kilns->count].rob())
      other->fire();
}
