// project: OpenMOC (VectorizedSolver.cpp)
// reference: https://github.com/mit-crpg/OpenMOC/pull/186 (review read)
// kind: partition-edges
// starts: visible
// args: -fopenmp
// wrong: scratch rows of all threads are cut from one array of threads times groups; the review asks for an array inside the
//        parallel region.
#include <cstdlib>
#include <omp.h>

#define FP_PRECISION double
#define VEC_ALIGNMENT 16
#define MM_MALLOC(size, alignment) std::aligned_alloc(alignment, ((size) + (alignment)-1) / (alignment) * (alignment))
#define MM_FREE(array) std::free(array)

struct Material {
  const FP_PRECISION* chi;
  const FP_PRECISION* nu_sigma_f;
  const FP_PRECISION* sigma_s;
};

class VectorizedSolver {
public:
  FP_PRECISION computeFSRSources();

private:
  FP_PRECISION reduce(const FP_PRECISION* values) const {
    FP_PRECISION sum = 0;
    for (int g = 0; g < _num_groups; g++) sum += values[g];
    return sum;
  }

  int _num_FSRs = 0, _num_groups = 7, _num_threads = omp_get_max_threads();
  const Material* const* _materials = nullptr;
  const FP_PRECISION* _scalar_flux = nullptr;
  FP_PRECISION _k_eff = 1.0;
};

FP_PRECISION VectorizedSolver::computeFSRSources() {
  FP_PRECISION total = 0;
#ifndef FIXED
  const size_t size = sizeof(FP_PRECISION) * _num_threads * _num_groups;
  FP_PRECISION* fission_sources = (FP_PRECISION*)MM_MALLOC(size, VEC_ALIGNMENT); // expect: fsfind-partition-edges|fsfind-per-thread-slots
  FP_PRECISION* scatter_sources = (FP_PRECISION*)MM_MALLOC(size, VEC_ALIGNMENT); // expect: fsfind-partition-edges|fsfind-per-thread-slots
#endif
#pragma omp parallel reduction(+ : total)
  {
#ifdef FIXED
    const size_t size = sizeof(FP_PRECISION) * _num_groups;
    FP_PRECISION* fission = (FP_PRECISION*)MM_MALLOC(size, 64);
    FP_PRECISION* scatter = (FP_PRECISION*)MM_MALLOC(size, 64);
#else
    const int tid = omp_get_thread_num();
    FP_PRECISION* fission = &fission_sources[tid * _num_groups]; // expect: fsfind-partition-edges|fsfind-per-thread-slots
    FP_PRECISION* scatter = &scatter_sources[tid * _num_groups]; // expect: fsfind-partition-edges|fsfind-per-thread-slots
#endif
#pragma omp for schedule(guided)
    for (int r = 0; r < _num_FSRs; r++) {
      const Material& m = *_materials[r];
      const FP_PRECISION* flux = &_scalar_flux[(size_t)r * _num_groups];
      for (int e = 0; e < _num_groups; e++) fission[e] = flux[e] * m.nu_sigma_f[e];
      const FP_PRECISION fission_source = reduce(fission) / _k_eff;
      for (int G = 0; G < _num_groups; G++) {
        for (int g = 0; g < _num_groups; g++) scatter[g] = m.sigma_s[G * _num_groups + g] * flux[g];
        total += fission_source * m.chi[G] + reduce(scatter);
      }
    }
#ifdef FIXED
    MM_FREE(fission);
    MM_FREE(scatter);
#endif
  }
#ifndef FIXED
  MM_FREE(fission_sources);
  MM_FREE(scatter_sources);
#endif
  return total;
}
