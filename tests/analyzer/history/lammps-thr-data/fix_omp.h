#ifndef LMP_FIX_OMP_H
#define LMP_FIX_OMP_H
#include "thr_data.h"

namespace LAMMPS_NS {

struct Atom {
  int nlocal, nghost, nmax;
  double **x, **f;
  int *type;
};

struct NeighList {
  int inum;
  int *ilist, *numneigh;
  int **firstneigh;
};

class FixOMP {
 public:
  FixOMP(Atom *atom, int nthreads);
  ~FixOMP();

  void setup_pre_force();
  ThrData *get_thr(int tid) { return thr[tid]; }
  int get_nthreads() const { return _nthr; }
  void reduce_energy(double &eng_vdwl, double &eng_coul, double *virial);

 private:
  Atom *atom;
  ThrData **thr;
  int _nthr;
};

}    // namespace LAMMPS_NS
#endif
