// args: -std=c++17 -fopenmp
// The yields of an orchard's trees are sized by vector::resize in one thread, which zeroes the one vector and copies a value
// into the other; OpenMP loops then use both. One is inside a buffer template, the other goes to a helper that takes a callback.
// as in: LightGBM, https://github.com/lightgbm-org/LightGBM/issues/1441
#include <cstddef>
#include <memory>
#include <vector>
template <class T> class Crate {
public:
#ifdef FIXED
  void allocate(std::size_t n) {
    data_.reset(new T[n]);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i)
      data_[i] = T();
  }
  T *get() { return data_.get(); }

private:
  std::unique_ptr<T[]> data_;
#else
  void allocate(std::size_t n) { data_.resize(n); } // expect: fsfind-serial-first-touch
  T *get() { return data_.data(); }

private:
  std::vector<T> data_;
#endif
};
template <class T> class Basket {
public:
  void resize(std::size_t n) {
    data_.reset(new T[n]);
    size_ = n;
  }
  std::size_t size() const { return size_; }
  T &operator[](std::size_t i) { return data_[i]; }

private:
  std::unique_ptr<T[]> data_;
  std::size_t size_ = 0;
};
template <class List, class Job> void each(List &list, const Job &job) {
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < list.size(); ++i)
    job(i, list[i]);
}

class Orchard {
public:
  explicit Orchard(std::size_t trees) : trees_(trees) { yields_.allocate(trees); }
  double summer(int days) {
    double *yields = yields_.get();
#ifdef FIXED
    Basket<double> water;
    water.resize(trees_);
#else
    std::vector<double> water;
    water.resize(trees_, 0.25); // expect: fsfind-serial-first-touch
#endif
    each(water, [yields](std::size_t i, double &litres) { litres = 0.25 + 0.01 * yields[i]; });
    double sum = 0;
    for (int day = 0; day < days; ++day) {
      each(water, [](std::size_t, double &litres) { litres *= 0.97; });
#pragma omp parallel for schedule(static) reduction(+ : sum)
      for (std::size_t i = 0; i < trees_; ++i)
        sum += yields[i] += water[i];
    }
    return sum;
  }

private:
  std::size_t trees_;
  Crate<double> yields_;
};
double year(std::size_t trees) { return Orchard(trees).summer(90); }
