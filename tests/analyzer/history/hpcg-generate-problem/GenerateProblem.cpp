#include "SparseMatrix.hpp"

#include <cassert>
#ifndef HPCG_NO_OPENMP
#include <omp.h>
#endif

void GenerateProblem(SparseMatrix& A, Vector* b, Vector* x, Vector* xexact) {
  const global_int_t nx = A.geom->nx, ny = A.geom->ny, nz = A.geom->nz;
  const global_int_t gnx = A.geom->gnx, gny = A.geom->gny, gnz = A.geom->gnz;
  const local_int_t localNumberOfRows = static_cast<local_int_t>(nx * ny * nz);
  assert(localNumberOfRows > 0);

  char* nonzerosInRow = new char[localNumberOfRows];
  local_int_t* mtxInd = new local_int_t[static_cast<global_int_t>(localNumberOfRows) * numberOfNonzerosPerRow];
  double* matrixValues = new double[static_cast<global_int_t>(localNumberOfRows) * numberOfNonzerosPerRow];
  double* matrixDiagonal = new double[localNumberOfRows];
  if (b != 0) InitializeVector(*b, localNumberOfRows);
  if (x != 0) InitializeVector(*x, localNumberOfRows);
  if (xexact != 0) InitializeVector(*xexact, localNumberOfRows);
  double* bv = b != 0 ? b->values : 0;
  double* xv = x != 0 ? x->values : 0;
  double* xexactv = xexact != 0 ? xexact->values : 0;

  global_int_t localNumberOfNonzeros = 0;
#ifdef FIXED
#ifndef HPCG_NO_OPENMP
#pragma omp parallel for reduction(+ : localNumberOfNonzeros)
#endif
#endif
  for (local_int_t iz = 0; iz < nz; iz++) {
    const global_int_t giz = A.geom->giz0 + iz;
    for (local_int_t iy = 0; iy < ny; iy++) {
      const global_int_t giy = A.geom->giy0 + iy;
      for (local_int_t ix = 0; ix < nx; ix++) {
        const global_int_t gix = A.geom->gix0 + ix;
        const local_int_t currentLocalRow = static_cast<local_int_t>(iz * nx * ny + iy * nx + ix);
        char numberOfNonzerosInRow = 0;
        double* currentValuePointer = matrixValues + static_cast<global_int_t>(currentLocalRow) * numberOfNonzerosPerRow;
        local_int_t* currentIndexPointer = mtxInd + static_cast<global_int_t>(currentLocalRow) * numberOfNonzerosPerRow;
        for (int sz = -1; sz <= 1; sz++) {
          if (giz + sz <= -1 || giz + sz >= gnz) continue;
          for (int sy = -1; sy <= 1; sy++) {
            if (giy + sy <= -1 || giy + sy >= gny) continue;
            for (int sx = -1; sx <= 1; sx++) {
              if (gix + sx <= -1 || gix + sx >= gnx) continue;
              const local_int_t curcol = static_cast<local_int_t>(currentLocalRow + sz * nx * ny + sy * nx + sx);
              if (curcol == currentLocalRow) {
                matrixDiagonal[currentLocalRow] = 26.0; // expect: fsfind-serial-first-touch
                *currentValuePointer++ = 26.0; // expect: fsfind-serial-first-touch
              } else {
                *currentValuePointer++ = -1.0; // expect: fsfind-serial-first-touch
              }
              *currentIndexPointer++ = curcol; // expect: fsfind-serial-first-touch
              numberOfNonzerosInRow++;
            }
          }
        }
        nonzerosInRow[currentLocalRow] = numberOfNonzerosInRow; // expect: fsfind-serial-first-touch
        localNumberOfNonzeros += numberOfNonzerosInRow;
        if (b != 0) bv[currentLocalRow] = 26.0 - static_cast<double>(numberOfNonzerosInRow - 1); // expect: fsfind-serial-first-touch
        if (x != 0) xv[currentLocalRow] = 0.0; // expect: fsfind-serial-first-touch
        if (xexact != 0) xexactv[currentLocalRow] = 1.0; // expect: fsfind-serial-first-touch
      }
    }
  }

  A.title = 0;
  A.totalNumberOfRows = gnx * gny * gnz;
  A.localNumberOfRows = localNumberOfRows;
  A.localNumberOfColumns = localNumberOfRows;
  A.localNumberOfNonzeros = localNumberOfNonzeros;
  A.nonzerosInRow = nonzerosInRow;
  A.mtxInd = mtxInd;
  A.matrixValues = matrixValues;
  A.matrixDiagonal = matrixDiagonal;
}
