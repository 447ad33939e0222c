#include "Model_Data.h"

#include <omp.h>

void Model_Data::f_update(const double* y, double* dy, double t) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < NumEle; i++) {
    uYsf[i] = y[i] > 0 ? y[i] : 0;
    dy[i] = qEleInfil[i] - qEleExfil[i] * t;
  }
}

void Model_Data::f_loop(double t) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < NumEle; i++) {
    yEleSurf[i] = uYsf[i] * 0.5;
    qEleInfil[i] = yEleSurf[i] > 1e-6 ? 0.1 * yEleSurf[i] + t : 0;
    qEleExfil[i] = 0.01 * qEleInfil[i];
  }
}
