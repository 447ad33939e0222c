// project: AMGCL (amgcl/backend/builtin.hpp, amgcl/util numa_vector)
// reference: reduced from memory; the released builtin backend keeps its vectors in numa_vector, initialised by an OpenMP loop
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the vectors of the solver and of every level are std::vector, so the thread that builds the hierarchy fills them, while
//        spmv, axpby and the smoothers run over them with static OpenMP loops.
#include <cmath>
#include <cstddef>
#include <list>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <vector>

namespace amgcl {
namespace backend {

template <class V> class numa_vector {
  static_assert(std::is_trivially_copyable<V>::value, "plain values only");

public:
  typedef V value_type;

  numa_vector() : n(0), p(nullptr) {}
  explicit numa_vector(std::size_t n, bool init = true) : n(n), p(new V[n]) {
    if (init) {
#pragma omp parallel for
      for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(n); ++i) p[i] = V();
    }
  }
  numa_vector(const numa_vector&) = delete;
  numa_vector& operator=(const numa_vector&) = delete;
  ~numa_vector() { delete[] p; }

  std::size_t size() const { return n; }
  V& operator[](std::size_t i) { return p[i]; }
  const V& operator[](std::size_t i) const { return p[i]; }

private:
  std::size_t n;
  V* p;
};

template <typename val_t = double, typename col_t = std::ptrdiff_t> struct crs {
  typedef val_t value_type;
  std::size_t nrows = 0, ncols = 0, nnz = 0;
  const std::ptrdiff_t* ptr = nullptr;
  const col_t* col = nullptr;
  const val_t* val = nullptr;
};

template <typename real> struct builtin {
  typedef real value_type;
  typedef crs<value_type> matrix;
#ifdef FIXED
  typedef numa_vector<value_type> vector;
#else
  typedef std::vector<value_type> vector;
#endif

  struct params {};

  static std::shared_ptr<vector> create_vector(std::size_t size, const params&) {
    return std::make_shared<vector>(size); // expect: fsfind-serial-first-touch
  }
};

template <class Matrix, class Vec1, class Vec2>
void spmv(double alpha, const Matrix& A, const Vec1& x, double beta, Vec2& y) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(A.nrows);
#pragma omp parallel for
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::ptrdiff_t j = A.ptr[i]; j < A.ptr[i + 1]; ++j) sum += A.val[j] * x[A.col[j]];
    y[i] = beta ? alpha * sum + beta * y[i] : alpha * sum;
  }
}

template <class Matrix, class Vec1, class Vec2, class Vec3>
void residual(const Vec1& rhs, const Matrix& A, const Vec2& x, Vec3& r) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(A.nrows);
#pragma omp parallel for
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    double sum = rhs[i];
    for (std::ptrdiff_t j = A.ptr[i]; j < A.ptr[i + 1]; ++j) sum -= A.val[j] * x[A.col[j]];
    r[i] = sum;
  }
}

template <class V1, class V2> double inner_product(const V1& x, const V2& y) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(x.size());
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::ptrdiff_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

template <class V1, class V2> void axpby(double a, const V1& x, double b, V2& y) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(x.size());
#pragma omp parallel for
  for (std::ptrdiff_t i = 0; i < n; ++i) y[i] = a * x[i] + b * y[i];
}

} // namespace backend

namespace solver {

template <class Backend> class cg {
public:
  typedef typename Backend::vector vector;
  typedef typename Backend::params backend_params;

  struct params {
    double tol = 1e-8;
    std::size_t maxiter = 100;
  };

  cg(std::size_t n, const params& prm = params(), const backend_params& bprm = backend_params())
      : prm(prm), n(n), r(Backend::create_vector(n, bprm)), s(Backend::create_vector(n, bprm)),
        p(Backend::create_vector(n, bprm)), q(Backend::create_vector(n, bprm)) {}

  template <class Matrix, class Precond, class Vec1, class Vec2>
  std::tuple<std::size_t, double> operator()(const Matrix& A, const Precond& P, const Vec1& rhs, Vec2& x) const {
    double norm_rhs = std::sqrt(backend::inner_product(rhs, rhs));
    if (norm_rhs == 0) throw std::logic_error("zero right-hand side");
    backend::residual(rhs, A, x, *r);
    double rho1 = 0, rho2 = 0, res = std::sqrt(backend::inner_product(*r, *r));
    std::size_t iter = 0;
    for (; iter < prm.maxiter && res > prm.tol * norm_rhs; ++iter) {
      P.apply(*r, *s);
      rho2 = rho1;
      rho1 = backend::inner_product(*r, *s);
      backend::axpby(1.0, *s, iter ? rho1 / rho2 : 0.0, *p);
      backend::spmv(1.0, A, *p, 0.0, *q);
      const double alpha = rho1 / backend::inner_product(*q, *p);
      backend::axpby(alpha, *p, 1.0, x);
      backend::axpby(-alpha, *q, 1.0, *r);
      res = std::sqrt(backend::inner_product(*r, *r));
    }
    return std::make_tuple(iter, res / norm_rhs);
  }

private:
  params prm;
  std::size_t n;
  std::shared_ptr<vector> r, s, p, q;
};

} // namespace solver

template <class Backend> struct dummy_precond {
  template <class V1, class V2> void apply(const V1& rhs, V2& x) const { backend::axpby(1.0, rhs, 0.0, x); }
};
} // namespace amgcl

double poisson(const amgcl::backend::crs<double>& A, double* f) {
  typedef amgcl::backend::builtin<double> Backend;
  amgcl::solver::cg<Backend> solve(A.nrows);
  auto x = Backend::create_vector(A.nrows, Backend::params());
  auto b = Backend::create_vector(A.nrows, Backend::params());
#pragma omp parallel for
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(A.nrows); ++i) (*b)[i] = f[i];
  auto info = solve(A, amgcl::dummy_precond<Backend>(), *b, *x);
  return std::get<1>(info);
}
