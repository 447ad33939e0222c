// OpenMP: arrays of counters, one element a thread, on main's stack and as a global.
#include "tests/naming/programs/support.h"

#include <omp.h>

enum { THREADS = 4, ITEMS = 60000 };

struct bin {
  long even;
  long odd;
};

static struct bin bins[THREADS];

static long sum_up(int items) {
  long sums[THREADS] = {0};
  for (int i = 0; i < THREADS; ++i)
    TELL_OBJECT("stack", "sums", i, "long", sums[i]);
#pragma omp parallel for num_threads(THREADS)
  for (int item = 0; item < items; ++item) {
    const int self = omp_get_thread_num();
    const unsigned value = work((unsigned)item);
    sums[self] += value & 7;
    if (value & 256)
      bins[self].odd++;
    else
      bins[self].even++;
  }
  long total = 0;
  for (int i = 0; i < THREADS; ++i)
    total += sums[i];
  return total;
}

int main(void) {
  for (int i = 0; i < THREADS; ++i) {
    TELL_MEMBER("global", "bins", i, "struct bin", bins[i], even);
    TELL_MEMBER("global", "bins", i, "struct bin", bins[i], odd);
  }
  return sum_up(ITEMS) == 1;
}
