// args: -std=c++17 -fopenmp
// suspect: run
// The tiles of a mosaic are one heap block that a holder class owns; a temporary functor clears it
// by memset, if the type is trivial, on the constructing thread. The loops are lambdas, run by a
// parallel loop template, that fetch the pointer by accessors.
// as in: Kokkos, https://github.com/kokkos/kokkos/issues/8053
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>

struct Range {
  std::size_t first, last;
};
template <class Kernel> void for_all(Range range, const Kernel &kernel) {
#pragma omp parallel for schedule(static)
  for (std::size_t i = range.first; i < range.last; ++i)
    kernel(i);
}
template <class T> struct Prepare {
  T *at;
  std::size_t count;
  void run() const {
    if constexpr (std::is_trivial_v<T>) {
#ifdef FIXED
      for_all(Range{0, count}, [to = at](std::size_t i) { to[i] = T(); });
#else
      std::memset(at, 0, count * sizeof(T)); // expect: fsfind-serial-first-touch
#endif
    } else {
      for (std::size_t i = 0; i < count; ++i)
        new (at + i) T();
    }
  }
};
template <class T> struct Holder {
  T *raw;
  explicit Holder(std::size_t n) : raw(static_cast<T *>(::operator new(n * sizeof(T)))) {}
};
template <class T> class Mosaic {
  std::size_t rows_, columns_;
  Holder<T> holder_;
  T *tiles_;

public:
  Mosaic(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), holder_(rows * columns), tiles_(holder_.raw) {
    Prepare<T>{tiles_, rows * columns}.run();
  }
  std::size_t columns() const { return columns_; }
  T &operator()(std::size_t r, std::size_t c) const { return tiles_[r * columns_ + c]; }
};

void shade(std::size_t rows, std::size_t columns, int hours, const Mosaic<float> &sun) {
  Mosaic<float> light(rows, columns);
  for (int hour = 0; hour < hours; ++hour)
    for_all(Range{0, rows}, [=](std::size_t row) {
      for (std::size_t c = 0; c < light.columns(); ++c)
        light(row, c) += sun(row, c);
    });
}
