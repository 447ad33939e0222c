// args: -std=c++17 -fopenmp
// suspect: run
// vector::resize zeroes or fills the yields of an orchard's trees in one thread; OpenMP loops use
// them. One vector is inside a buffer template, the other goes to a helper that takes a callback.
// as in: LightGBM, https://github.com/lightgbm-org/LightGBM/issues/1441
#include <cstddef>
#include <memory>
#include <vector>
template <class T> class Basket { // memory that resize leaves untouched
public:
  void resize(std::size_t n) {
    data_.reset(new T[n]);
    size_ = n;
  }
  std::size_t size() const { return size_; }
  T *data() { return data_.get(); }
  T &operator[](std::size_t i) { return data_[i]; }
private:
  std::unique_ptr<T[]> data_;
  std::size_t size_ = 0;
};
template <class T> class Crate {
public:
  T *get() { return data_.data(); }
#ifdef FIXED
  void allocate(std::size_t n) {
    data_.resize(n);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i)
      data_[i] = T();
  }
  Basket<T> data_;
#else
  void allocate(std::size_t n) { data_.resize(n); } // expect: fsfind-serial-first-touch
  std::vector<T> data_;
#endif
};
template <class List, class Job> void each(List &list, const Job &job) {
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < list.size(); ++i)
    job(i, list[i]);
}
void summer(std::size_t trees, int days) {
  Crate<double> crate;
  crate.allocate(trees);
  double *yields = crate.get();
#ifdef FIXED
  Basket<double> water;
  water.resize(trees);
#else
  std::vector<double> water;
  water.resize(trees, 0.25); // expect: fsfind-serial-first-touch
#endif
  each(water, [yields](std::size_t i, double &litres) { litres = 0.25 + 0.01 * yields[i]; });
  for (int day = 0; day < days; ++day) {
    each(water, [](std::size_t, double &litres) { litres *= 0.97; });
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < trees; ++i)
      yields[i] += water[i];
  }
}
