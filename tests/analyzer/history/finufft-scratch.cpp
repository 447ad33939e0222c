// project: FINUFFT (spreadinterp.hpp)
// reference: https://github.com/flatironinstitute/finufft/pull/903 (read; the proposal was declined for this reason)
// kind: per-thread-array
// starts: visible
// args: -fopenmp
// wrong: the scratch of the threads became elements of one vector; their cursors, written point by point, share lines. Upstream
//        keeps the scratch inside the parallel region.
#include <cstdint>
#include <omp.h>
#include <vector>

namespace finufft {
typedef double TF;
typedef int64_t BIGINT;
#define MY_OMP_GET_THREAD_NUM() omp_get_thread_num()

struct Subproblem {
  BIGINT used = 0; // expect: fsfind-per-thread-slots
  TF max_strength = 0; // expect: fsfind-per-thread-slots
  std::vector<TF> kx, dd;

  void reset(BIGINT capacity) {
    used = 0;
    max_strength = 0;
    if (static_cast<BIGINT>(kx.size()) < capacity) {
      kx.resize(capacity);
      dd.resize(2 * capacity);
    }
  }
  void add(TF x, const TF* strength) {
    kx[used] = x;
    dd[2 * used] = strength[0];
    dd[2 * used + 1] = strength[1];
    if (strength[0] > max_strength) max_strength = strength[0];
    ++used;
  }
};

void spread_subproblem(const Subproblem& sp, TF* grid, BIGINT offset);

class Spreader {
public:
  void execute(const std::vector<BIGINT>& sort, const TF* kx, const TF* dd, TF* grid, BIGINT per_problem);

private:
#ifndef FIXED
  std::vector<Subproblem> scratch_; // expect: fsfind-per-thread-slots
#endif
};

void Spreader::execute(const std::vector<BIGINT>& sort, const TF* kx, const TF* dd, TF* grid, BIGINT per_problem) {
  const int nthr = omp_get_max_threads();
  const BIGINT M = static_cast<BIGINT>(sort.size());
  const BIGINT problems = (M + per_problem - 1) / per_problem;
#ifndef FIXED
  if (scratch_.size() < static_cast<std::size_t>(nthr)) scratch_.resize(nthr);
#endif
#pragma omp parallel num_threads(nthr)
  {
#ifdef FIXED
    Subproblem sp;
#else
    Subproblem& sp = scratch_[MY_OMP_GET_THREAD_NUM()];
#endif
#pragma omp for schedule(dynamic, 1)
    for (BIGINT isub = 0; isub < problems; isub++) {
      const BIGINT from = isub * per_problem, to = from + per_problem < M ? from + per_problem : M;
      sp.reset(per_problem);
      for (BIGINT i = from; i < to; i++) sp.add(kx[sort[i]], dd + 2 * sort[i]);
      spread_subproblem(sp, grid, from);
    }
  }
}
} // namespace finufft
