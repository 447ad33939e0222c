#include "shared.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ind0 (ii * nx + jj)

static double initialise_cg(const int nx, const int ny, const int pad, const double dt, double* p, double* r,
                            const double* x, const double* density, double* s_x, double* s_y, const double* edgedx) {
#pragma omp parallel for
  for (int ii = pad; ii < ny - pad; ++ii) {
    for (int jj = pad; jj < nx - pad; ++jj) {
      s_x[ind0] = dt * 2.0 / (edgedx[jj] * edgedx[jj] * (density[ind0] + density[ind0 - 1]));
      s_y[ind0] = dt * 2.0 / (edgedx[jj] * edgedx[jj] * (density[ind0] + density[ind0 - nx]));
    }
  }

  double initial_r2 = 0.0;
#pragma omp parallel for reduction(+ : initial_r2)
  for (int ii = pad; ii < ny - pad; ++ii) {
    for (int jj = pad; jj < nx - pad; ++jj) {
      r[ind0] = x[ind0] - (s_x[ind0] * x[ind0 - 1] + s_y[ind0] * x[ind0 - nx]);
      p[ind0] = r[ind0];
      initial_r2 += r[ind0] * r[ind0];
    }
  }
  return initial_r2;
}

static double calculate_pAp(const int nx, const int ny, const int pad, const double* s_x, const double* s_y, double* p,
                            double* Ap) {
  double pAp = 0.0;
#pragma omp parallel for reduction(+ : pAp)
  for (int ii = pad; ii < ny - pad; ++ii) {
    for (int jj = pad; jj < nx - pad; ++jj) {
      Ap[ind0] = (1.0 + s_x[ind0] + s_y[ind0]) * p[ind0] - s_x[ind0] * p[ind0 - 1] - s_y[ind0] * p[ind0 - nx];
      pAp += p[ind0] * Ap[ind0];
    }
  }
  return pAp;
}

static double calculate_new_r2(const int nx, const int ny, const int pad, double alpha, double* x, double* p, double* r,
                               double* Ap) {
  double new_r2 = 0.0;
#pragma omp parallel for reduction(+ : new_r2)
  for (int ii = pad; ii < ny - pad; ++ii) {
    for (int jj = pad; jj < nx - pad; ++jj) {
      x[ind0] += alpha * p[ind0];
      r[ind0] -= alpha * Ap[ind0];
      new_r2 += r[ind0] * r[ind0];
    }
  }
  return new_r2;
}

static void update_conjugate(const int nx, const int ny, const int pad, const double beta, const double* r, double* p) {
#pragma omp parallel for
  for (int ii = pad; ii < ny - pad; ++ii) {
    for (int jj = pad; jj < nx - pad; ++jj) {
      p[ind0] = r[ind0] + beta * p[ind0];
    }
  }
}

void solve_diffusion_2d(const int nx, const int ny, Mesh* mesh, const int max_inners, SharedData* shared_data,
                        double* end_error) {
  double old_r2 = initialise_cg(nx, ny, mesh->pad, mesh->dt, shared_data->p, shared_data->r, shared_data->x,
                                shared_data->density, shared_data->s_x, shared_data->s_y, mesh->edgedx);
  int ii = 0;
  for (ii = 0; ii < max_inners && fabs(old_r2) > 1.0e-15; ++ii) {
    const double pAp = calculate_pAp(nx, ny, mesh->pad, shared_data->s_x, shared_data->s_y, shared_data->p, shared_data->Ap);
    const double alpha = old_r2 / pAp;
    const double new_r2 =
        calculate_new_r2(nx, ny, mesh->pad, alpha, shared_data->x, shared_data->p, shared_data->r, shared_data->Ap);
    update_conjugate(nx, ny, mesh->pad, new_r2 / old_r2, shared_data->r, shared_data->p);
    old_r2 = new_r2;
  }
  *end_error = old_r2;
  printf("iterations %d: %.12e\n", ii, old_r2);
}
