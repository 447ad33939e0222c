// args: -std=c++17 -fopenmp
// Snow depths are a vector member that the initialiser list sizes, so that the constructing thread zeroes all elements. Loops
// in OpenMP regions then use them through a call operator with three indices, or from the address of the first element.
// as in: pyHiChi, https://github.com/hi-chi/pyHiChi/pull/7
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

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
  template <class U, class... A> void construct(U *at, A &&...a) { ::new (static_cast<void *>(at)) U(std::forward<A>(a)...); }
};
#ifdef FIXED
template <class T> using Cells = std::vector<T, SpreadingAllocator<T>>;
#else
template <class T> using Cells = std::vector<T>;
#endif

template <class T> class Snow {
public:
  Snow(std::size_t nx, std::size_t ny, std::size_t nz) : nx_(nx), ny_(ny), nz_(nz), cells_(count()) {} // expect: fsfind-serial-first-touch
  std::size_t count() const { return nx_ * ny_ * nz_; }
  T &operator()(std::size_t x, std::size_t y, std::size_t z) { return cells_[(z * ny_ + y) * nx_ + x]; }
  std::size_t nx_, ny_, nz_;
  Cells<T> cells_;
};
struct Settling {
  double rate;
  template <class S> void operator()(S &snow) const {
    auto *first = &snow.cells_[0];
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < snow.count(); ++i)
      first[i] *= rate;
  }
};
struct Mountain {
  Snow<double> depth, water;
};
class Winter {
public:
  explicit Winter(Mountain *mountain) : mountain_(mountain) {}
  template <class Effect> void night(Effect effect) {
    Snow<double> &depth = mountain_->depth, &water = mountain_->water;
#pragma omp parallel for collapse(2) schedule(static)
    for (std::size_t z = 1; z < depth.nz_; ++z)
      for (std::size_t y = 0; y < depth.ny_; ++y)
        for (std::size_t x = 0; x < depth.nx_; ++x)
          depth(x, y, z) += 0.2 * water(x, y, z - 1);
    effect(depth);
  }

private:
  Mountain *mountain_;
};
void season(std::size_t side, int nights) {
  Mountain mountain{{side, side, side}, {side, side, side}};
  Winter winter(&mountain);
  for (int night = 0; night < nights; ++night)
    winter.night(Settling{0.98});
}
