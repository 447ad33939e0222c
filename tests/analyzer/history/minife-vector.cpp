// project: Mantevo miniFE (openmp variants: Vector.hpp, Vector_functions.hpp)
// reference: reduced from memory; the tuned OpenMP version's vectors are allocated raw and cleared in a parallel loop
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the coefficients of a vector are a std::vector sized in the constructor, which clears them in the main thread; the
//        solver's kernels are parallel loops.
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <vector>

namespace miniFE {

typedef double MINIFE_SCALAR;
typedef int MINIFE_LOCAL_ORDINAL;
typedef int MINIFE_GLOBAL_ORDINAL;

template <typename Scalar, typename LocalOrdinal, typename GlobalOrdinal>
struct Vector {
  typedef Scalar ScalarType;
  typedef LocalOrdinal LocalOrdinalType;
  typedef GlobalOrdinal GlobalOrdinalType;

#ifdef FIXED
  Vector(GlobalOrdinal startIdx, LocalOrdinal local_sz)
      : startIndex(startIdx), local_size(local_sz), coefs((Scalar*)std::malloc(sizeof(Scalar) * local_sz)) {
    Scalar* vcoefs = coefs;
#pragma omp parallel for
    for (LocalOrdinal i = 0; i < local_sz; ++i) vcoefs[i] = 0;
  }
  ~Vector() { std::free(coefs); }
  Vector(const Vector&) = delete;

  GlobalOrdinal startIndex;
  LocalOrdinal local_size;
  Scalar* coefs;
#else
  Vector(GlobalOrdinal startIdx, LocalOrdinal local_sz)
      : startIndex(startIdx), local_size(local_sz), coefs(local_size) {} // expect: fsfind-serial-first-touch

  GlobalOrdinal startIndex;
  LocalOrdinal local_size;
  std::vector<Scalar> coefs; // expect: fsfind-serial-first-touch
#endif
};

template <typename Scalar, typename LocalOrdinal, typename GlobalOrdinal>
struct CSRMatrix {
  typedef Scalar ScalarType;
  typedef LocalOrdinal LocalOrdinalType;
  typedef GlobalOrdinal GlobalOrdinalType;

  const GlobalOrdinal* rows = nullptr;
  const LocalOrdinal* row_offsets = nullptr;
  const GlobalOrdinal* packed_cols = nullptr;
  const Scalar* packed_coefs = nullptr;
  LocalOrdinal num_rows = 0;
  LocalOrdinal num_cols = 0;
};

template <typename VectorType>
void waxpby(typename VectorType::ScalarType alpha, const VectorType& x, typename VectorType::ScalarType beta,
            const VectorType& y, VectorType& w) {
  typedef typename VectorType::ScalarType ScalarType;
  const int n = x.local_size;
  const ScalarType* xcoefs = &x.coefs[0];
  const ScalarType* ycoefs = &y.coefs[0];
  ScalarType* wcoefs = &w.coefs[0];
#pragma omp parallel for
  for (int i = 0; i < n; ++i) wcoefs[i] = alpha * xcoefs[i] + beta * ycoefs[i];
}

template <typename VectorType>
void daxpby(typename VectorType::ScalarType alpha, const VectorType& x, typename VectorType::ScalarType beta, VectorType& y) {
  typedef typename VectorType::ScalarType ScalarType;
  const int n = x.local_size;
  const ScalarType* xcoefs = &x.coefs[0];
  ScalarType* ycoefs = &y.coefs[0];
#pragma omp parallel for
  for (int i = 0; i < n; ++i) ycoefs[i] = alpha * xcoefs[i] + beta * ycoefs[i];
}

template <typename VectorType>
typename VectorType::ScalarType dot(const VectorType& x, const VectorType& y) {
  typedef typename VectorType::ScalarType ScalarType;
  const int n = x.local_size;
  const ScalarType* xcoefs = &x.coefs[0];
  const ScalarType* ycoefs = &y.coefs[0];
  ScalarType result = 0;
#pragma omp parallel for reduction(+ : result)
  for (int i = 0; i < n; ++i) result += xcoefs[i] * ycoefs[i];
  return result;
}

template <typename MatrixType, typename VectorType>
struct matvec_std {
  void operator()(MatrixType& A, VectorType& x, VectorType& y) {
    const int nrows = A.num_rows;
    const auto* Arowoffsets = A.row_offsets;
    const auto* Acols = A.packed_cols;
    const auto* Acoefs = A.packed_coefs;
    const auto* xcoefs = &x.coefs[0];
    auto* ycoefs = &y.coefs[0];
#pragma omp parallel for
    for (int row = 0; row < nrows; ++row) {
      typename VectorType::ScalarType sum = 0;
      for (auto i = Arowoffsets[row]; i < Arowoffsets[row + 1]; ++i) sum += Acoefs[i] * xcoefs[Acols[i]];
      ycoefs[row] = sum;
    }
  }
};

template <typename OperatorType, typename VectorType, typename Matvec>
void cg_solve(OperatorType& A, const VectorType& b, VectorType& x, Matvec matvec, int max_iter, double& normr,
              double tolerance, int& num_iters) {
  const int nrows = A.num_rows, ncols = A.num_cols;
  VectorType r(b.startIndex, nrows);
  VectorType p(0, ncols);
  VectorType Ap(b.startIndex, nrows);

  waxpby(1.0, x, 0.0, x, p);
  matvec(A, p, Ap);
  waxpby(1.0, b, -1.0, Ap, r);
  double rtrans = dot(r, r);
  normr = std::sqrt(rtrans);
  for (int k = 1; k <= max_iter && normr > tolerance; ++k) {
    if (k == 1) {
      daxpby(1.0, r, 0.0, p);
    } else {
      const double oldrtrans = rtrans;
      rtrans = dot(r, r);
      daxpby(1.0, r, rtrans / oldrtrans, p);
    }
    normr = std::sqrt(rtrans);
    matvec(A, p, Ap);
    const double alpha = rtrans / dot(Ap, p);
    daxpby(alpha, p, 1.0, x);
    daxpby(-alpha, Ap, 1.0, r);
    num_iters = k;
  }
}

typedef Vector<MINIFE_SCALAR, MINIFE_LOCAL_ORDINAL, MINIFE_GLOBAL_ORDINAL> VectorType;
typedef CSRMatrix<MINIFE_SCALAR, MINIFE_LOCAL_ORDINAL, MINIFE_GLOBAL_ORDINAL> MatrixType;

int driver(MatrixType& A, int max_iters) {
  VectorType b(0, A.num_rows);
  VectorType x(0, A.num_cols);
  double rnorm = 0;
  int num_iters = 0;
  cg_solve(A, b, x, matvec_std<MatrixType, VectorType>(), max_iters, rnorm, 1e-14, num_iters);
  std::cout << "Final Resid Norm: " << rnorm << " after " << num_iters << std::endl;
  return num_iters;
}

} // namespace miniFE
