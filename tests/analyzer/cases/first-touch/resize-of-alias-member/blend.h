// args: -std=c++17 -fopenmp
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

template <class T> class Slots {
public:
  void resize(std::size_t n) { first_.reset(new T[n]); }
  T *data() const { return first_.get(); }
  T &operator[](std::size_t i) { return first_[i]; }

private:
  std::unique_ptr<T[]> first_;
};
#ifdef FIXED
template <class T> using Bins = Slots<T>;
#else
template <class T> using Bins = std::vector<T>;
#endif
constexpr std::size_t teas = 512;
struct Quantised {
  Bins<unsigned> bins;
  std::vector<std::size_t> offsets; // of each tea's leaves in bins
  void build(const std::size_t (&leaves)[teas], const float *sizes, int threads);
};
void histogram(const Quantised &teas, double *sums, std::size_t width, int threads);
