// project: AMReX (Base/AMReX_Reduce.H)
// reference: https://github.com/AMReX-Codes/amrex/pull/4618 (read)
// kind: per-thread-array
// starts: visible
// args: -fopenmp
// wrong: every cell updates the thread's element of a vector of small tuples instead of a local.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <omp.h>
#include <tuple>
#include <vector>

namespace amrex {
namespace OpenMP {
inline int get_thread_num() { return omp_get_thread_num(); }
inline int get_max_threads() { return omp_get_max_threads(); }
} // namespace OpenMP

struct Box {
  int lo[3], hi[3];
};

class MultiFab {
public:
  int size() const { return static_cast<int>(boxes_.size()); }
  const Box& box(int i) const { return boxes_[i]; }
  const double* data(int i) const { return fabs_[i].data(); }

private:
  std::vector<Box> boxes_;
  std::vector<std::vector<double>> fabs_;
};

struct ReduceOpSum {
  template <typename T> static void local_update(T& d, T s) { d += s; }
  template <typename T> static void init(T& d) { d = 0; }
};
struct ReduceOpMax {
  template <typename T> static void local_update(T& d, T s) { d = std::max(d, s); }
  template <typename T> static void init(T& d) { d = std::numeric_limits<T>::lowest(); }
};

template <typename A, typename B> struct ReduceTuple {
  A first;  // expect: fsfind-per-thread-slots
  B second; // expect: fsfind-per-thread-slots
};

template <typename A, typename B> class ReduceData {
public:
  using Type = ReduceTuple<A, B>;
  ReduceData() : m_tuple(OpenMP::get_max_threads()) {}
  Type& reference(int i) { return m_tuple[i]; }
  std::vector<Type>& all() { return m_tuple; }

private:
  std::vector<Type> m_tuple; // expect: fsfind-per-thread-slots
};

template <typename P1, typename P2> class ReduceOps {
public:
  template <typename D, typename F> void eval(const MultiFab& mf, D& reduce_data, F const& f) {
    for (auto& t : reduce_data.all()) {
      P1::init(t.first);
      P2::init(t.second);
    }
#pragma omp parallel
    {
#ifdef FIXED
      auto& rr_ref = reduce_data.reference(OpenMP::get_thread_num());
      auto rr = rr_ref;
#else
      auto& rr = reduce_data.reference(OpenMP::get_thread_num());
#endif
#pragma omp for schedule(static)
      for (int b = 0; b < mf.size(); ++b) {
        const Box& box = mf.box(b);
        const double* cell = mf.data(b);
        for (int k = box.lo[2]; k <= box.hi[2]; ++k)
          for (int j = box.lo[1]; j <= box.hi[1]; ++j)
            for (int i = box.lo[0]; i <= box.hi[0]; ++i) {
              auto s = f(*cell++);
              P1::local_update(rr.first, s.first);
              P2::local_update(rr.second, s.second);
            }
      }
#ifdef FIXED
      rr_ref = rr;
#endif
    }
  }
};
} // namespace amrex

std::pair<double, double> mass_and_peak(const amrex::MultiFab& rho, double dvol) {
  amrex::ReduceOps<amrex::ReduceOpSum, amrex::ReduceOpMax> ops;
  amrex::ReduceData<double, double> data;
  ops.eval(rho, data, [=](double cell) { return amrex::ReduceTuple<double, double>{cell * dvol, cell}; });
  double mass = 0, peak = 0;
  for (auto& t : data.all()) {
    mass += t.first;
    peak = std::max(peak, t.second);
  }
  return {mass, peak};
}
