// Members held by std::pair and std::optional in elements of a std::vector.
#include "tests/naming/programs/support.h"

#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace {

struct Sum {
  long total = 0;
  long terms = 0;
};

struct Cell {
  std::optional<Sum> sum;
  std::pair<unsigned, unsigned long> range;
};

void add(std::vector<Cell> &cells, std::size_t self) {
  unsigned seed = static_cast<unsigned>(self);
  for (int round = 0; round < 10000; ++round) {
    seed = work(seed);
    Cell &cell = cells[self];
    cell.sum->total += seed & 7;
    ++cell.sum->terms;
    ++cell.range.first;
    cell.range.second += seed;
  }
}

void tellCell(const Cell &cell, long index) {
  tell("heap", "", index, "Cell", "sum.total", &cell.sum->total, sizeof(long));
  tellAlso("Cell", "sum");
  tellPart("Sum", "total");
  tell("heap", "", index, "Cell", "sum.terms", &cell.sum->terms, sizeof(long));
  tellAlso("Cell", "sum");
  tellPart("Sum", "terms");
  // Whether there is a value; the optional's own business.
  tell("heap", "", index, "Cell", "sum", reinterpret_cast<const char *>(&cell.sum) + sizeof(Sum),
       1);
  tell("heap", "", index, "Cell", "range.first", &cell.range.first, sizeof(unsigned));
  tellAlso("Cell", "range");
  tellPart("std::pair<unsigned, unsigned long>", "first");
  tell("heap", "", index, "Cell", "range.second", &cell.range.second, sizeof(unsigned long));
  tellAlso("Cell", "range");
  tellPart("std::pair<unsigned, unsigned long>", "second");
}

} // namespace

int main() {
  std::vector<Cell> cells(4);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i].sum.emplace();
    tellCell(cells[i], static_cast<long>(i));
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < cells.size(); ++i)
    threads.emplace_back(add, std::ref(cells), i);
  for (std::thread &thread : threads)
    thread.join();
}
