// A pool has two heap vectors, of locks and of generator states, one element per thread, written
// at every throw of dice. The slot is probed in a method and returned in a record.
// as in: Kokkos, https://github.com/kokkos/kokkos/pull/4218
// args: -fopenmp
// also-true: fsfind-serial-first-touch
#include <cstdint>
#include <omp.h>
#include <vector>

#ifdef FIXED
template <class T> class Slots {
  int columns_ = 64;
  std::vector<T> cells_;

public:
  explicit Slots(int rows) : cells_(rows * columns_) {}
  T &operator[](int row) { return cells_[row * columns_]; }
};
#else
template <class T> using Slots = std::vector<T>;
#endif

struct Cup {
  std::uint64_t state;
  int slot;
};
class Cups {
  int count_;
  Slots<int> locks_;            // expect: fsfind-per-thread-slots
  Slots<std::uint64_t> states_; // expect: fsfind-per-thread-slots
  int &lock(int slot) { return locks_[slot]; }

public:
  explicit Cups(int count) : count_(count), locks_(count), states_(count) {}
  Cup take() {
    int slot = omp_get_thread_num() % count_;
    while (__atomic_exchange_n(&lock(slot), 1, __ATOMIC_ACQUIRE) != 0)
      slot = (slot + 1) % count_;
    return Cup{states_[slot], slot};
  }
  void putBack(const Cup &cup) {
    states_[cup.slot] = cup.state;
    __atomic_store_n(&lock(cup.slot), 0, __ATOMIC_RELEASE);
  }
};

void throwDice(std::uint64_t *dice, long throws) {
  Cups cups(omp_get_max_threads());
#pragma omp parallel for
  for (long i = 0; i < throws; ++i) {
    Cup cup = cups.take();
    cup.state = cup.state * 6364136223846793005u + 1442695040888963407u;
    dice[i] = cup.state % 6;
    cups.putBack(cup);
  }
}
