#ifndef SPARSEMATRIX_HPP
#define SPARSEMATRIX_HPP
// project: HPCG (src/GenerateProblem_ref.cpp, SparseMatrix.hpp, Vector.hpp)
// reference: reduced from memory; the later releases generate the rows and the vectors in OpenMP loops
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the rows of the matrix and the exact solution, right-hand side and start vector are filled row by row by one thread, in a
//        file of its own; SpMV, dot product and WAXPBY run over them with OpenMP.
#include <vector>

typedef int local_int_t;
typedef long long global_int_t;

struct Geometry {
  int size, rank;
  local_int_t nx, ny, nz;
  global_int_t gnx, gny, gnz, gix0, giy0, giz0;
};

struct Vector_STRUCT {
  local_int_t localLength;
  double* values;
};
typedef struct Vector_STRUCT Vector;

struct SparseMatrix_STRUCT {
  char* title;
  Geometry* geom;
  global_int_t totalNumberOfRows;
  local_int_t localNumberOfRows;
  local_int_t localNumberOfColumns;
  global_int_t localNumberOfNonzeros;
  char* nonzerosInRow;
  local_int_t* mtxInd;
  double* matrixValues;
  double* matrixDiagonal;
};
typedef struct SparseMatrix_STRUCT SparseMatrix;

const int numberOfNonzerosPerRow = 27;

inline void InitializeVector(Vector& v, local_int_t localLength) {
  v.localLength = localLength;
  v.values = new double[localLength];
}

inline void DeleteVector(Vector& v) {
  delete[] v.values;
  v.localLength = 0;
}

void GenerateProblem(SparseMatrix& A, Vector* b, Vector* x, Vector* xexact);
int ComputeSPMV_ref(const SparseMatrix& A, Vector& x, Vector& y);
int ComputeWAXPBY_ref(local_int_t n, double alpha, const Vector& x, double beta, const Vector& y, Vector& w);
int ComputeDotProduct_ref(local_int_t n, const Vector& x, const Vector& y, double& result);
#endif
