#include "fix_omp.h"

#include <omp.h>

using namespace LAMMPS_NS;

FixOMP::FixOMP(Atom *a, int nthreads) : atom(a), thr(nullptr), _nthr(nthreads) {
  omp_set_num_threads(nthreads);
  thr = new ThrData *[nthreads];
#ifdef FIXED
#pragma omp parallel default(none)
  {
    const int tid = omp_get_thread_num();
    thr[tid] = new ThrData(tid);
  }
#else
  for (int i = 0; i < nthreads; ++i) thr[i] = new ThrData(i);    // expect: fsfind-per-thread-slots|fsfind-serial-first-touch
#endif
}

FixOMP::~FixOMP() {
  for (int i = 0; i < _nthr; ++i) delete thr[i];
  delete[] thr;
}

void FixOMP::setup_pre_force() {
  const int nall = atom->nlocal + atom->nghost;
  double **f = atom->f;
#pragma omp parallel default(none) shared(f, nall)
  {
    const int tid = omp_get_thread_num();
    thr[tid]->init_force(nall, f);
  }
}

void FixOMP::reduce_energy(double &eng_vdwl, double &eng_coul, double *virial) {
  for (int i = 0; i < _nthr; ++i) {
    eng_vdwl += thr[i]->eng_vdwl;
    eng_coul += thr[i]->eng_coul;
    for (int k = 0; k < 6; ++k) virial[k] += thr[i]->virial_pair[k];
  }
}
