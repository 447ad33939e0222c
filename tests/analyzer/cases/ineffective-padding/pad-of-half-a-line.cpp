// suspect: threads
// also-true: fsfind-contended-atomic, fsfind-adjacent-thread-fields
// Each size of jar in a cannery has a list of empty ones, changed atomically by any thread. The
// padding is computed from half a line, so the sizes meet two in a line. The size comes from
// counting bits, or from the head of the block found by masking the address.
// as in: lockfree-malloc, https://github.com/Begun/lockfree-malloc/issues/3
#include <cstddef>
#include <cstdint>

namespace cannery {
constexpr std::size_t kLine = 64;
constexpr std::uintptr_t kBlock = 1 << 16;

struct Jar { Jar *below; };
struct Block { unsigned size; };
struct Rack {
  Jar *volatile empty;
  volatile long shortages;

  Jar *pop() {
    Jar *top;
    do
      top = empty;
    while (top && !__sync_bool_compare_and_swap(&empty, top, top->below));
    if (!top)
      __sync_fetch_and_add(&shortages, 1);
    return top;
  }
  void push(Jar *jar) {
    do
      jar->below = empty;
    while (!__sync_bool_compare_and_swap(&empty, jar->below, jar));
  }
};
#ifdef FIXED
struct alignas(kLine) Padded {
  Rack rack;
  char padding[kLine - sizeof(Rack)];
};
#else
struct Padded { // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  Rack rack;    // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
  char padding[kLine / 2 - sizeof(Rack)];
};
#endif
static Padded racks[64]; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots

void *malloc(std::size_t bytes) { return racks[63 - __builtin_clzl(bytes | 1)].rack.pop(); }

void free(void *jar) {
  const auto block = reinterpret_cast<std::uintptr_t>(jar) & ~(kBlock - 1);
  racks[reinterpret_cast<const Block *>(block)->size].rack.push(static_cast<Jar *>(jar));
}
} // namespace cannery
