// suspect: threads, line
// Bins of flour sacks of sixteen sizes, each with a list, a count and a spin lock, are built in a
// static buffer of bytes; threads that return different sizes write different bins. Twist: a typed
// pointer, set by a cast; hot members in a base class; mended, a template fills up.
// also-true: fsfind-adjacent-globals
#include <atomic>
#include <cstddef>
#include <new>
struct Sack {
  Sack *next;
};
struct SpinLock {
  void lock() {
    while (taken.exchange(true, std::memory_order_acquire)) {
    }
  }
  void unlock() { taken.store(false, std::memory_order_release); }
  std::atomic<bool> taken{false};
};
struct FreeList {
  virtual ~FreeList() = default;
  SpinLock lock; // expect: fsfind-per-thread-slots
  Sack *first = nullptr;
  unsigned count = 0;
};
#ifdef FIXED
constexpr std::size_t kPlace = 64;
template <class Base, std::size_t Rest> struct Filled : Base {
  char fill[64 - Rest];
};
template <class Base> struct Filled<Base, 0> : Base {};
using Inside = Filled<FreeList, sizeof(FreeList) % 64>;
#else
constexpr std::size_t kPlace = 8;
using Inside = FreeList;
#endif
struct alignas(kPlace) Bin : Inside {};
struct Hold {
  Hold(SpinLock *one, bool needed) : lock(needed ? one : nullptr) { lock ? lock->lock() : void(); }
  ~Hold() { lock ? lock->unlock() : void(); }
  SpinLock *const lock;
};
alignas(kPlace) static unsigned char buffer[16 * sizeof(Bin)];
static Bin *bins = nullptr; // expect: fsfind-per-thread-slots
static bool severalMillers = false;
void openMill(bool several) {
  bins = reinterpret_cast<Bin *>(buffer);
  for (int i = 0; i < 16; ++i)
    new (&bins[i]) Bin;
  severalMillers = several;
}
void returnSack(Sack *one, std::size_t size) {
  Bin &bin = bins[(size - 1) / 16];
  Hold hold(&bin.lock, severalMillers);
  one->next = bin.first;
  bin.first = one;
  ++bin.count;
}
