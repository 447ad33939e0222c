#ifndef LMP_THR_DATA_H
#define LMP_THR_DATA_H
// project: LAMMPS (src/OPENMP: fix_omp.cpp, thr_data.h)
// reference: reduced from memory; the released fix lets each thread create its own ThrData inside a parallel region
// kind: heap-neighbours
// starts: visible
// args: -fopenmp
// wrong: the per-thread accumulators are objects that the master thread creates one after the other, so they lie side by side on
//        the heap and in the master's memory; each thread then adds energies and virials to its own for each pair of atoms.

namespace LAMMPS_NS {

class ThrData {
 public:
  ThrData(int tid);
  ~ThrData() = default;

  void init_force(int nall, double **f);
  void init_eng(int nmax);
  void reset();

  double **get_f() const { return _f; }
  int get_tid() const { return _tid; }

  double eng_vdwl;      // expect: fsfind-per-thread-slots|fsfind-serial-first-touch
  double eng_coul;      // expect: fsfind-per-thread-slots|fsfind-serial-first-touch
  double virial_pair[6];
  double *eatom_pair;
  double **vatom_pair;

  double eng_bond;
  double virial_bond[6];
  double *eatom_bond;

 protected:
  double **_f;
  double *_erforce, *_desph, *_drhosph;

 private:
  int _tid;
};

}    // namespace LAMMPS_NS
#endif
