#include "Model_Data.h"

static double* allocate(int n) {
#ifdef FIXED
  double* values = new double[n];
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) values[i] = 0.0;
  return values;
#else
  return new double[n](); // expect: fsfind-serial-first-touch
#endif
}

void Model_Data::malloc_EleRiv(int elements) {
  NumEle = elements;
  yEleSurf = allocate(NumEle);
  uYsf = allocate(NumEle);
  qEleInfil = allocate(NumEle);
  qEleExfil = new double[NumEle];
#ifdef FIXED
#pragma omp parallel for schedule(static)
#endif
  for (int i = 0; i < NumEle; i++) qEleExfil[i] = 0.0; // expect: fsfind-serial-first-touch
}
