// project: Kokkos (impl/Kokkos_ViewAlloc.hpp)
// reference: https://github.com/kokkos/kokkos/issues/8053 and pull/8093 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: a view of zero-initialised values is cleared by memset in the calling thread, although the kernels are parallel.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#define KOKKOS_LAMBDA [=]

namespace Kokkos {
struct OpenMP {};

template <class Exec = OpenMP> struct RangePolicy {
  std::int64_t begin, end;
};

template <class Exec, class F> void parallel_for(RangePolicy<Exec> policy, const F& f) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = policy.begin; i < policy.end; ++i) f(i);
}

namespace Impl {
template <class Exec, class T> struct ViewValueFunctor {
  T* ptr;
  std::size_t n;

  void construct_shared_allocation() {
#ifdef FIXED
    T* const p = ptr;
    parallel_for(RangePolicy<Exec>{0, static_cast<std::int64_t>(n)}, [=](std::int64_t i) { p[i] = T{}; });
#else
    if constexpr (std::is_trivially_copyable_v<T>)
      std::memset(static_cast<void*>(ptr), 0, n * sizeof(T)); // expect: fsfind-serial-first-touch
    else
      for (std::size_t i = 0; i < n; ++i) new (ptr + i) T();
#endif
  }
};
} // namespace Impl

template <class T, class Exec = OpenMP> class View {
public:
  View(const char* label, std::size_t n) : label_(label), n_(n) {
    data_ = static_cast<T*>(std::aligned_alloc(64, (n * sizeof(T) + 63) / 64 * 64)); // expect: fsfind-serial-first-touch
    Impl::ViewValueFunctor<Exec, T>{data_, n_}.construct_shared_allocation();
  }
  T& operator()(std::int64_t i) const { return data_[i]; }
  std::size_t size() const { return n_; }
  const char* label() const { return label_; }

private:
  const char* label_;
  T* data_;
  std::size_t n_;
};
} // namespace Kokkos

using Real1d = Kokkos::View<double>;

void benchmark_default(int n, int nrep) {
  Real1d a("a", n);
  Real1d b("b", n);
  Kokkos::parallel_for(Kokkos::RangePolicy<>{0, n}, KOKKOS_LAMBDA(std::int64_t i) { a(i) = i % 256; });
  for (int r = 0; r < nrep; ++r)
    Kokkos::parallel_for(Kokkos::RangePolicy<>{1, n - 1}, KOKKOS_LAMBDA(std::int64_t i) { b(i) += a(i - 1) + a(i + 1); });
}
