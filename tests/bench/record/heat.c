// OpenMP: a grid is relaxed in steps with barriers, and residues are summed beside each other.
#include <omp.h>

enum { kSide = 192, kSteps = 60, kMost = 64, kSums = 5 };

static double grid[2][kSide][kSide];
static struct sums {
  _Alignas(64) volatile double of[kMost];
} sums[kSums];

int main(void) {
#pragma omp parallel
  for (int step = 0; step < kSteps; ++step) {
    const int self = omp_get_thread_num() % kMost;
#pragma omp for schedule(static)
    for (int row = 1; row < kSide - 1; ++row)
      for (int column = 1; column < kSide - 1; ++column) {
        const double(*from)[kSide] = grid[step % 2];
        grid[1 - step % 2][row][column] =
            (from[row - 1][column] + from[row + 1][column] + from[row][column - 1] + 1) / 4;
        for (int sum = 0; sum < kSums && column % (4 << sum) == 0; ++sum)
          sums[sum].of[self] += from[row][column];
      }
  }
}
