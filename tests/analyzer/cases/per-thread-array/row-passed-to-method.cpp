// A shared array of floats has one row per thread, in which it sums and clears the sediment of
// every reach of a canal. The row is passed as a pointer to a method that writes it.
// as in: OpenMOC, https://github.com/mit-crpg/OpenMOC/pull/82
// args: -fopenmp
// suspect: line
// also-true: fsfind-partition-edges
#include <omp.h>
#include <vector>

class Canal {
  long reaches_;
  int grains_, threads_;
  float *load_, *deposit_;
#ifndef FIXED
  float *carried_; // expect: fsfind-per-thread-slots
#endif

  void settleReach(long reach, int bed, float *carried, float *load) {
    float sum = 0;
    for (int grain = 0; grain < grains_; ++grain) {
      carried[grain] += load[grain] * static_cast<float>(bed);
      sum += carried[grain];
      load[grain] -= carried[grain] / 16;
      carried[grain] = 0;
    }
#pragma omp atomic
    deposit_[(reach + 1) % reaches_] += sum;
  }

public:
  Canal(long reaches, int grains)
      : reaches_(reaches), grains_(grains), threads_(omp_get_max_threads()) {
    load_ = new float[reaches * grains];
    deposit_ = new float[reaches];
#ifndef FIXED
    carried_ = new float[threads_ * grains_]; // expect: fsfind-per-thread-slots
#endif
  }
  void settle() {
#pragma omp parallel for schedule(guided)
    for (long reach = 0; reach < reaches_; ++reach) {
#ifdef FIXED
      std::vector<float> own(grains_);
      float *carried = own.data();
#else
      float *carried = &carried_[omp_get_thread_num() * grains_];
#endif
      for (int bed = 0; bed < 8; ++bed)
        settleReach(reach, bed, carried, &load_[reach * grains_]);
    }
  }
};
