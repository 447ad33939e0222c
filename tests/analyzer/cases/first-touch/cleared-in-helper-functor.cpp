// args: -std=c++17 -fopenmp
// The tiles of a mosaic are one heap block that its owner clears by one memset, on whichever thread constructs it; the kernels
// are lambdas run by a parallel loop template. The clear is in a temporary functor, for trivial types only (if constexpr).
// as in: Kokkos, https://github.com/kokkos/kokkos/issues/8053
#include <cstddef>
#include <cstdlib>
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
      T *to = at;
      for_all(Range{0, count}, [=](std::size_t i) { to[i] = T(); });
#else
      std::memset(at, 0, count * sizeof(T)); // expect: fsfind-serial-first-touch
#endif
    } else {
      for (std::size_t i = 0; i < count; ++i)
        new (at + i) T();
    }
  }
};
template <class T> class Mosaic {
public:
  Mosaic(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
    const std::size_t bytes = (rows * columns * sizeof(T) + 63) / 64 * 64;
    tiles_ = static_cast<T *>(std::aligned_alloc(64, bytes));
    Prepare<T>{tiles_, rows * columns}.run();
  }
  T &operator()(std::size_t row, std::size_t column) const { return tiles_[row * columns_ + column]; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  void release() { std::free(tiles_); }

private:
  std::size_t rows_, columns_;
  T *tiles_;
};

void shade(std::size_t rows, std::size_t columns, int hours) {
  Mosaic<float> light(rows, columns);
  for (int hour = 0; hour < hours; ++hour)
    for_all(Range{0, rows}, [=](std::size_t row) {
      for (std::size_t c = 0; c < light.columns(); ++c)
        light(row, c) += 0.5f * static_cast<float>(hour);
    });
  light.release();
}
