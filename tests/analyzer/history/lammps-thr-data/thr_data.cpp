#include "thr_data.h"

#include <cstring>

using namespace LAMMPS_NS;

ThrData::ThrData(int tid)
    : eng_vdwl(0), eng_coul(0), eatom_pair(nullptr), vatom_pair(nullptr), eng_bond(0), eatom_bond(nullptr), _f(nullptr),
      _erforce(nullptr), _desph(nullptr), _drhosph(nullptr), _tid(tid) {
  memset(virial_pair, 0, sizeof(virial_pair));
  memset(virial_bond, 0, sizeof(virial_bond));
}

void ThrData::init_force(int nall, double **f) {
  eng_vdwl = eng_coul = eng_bond = 0.0;
  memset(virial_pair, 0, sizeof(virial_pair));
  memset(virial_bond, 0, sizeof(virial_bond));
  eatom_pair = eatom_bond = nullptr;
  if (f) {
    _f = f + _tid * nall;
    if (nall > 0) memset(&(_f[0][0]), 0, 3 * nall * sizeof(double));
  } else {
    _f = nullptr;
  }
}

void ThrData::reset() { _f = nullptr; }
