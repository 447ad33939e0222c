// args: -std=c++17 -fopenmp
// suspect: run
// N2: the vector's constructor writes every element.
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

template <class T> struct Untouched : std::allocator<T> {
  template <class U> struct rebind {
    using other = Untouched<U>;
  };
  template <class U> void construct(U *at) { ::new (static_cast<void *>(at)) U; }
  template <class U, class... A> void construct(U *at, A &&...arguments) {
    ::new (static_cast<void *>(at)) U(static_cast<A &&>(arguments)...);
  }
};

double integrate(std::size_t n) {
#ifdef FIXED
  std::vector<double, Untouched<double>> heights(n);
#else
  std::vector<double> heights(n); // expect: fsfind-serial-first-touch
#endif
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    heights[i] = static_cast<double>(i) * 0.5;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i)
    sum += heights[i];
  return sum;
}
