// project: OpenMOC (CPUSolver.cpp)
// reference: https://github.com/mit-crpg/OpenMOC/pull/82 (read)
// kind: per-thread-array
// starts: visible
// also-true: fsfind-partition-edges
// args: -fopenmp
// wrong: the flux of the region under the track is summed in the thread's row of one short shared array, segment by segment.
#include <cmath>
#include <cstdlib>
#include <omp.h>

typedef float FP_PRECISION;

struct segment {
  FP_PRECISION _length;
  int _region_id;
};

struct Track {
  int _num_segments;
  segment* _segments;
};

class CPUSolver {
public:
  CPUSolver(int groups, int regions);
  void transportSweep();

private:
  void scalarFluxTally(const segment* seg, FP_PRECISION* track_flux, FP_PRECISION* fsr_flux);

  int _num_groups, _num_FSRs, _num_tracks = 0, _num_threads;
  Track* _tracks = nullptr;
  FP_PRECISION* _scalar_flux;
  FP_PRECISION* _sigma_t;
  FP_PRECISION* _ratios;
  FP_PRECISION* _boundary_flux;
  FP_PRECISION* _thread_fsr_flux; // expect: fsfind-per-thread-slots
};

CPUSolver::CPUSolver(int groups, int regions)
    : _num_groups(groups), _num_FSRs(regions), _num_threads(omp_get_max_threads()) {
  _scalar_flux = new FP_PRECISION[static_cast<size_t>(groups) * regions];
  _sigma_t = new FP_PRECISION[groups];
  _ratios = new FP_PRECISION[static_cast<size_t>(groups) * regions];
  _boundary_flux = new FP_PRECISION[static_cast<size_t>(groups) * regions];
  _thread_fsr_flux = new FP_PRECISION[_num_threads * groups]; // expect: fsfind-per-thread-slots
}

void CPUSolver::scalarFluxTally(const segment* seg, FP_PRECISION* track_flux, FP_PRECISION* fsr_flux) {
  const int fsr = seg->_region_id;
  for (int e = 0; e < _num_groups; e++) {
    const FP_PRECISION delta = (track_flux[e] - _ratios[fsr * _num_groups + e]) * (1.0f - std::exp(-seg->_length * _sigma_t[e]));
    fsr_flux[e] += delta;
    track_flux[e] -= delta;
  }
  for (int e = 0; e < _num_groups; e++) {
#pragma omp atomic
    _scalar_flux[fsr * _num_groups + e] += fsr_flux[e];
    fsr_flux[e] = 0;
  }
}

void CPUSolver::transportSweep() {
#pragma omp parallel for schedule(guided)
  for (int t = 0; t < _num_tracks; t++) {
#ifdef FIXED
    FP_PRECISION* fsr_flux = new FP_PRECISION[_num_groups]();
#else
    const int tid = omp_get_thread_num();
    FP_PRECISION* fsr_flux = &_thread_fsr_flux[tid * _num_groups];
#endif
    FP_PRECISION* track_flux = &_boundary_flux[t * _num_groups];
    for (int s = 0; s < _tracks[t]._num_segments; s++)
      scalarFluxTally(&_tracks[t]._segments[s], track_flux, fsr_flux);
#ifdef FIXED
    delete[] fsr_flux;
#endif
  }
}
