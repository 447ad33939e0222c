// args: -std=c++17 -fopenmp
// suspect: run
// N10: rows of a table are made and filled by one thread, then each is used by another.
#include <cstddef>
#include <vector>

void smooth(std::size_t rows, std::size_t columns, int rounds) {
#ifdef FIXED
  std::vector<double *> table(rows);
#pragma omp parallel for
  for (std::size_t r = 0; r < rows; ++r) {
    table[r] = new double[columns];
    for (std::size_t c = 0; c < columns; ++c)
      table[r][c] = 1;
  }
#else
  std::vector<std::vector<double>> table( // expect: fsfind-serial-first-touch
      rows, std::vector<double>(columns, 1));
#endif
  for (int round = 0; round < rounds; ++round) {
#pragma omp parallel for
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 1; c < columns; ++c)
        table[r][c] += table[r][c - 1] * 0.5;
  }
}
