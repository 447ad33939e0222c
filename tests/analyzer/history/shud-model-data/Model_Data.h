#pragma once
// project: SHUD (Model_Data)
// reference: https://github.com/DankerMu/SHUD-OpenMP/issues/181 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the element arrays are allocated and set to zero by the main thread in one file; the right-hand side in another file
//        runs over them in parallel.
class Model_Data {
public:
  void malloc_EleRiv(int elements);
  void f_update(const double* y, double* dy, double t);
  void f_loop(double t);

  int NumEle = 0;
  double* yEleSurf = nullptr;
  double* uYsf = nullptr;
  double* qEleInfil = nullptr;
  double* qEleExfil = nullptr;
};
