// A heap array has one bool per platform of a tram depot; in every round each thread sets its own
// flag and reads all of them. Setter and getter are in another file than the parallel region, in
// a member of the object that opens it.
// as in: NEST, https://github.com/nest/nest-simulator/pull/1442
// args: -fopenmp
#include "signals.h"
#include <omp.h>

bool shuntOne(int platform);

void Depot::shuntAll() {
#pragma omp parallel num_threads(signals.platforms_)
  while (!signals.allClear()) {
    const int platform = omp_get_thread_num();
    signals.set(platform, !shuntOne(platform));
#pragma omp barrier
  }
}
