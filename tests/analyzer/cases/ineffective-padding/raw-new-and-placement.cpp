// args: -std=c++14
// The drawers of a card index each have a lock and a number of cards, both aligned to a line by
// attributes, in an array from plain operator new, which gives 16 bytes only, filled by placement.
// The top bits of a hash choose the drawer.
// as in: RocksDB, https://github.com/facebook/rocksdb/pull/2568
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

class Drawer {
public:
  explicit Drawer(std::size_t most) : most_(most) {}
  void put(std::size_t cards) {
    std::lock_guard<std::mutex> hold(lock_);
    if (used_ + cards <= most_)
      used_ += cards;
  }
private:
  std::size_t most_;
  std::mutex lock_ __attribute__((aligned(64)));
  std::size_t used_ __attribute__((aligned(64))) = 0;
} __attribute__((aligned(64)));
#ifdef FIXED
static void *room(std::size_t bytes) {
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, bytes) != 0)
    abort();
  return memory;
}
#endif
class CardIndex {
public:
  CardIndex(std::size_t most, int bits) : bits_(bits) {
    const std::size_t n = std::size_t{1} << bits;
#ifdef FIXED
    drawers_ = static_cast<Drawer *>(room(n * sizeof(Drawer)));
#else
    drawers_ = reinterpret_cast<Drawer *>(
        operator new(n * sizeof(Drawer))); // expect: fsfind-ineffective-padding
#endif
    for (std::size_t i = 0; i < n; ++i)
      new (&drawers_[i]) Drawer(most / n);
  }
  void put(std::uint32_t hash, std::size_t cards) { drawers_[hash >> (32 - bits_)].put(cards); }
private:
  Drawer *drawers_ = nullptr;
  int bits_;
};

static CardIndex cards(1 << 20, 4);
void file(const std::uint32_t *hashes, int n) {
  for (int i = 0; i < n; ++i)
    cards.put(hashes[i], 1);
}
