// suspect: threads, line
// Sixteen mutexes are a packed static array inside a function; whoever moves cargo locks the one
// or two that a hash of the ship's address selects. Twist: an accessor returns the element, mended
// it derives from the mutex and is returned as its base; guards keep the index as a byte.
#include <functional>
#include <mutex>
#include <utility>

struct Latch {
  void lock() { mutex.lock(); }
  void unlock() { mutex.unlock(); }
  std::mutex mutex; // expect: fsfind-per-thread-slots
};
static Latch &latch(unsigned char at) {
#ifdef FIXED
  struct alignas(64) Apart : Latch {};
  static Apart latches[16];
#else
  static Latch latches[16]; // expect: fsfind-per-thread-slots
#endif
  return latches[at];
}

static unsigned char numberOf(const void *address) {
  return static_cast<unsigned char>(std::hash<const void *>{}(address) >> 6 & 15);
}

struct One {
  explicit One(const void *address) : at(numberOf(address)) { latch(at).lock(); }
  ~One() { latch(at).unlock(); }
  const unsigned char at;
};
struct Two {
  Two(const void *left, const void *right) : low(numberOf(left)), high(numberOf(right)) {
    if (low > high)
      std::swap(low, high);
    latch(low).lock();
    if (low != high)
      latch(high).lock();
  }
  ~Two() {
    latch(low).unlock();
    if (low != high)
      latch(high).unlock();
  }
  unsigned char low, high;
};
template <class Cargo> struct Ship {
  void load(const Cargo &more) {
    One guard(this);
    cargo += more;
  }
  void moveTo(Ship &other) {
    Two guard(this, &other);
    other.cargo += std::exchange(cargo, Cargo{});
  }
  Cargo cargo{};
};
template struct Ship<long>;
