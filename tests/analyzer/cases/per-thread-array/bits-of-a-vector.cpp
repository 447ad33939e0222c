// Each thread turns its own cell, but the cells of a std::vector<bool> are bits of common words.
// Mended: a byte that has a cacheline of its own for each.
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Cell {
  bool set = false;
  void flip() { set = !set; }
};
using Cells = std::vector<Cell>;
#else
using Cells = std::vector<bool>;
#endif

struct Board {
  long turns = 0;
  Cells cells = Cells(64); // expect: fsfind-per-thread-slots
};

static Board board;
static std::vector<bool> only_read(64);

static void turn(int id) {
  for (int i = 0; i < 100000; ++i)
    if (!only_read[i % 64])
      board.cells[id].flip();
}

int main() {
  std::vector<std::thread> threads;
  for (int id = 0; id < 4; ++id)
    threads.emplace_back(turn, id);
  for (std::thread &one : threads)
    one.join();
}
