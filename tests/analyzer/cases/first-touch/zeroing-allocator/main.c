#include "seeds.h"
int main(void) {
  const int64_t drawers = 200000000;
  struct bank *bank;
  double *humidity = take((size_t)drawers, sizeof *humidity);
  if (!humidity || new_bank(&bank, (size_t)drawers))
    return 1;
#pragma omp parallel for num_threads(threads_for(drawers)) schedule(static)
  for (int64_t i = 0; i < drawers; i++)
    humidity[i] = (double)(i % 7) * 0.1;
  for (int year = 0; year < 20; year++)
    germinate(bank, humidity);
  return 0;
}
