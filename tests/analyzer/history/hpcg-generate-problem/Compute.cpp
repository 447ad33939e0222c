#include "SparseMatrix.hpp"

#include <cassert>
#include <cmath>
#ifndef HPCG_NO_OPENMP
#include <omp.h>
#endif

int ComputeSPMV_ref(const SparseMatrix& A, Vector& x, Vector& y) {
  assert(x.localLength >= A.localNumberOfColumns);
  assert(y.localLength >= A.localNumberOfRows);
  const double* const xv = x.values;
  double* const yv = y.values;
  const local_int_t nrow = A.localNumberOfRows;
#ifndef HPCG_NO_OPENMP
#pragma omp parallel for
#endif
  for (local_int_t i = 0; i < nrow; i++) {
    double sum = 0.0;
    const double* const cur_vals = A.matrixValues + static_cast<global_int_t>(i) * numberOfNonzerosPerRow;
    const local_int_t* const cur_inds = A.mtxInd + static_cast<global_int_t>(i) * numberOfNonzerosPerRow;
    const int cur_nnz = A.nonzerosInRow[i];
    for (int j = 0; j < cur_nnz; j++) sum += cur_vals[j] * xv[cur_inds[j]];
    yv[i] = sum;
  }
  return 0;
}

int ComputeWAXPBY_ref(local_int_t n, double alpha, const Vector& x, double beta, const Vector& y, Vector& w) {
  const double* const xv = x.values;
  const double* const yv = y.values;
  double* const wv = w.values;
#ifndef HPCG_NO_OPENMP
#pragma omp parallel for
#endif
  for (local_int_t i = 0; i < n; i++) wv[i] = alpha * xv[i] + beta * yv[i];
  return 0;
}

int ComputeDotProduct_ref(local_int_t n, const Vector& x, const Vector& y, double& result) {
  double local_result = 0.0;
  const double* const xv = x.values;
  const double* const yv = y.values;
#ifndef HPCG_NO_OPENMP
#pragma omp parallel for reduction(+ : local_result)
#endif
  for (local_int_t i = 0; i < n; i++) local_result += xv[i] * yv[i];
  result = local_result;
  return 0;
}

int solve(Geometry* geom, int max_iter, double tolerance) {
  SparseMatrix A;
  A.geom = geom;
  Vector b, x, xexact, p, Ap;
  GenerateProblem(A, &b, &x, &xexact);
  InitializeVector(p, A.localNumberOfColumns);
  InitializeVector(Ap, A.localNumberOfRows);
  double rtr = 0.0, oldrtr = 0.0, pAp = 0.0;
  ComputeWAXPBY_ref(A.localNumberOfRows, 1.0, b, 0.0, b, p);
  ComputeDotProduct_ref(A.localNumberOfRows, b, b, rtr);
  int k = 1;
  for (; k <= max_iter && std::sqrt(rtr) > tolerance; k++) {
    ComputeSPMV_ref(A, p, Ap);
    ComputeDotProduct_ref(A.localNumberOfRows, p, Ap, pAp);
    const double alpha = rtr / pAp;
    ComputeWAXPBY_ref(A.localNumberOfRows, 1.0, x, alpha, p, x);
    ComputeWAXPBY_ref(A.localNumberOfRows, 1.0, b, -alpha, Ap, b);
    oldrtr = rtr;
    ComputeDotProduct_ref(A.localNumberOfRows, b, b, rtr);
    ComputeWAXPBY_ref(A.localNumberOfRows, 1.0, b, rtr / oldrtr, p, p);
  }
  DeleteVector(p);
  DeleteVector(Ap);
  return k;
}
