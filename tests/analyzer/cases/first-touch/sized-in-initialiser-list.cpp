// args: -std=c++17 -fopenmp
// suspect: run
// Snow depths are a vector member sized in the initialiser list: the constructing thread zeroes
// it. OpenMP loops use it by a call operator of three indices, or from its first element on.
// as in: pyHiChi, https://github.com/hi-chi/pyHiChi/pull/7
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#ifdef FIXED
template <class T> struct SpreadingAllocator : std::allocator<T> {
  template <class U> struct rebind {
    using other = SpreadingAllocator<U>;
  };
  T *allocate(std::size_t n) {
    T *made = std::allocator<T>::allocate(n);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i)
      ::new (static_cast<void *>(made + i)) T();
    return made;
  }
  template <class U> void construct(U *) {}
};
template <class T> using Cells = std::vector<T, SpreadingAllocator<T>>;
#else
template <class T> using Cells = std::vector<T>;
#endif

template <class T> struct Snow {
  Snow(std::size_t x, std::size_t y, std::size_t z)
      : nx(x), ny(y), nz(z), cells(nx * ny * nz) {} // expect: fsfind-serial-first-touch
  T &operator()(std::size_t x, std::size_t y, std::size_t z) {
    return cells[(z * ny + y) * nx + x];
  }
  std::size_t nx, ny, nz;
  Cells<T> cells;
};
struct Settling {
  double rate;
  template <class S> void operator()(S &snow) const {
    auto *first = &snow.cells[0];
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < snow.cells.size(); ++i)
      first[i] *= rate;
  }
};
template <class Effect> void night(Snow<double> &depth, Snow<double> &water, Effect effect) {
#pragma omp parallel for collapse(2) schedule(static)
  for (std::size_t z = 1; z < depth.nz; ++z)
    for (std::size_t y = 0; y < depth.ny; ++y)
      for (std::size_t x = 0; x < depth.nx; ++x)
        depth(x, y, z) += 0.2 * water(x, y, z - 1);
  effect(depth);
}
void season(std::size_t side, int nights) {
  Snow<double> depth(side, side, side), water(side, side, side);
  for (int n = 0; n < nights; ++n)
    night(depth, water, Settling{0.98});
}
