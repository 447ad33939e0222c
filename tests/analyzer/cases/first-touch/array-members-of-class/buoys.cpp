// args: -std=c++17 -fopenmp
// suspect: run
// The arrays of a wave model are members of a class. One virtual method fills two of them serially,
// the third comes zeroed from a helper's value-initialising new; OpenMP loops then use them all.
// as in: BabelStream, https://github.com/UoB-HPC/BabelStream/pull/13
#include "buoys.h"
#include <cstdlib>

template <class T> class BuoySea : public Sea<T> {
  std::size_t buoys_;
  T *height_, *speed_, *energy_;
  static T *zeroed(std::size_t n) {
#ifdef FIXED
    T *made = new T[n];
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i)
      made[i] = 0;
    return made;
#else
    return new T[n](); // expect: fsfind-serial-first-touch
#endif
  }
  static T *huge(std::size_t n) { return static_cast<T *>(std::aligned_alloc(2u << 20, n * 8)); }

public:
  explicit BuoySea(std::size_t n) : buoys_(n), height_(huge(n)), speed_(huge(n)) {
    energy_ = zeroed(n);
  }
  void load(const T *heights, T start) override {
    const std::size_t buoys = buoys_;
#ifdef FIXED
#pragma omp parallel for schedule(static)
#endif
    for (std::size_t i = 0; i < buoys; ++i) {
      height_[i] = heights[i]; // expect: fsfind-serial-first-touch
      speed_[i] = start;       // expect: fsfind-serial-first-touch
    }
  }
  void drift(T step, T *out) override {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < buoys_; ++i) {
      height_[i] += step * speed_[i];
      out[i] = energy_[i] += height_[i] * height_[i];
    }
  }
};
Sea<double> *new_sea(std::size_t buoys) { return new BuoySea<double>(buoys); }
template class BuoySea<float>;
