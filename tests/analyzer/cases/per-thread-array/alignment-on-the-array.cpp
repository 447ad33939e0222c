// suspect: threads, object
// A static array has a word per bell ringer, who takes a slot when created and writes it around
// each move. The array is aligned instead of its element, a class with an alignment parameter.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <cstddef>
#include <cstdint>

template <class T, std::size_t Align = sizeof(T)> struct alignas(Align) Atom {
  T observe() const { return word.load(std::memory_order_acquire); }
  void release(T value) { word.store(value, std::memory_order_release); }
  template <class F> T change(F &&f) {
    T old = word.load();
    while (!word.compare_exchange_weak(old, f(old))) {
    }
    return old;
  }
  std::atomic<T> word{0};
};

#ifdef FIXED
static Atom<std::uint64_t, 64> ranges[64];
#else
using Word = Atom<std::uint64_t>;
alignas(64) static Word ranges[64]; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
#endif
static Atom<std::uint64_t> taken;

static auto takeRange() {
  const std::uint64_t old = taken.change([](std::uint64_t bits) { return bits | (bits + 1); });
  return &ranges[__builtin_ctzll(~old)];
}

template <class Range> void lockRange(Range *range, std::uint32_t from, std::uint32_t count) {
  range->release(std::uint64_t{from} << 32 | count);
}

struct Ringer {
  explicit Ringer(int bell) : bell(bell) {}
  void move(std::uint32_t rope, void (*pull)(std::uint32_t rope, int bell)) {
    lockRange(range, rope, 1);
    pull(rope, bell);
    range->release(0);
  }
  int bell;
  decltype(takeRange()) range = takeRange();
};

bool anyMoves(std::uint32_t rope) {
  for (const auto &range : ranges)
    if (range.observe() >> 32 == rope)
      return true;
  return false;
}
