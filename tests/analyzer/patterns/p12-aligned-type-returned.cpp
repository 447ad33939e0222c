// args: -std=c++14
// P12: cells that new gives sixteen bytes, held by nobody until the caller stores them.
#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

struct alignas(64) Cell {
  std::atomic<long> value{0};
};

static Cell *makeCells(int count) {
#ifdef FIXED
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, sizeof(Cell) * count) != 0)
    abort();
  Cell *cells = static_cast<Cell *>(memory);
  for (int i = 0; i < count; ++i)
    new (&cells[i]) Cell();
  return cells;
#else
  return new Cell[count]; // expect: fsfind-ineffective-padding
#endif
}

int main() {
  Cell *cells = makeCells(8);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([cells, t] {
      for (long i = 0; i < 100000000; ++i)
        cells[t].value.fetch_add(1);
    });
  for (auto &thread : threads)
    thread.join();
}
