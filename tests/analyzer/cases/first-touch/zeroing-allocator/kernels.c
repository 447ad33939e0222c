/* The fields of a seed bank come from an allocator that clears them by one memset in the calling
   thread; OpenMP loops in another file use them. Their record is handed back by double pointer. */
#include "seeds.h"
#define CUT(part, parts, n) ((int64_t)((double)(n) * (part) / (parts)))
double germinate(struct bank *bank, const double *humidity) {
  int8_t *restrict present = bank->present;
  double *restrict viability = bank->viability, sum = 0;
  int threads = threads_for(bank->drawers);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int part = 0; part < threads; part++) {
    const int64_t end = CUT(part + 1, threads, bank->drawers);
    for (int64_t i = CUT(part, threads, bank->drawers); i < end; i++) {
      present[i] |= humidity[i] < 0.3;
      viability[i] += humidity[i];
    }
  }
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
  for (int64_t i = 0; i < bank->drawers; i++)
    sum += present[i] ? viability[i] : 0;
  return sum;
}
