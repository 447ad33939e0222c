// suspect: threads, data
// P21: static members of a class: all that allocate count in the one and follow the other.
#include <atomic>
#include <cstddef>

class Arena {
public:
  static void *take(std::size_t kind);
  static void give(std::size_t kind, void *memory);

private:
#ifdef FIXED
  alignas(64) static std::atomic<long> live;
  alignas(64) static void **table;
#else
  static std::atomic<long> live;
  static void **table;
#endif
  static std::size_t kinds;
};

#ifdef FIXED
alignas(64) std::atomic<long> Arena::live;
alignas(64) void **Arena::table;
#else
std::atomic<long> Arena::live; // expect: fsfind-adjacent-globals
void **Arena::table;           // expect: fsfind-adjacent-globals
#endif
std::size_t Arena::kinds;

void *Arena::take(std::size_t kind) {
  live.fetch_add(1, std::memory_order_relaxed);
  return kind < kinds ? table[kind] : nullptr;
}

void Arena::give(std::size_t kind, void *memory) {
  live.fetch_sub(1, std::memory_order_relaxed);
  if (kind < kinds)
    table[kind] = memory;
}
