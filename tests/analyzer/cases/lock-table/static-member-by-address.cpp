// suspect: threads
// 128 spin locks of a byte guard the exhibits of a museum: any thread locks the one that a hash of
// an exhibit's address selects. Twist: the table is a static member of a class template, and a
// guard keeps the reference that an accessor one call away returns.
#include <atomic>
#include <cstddef>
#include <cstdint>

struct ByteLock {
  void enter() {
    while (taken.exchange(true, std::memory_order_acquire)) {
    }
  }
  void leave() { taken.store(false, std::memory_order_release); }
  std::atomic<bool> taken{false};
};
#ifdef FIXED
constexpr std::size_t lineBytes() { return 64; }
#else
constexpr std::size_t lineBytes() { return 1; }
#endif
template <class Inner, std::size_t Align = lineBytes()> struct alignas(Align) Placed {
  Inner inner; // expect: fsfind-per-thread-slots
};
template <std::size_t Bytes> struct Mix;
template <> struct Mix<8> {
  static constexpr int shift = 57;
};
template <class Tag> class Table {
public:
  static ByteLock &of(const void *address) {
    const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(address) * 0x9E3779B97F4A7C15u;
    return locks_[mixed >> Mix<sizeof mixed>::shift].inner;
  }
private:
  static Placed<ByteLock> locks_[128]; // expect: fsfind-per-thread-slots
};
template <class Tag> Placed<ByteLock> Table<Tag>::locks_[128]; // expect: fsfind-per-thread-slots
struct Scoped {
  explicit Scoped(ByteLock &one) : lock(one) { lock.enter(); }
  ~Scoped() { lock.leave(); }
  Scoped(const Scoped &) = delete;
  ByteLock &lock;
};
struct Exhibit {
  using Locks = Table<Exhibit>;
  void lend(int days) {
    Scoped scoped(Locks::of(this));
    lent += days;
  }
  long lent = 0;
};
void lend(Exhibit &exhibit) { exhibit.lend(14); }
