#include "fix_omp.h"

#include <omp.h>

using namespace LAMMPS_NS;

class PairLJCutOMP {
 public:
  void compute(Atom *atom, NeighList *list, FixOMP *fix);
  double cutsq = 6.25, lj1 = 48.0, lj2 = 24.0, lj3 = 4.0, lj4 = 4.0, offset = 0.0;
  double eng_vdwl = 0, eng_coul = 0, virial[6] = {};

 private:
  void eval(int iifrom, int iito, Atom *atom, NeighList *list, ThrData *thr);
};

void PairLJCutOMP::compute(Atom *atom, NeighList *list, FixOMP *fix) {
  const int inum = list->inum;
  fix->setup_pre_force();
#pragma omp parallel default(none) shared(atom, list, fix, inum)
  {
    const int tid = omp_get_thread_num();
    const int idelta = 1 + inum / fix->get_nthreads();
    const int ifrom = tid * idelta;
    const int ito = (ifrom + idelta > inum) ? inum : ifrom + idelta;
    eval(ifrom, ito, atom, list, fix->get_thr(tid));
  }
  eng_vdwl = eng_coul = 0;
  for (double &v : virial) v = 0;
  fix->reduce_energy(eng_vdwl, eng_coul, virial);
}

void PairLJCutOMP::eval(int iifrom, int iito, Atom *atom, NeighList *list, ThrData *thr) {
  double **x = atom->x;
  double **f = thr->get_f();
  for (int ii = iifrom; ii < iito; ++ii) {
    const int i = list->ilist[ii];
    const int *jlist = list->firstneigh[i];
    double fxtmp = 0, fytmp = 0, fztmp = 0;
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = jlist[jj];
      const double delx = x[i][0] - x[j][0], dely = x[i][1] - x[j][1], delz = x[i][2] - x[j][2];
      const double rsq = delx * delx + dely * dely + delz * delz;
      if (rsq >= cutsq) continue;
      const double r2inv = 1.0 / rsq, r6inv = r2inv * r2inv * r2inv;
      const double fpair = r6inv * (lj1 * r6inv - lj2) * r2inv;
      fxtmp += delx * fpair;
      fytmp += dely * fpair;
      fztmp += delz * fpair;
      f[j][0] -= delx * fpair;
      f[j][1] -= dely * fpair;
      f[j][2] -= delz * fpair;
      thr->eng_vdwl += r6inv * (lj3 * r6inv - lj4) - offset;
      thr->virial_pair[0] += delx * delx * fpair;
      thr->virial_pair[1] += dely * dely * fpair;
      thr->virial_pair[2] += delz * delz * fpair;
      thr->virial_pair[3] += delx * dely * fpair;
      thr->virial_pair[4] += delx * delz * fpair;
      thr->virial_pair[5] += dely * delz * fpair;
    }
    f[i][0] += fxtmp;
    f[i][1] += fytmp;
    f[i][2] += fztmp;
  }
}

void pair_compute(PairLJCutOMP *pair, Atom *atom, NeighList *list, FixOMP *fix) { pair->compute(atom, list, fix); }
