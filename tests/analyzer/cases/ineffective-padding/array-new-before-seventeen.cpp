// args: -std=c++14
// also-true: fsfind-contended-atomic
// Loans of a toy library are counted in cells aligned to a line and as long; but in C++14 an array
// made by new has the alignment of 16 bytes, so a cell may lie across two lines. A thread adds to
// the cell of its random number once the pointer to the cells is published.
#include <atomic>
#include <cstdlib>
#include <new>

struct Cell {
  std::atomic<long> value{0};
  char rest[64 - sizeof(std::atomic<long>)];
} __attribute__((aligned(64)));
static_assert(sizeof(Cell) == 64, "a cell is a line");

unsigned randomNumber();
static thread_local unsigned hashOfThread = 0;
class Striped {
protected:
  static constexpr unsigned kCells = 32;
  std::atomic<Cell *> cells_{nullptr};

  template <class Change> void update(long n, Change change) {
    Cell *cells = cells_.load(std::memory_order_acquire);
    if (!cells)
      cells = publish();
    if (hashOfThread == 0)
      hashOfThread = randomNumber() | 1;
    std::atomic<long> &value = cells[hashOfThread & (kCells - 1)].value;
    long old = value.load(std::memory_order_relaxed);
    while (!value.compare_exchange_weak(old, change(old, n))) {
    }
  }
private:
  Cell *publish() {
    Cell *none = nullptr;
#ifdef FIXED
    void *memory = nullptr;
    if (posix_memalign(&memory, 64, kCells * sizeof(Cell)) != 0)
      abort();
    Cell *made = static_cast<Cell *>(memory);
    for (unsigned i = 0; i < kCells; ++i)
      new (&made[i]) Cell();
#else
    Cell *made = new Cell[kCells]; // expect: fsfind-ineffective-padding | fsfind-per-thread-slots
#endif
    return cells_.compare_exchange_strong(none, made) ? made : none;
  }
};

struct LoanCount : private Striped {
  void add(long n) {
    update(n, [](long old, long more) { return old + more; });
  }
};

static LoanCount toys;
void lendToys(int n) { toys.add(n); }
