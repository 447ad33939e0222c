#include "per_thread_bool_indicator.h"

#include <omp.h>

namespace nest {
void SourceTable::gather(int num_threads) {
  is_cleared_.initialize(num_threads, false);
#pragma omp parallel num_threads(num_threads)
  {
    const int tid = omp_get_thread_num();
    long entry = 0;
    while (!is_cleared_.all_true()) {
      const bool more = next_block(tid, entry);
      is_cleared_.set(tid, !more);
    }
  }
}
} // namespace nest
