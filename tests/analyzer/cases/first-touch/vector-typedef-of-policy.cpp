// args: -std=c++17 -fopenmp
// The work vectors of a soil-water solver are std::vector objects, zeroed by the thread that builds the solver; OpenMP
// loops then run over them. The type is a typedef of a policy class, the vectors are made by its factory as shared pointers.
#include <cstddef>
#include <memory>
#include <vector>

template <class T> class ParallelColumn {
public:
  explicit ParallelColumn(std::size_t n, bool clear = true) : size_(n), data_(new T[n]) {
    if (clear) {
#pragma omp parallel for schedule(static)
      for (std::size_t i = 0; i < n; ++i)
        data_[i] = T();
    }
  }
  std::size_t size() const { return size_; }
  T &operator[](std::size_t i) { return data_[i]; }
  const T &operator[](std::size_t i) const { return data_[i]; }

private:
  std::size_t size_;
  std::unique_ptr<T[]> data_;
};

template <class T> struct HostPolicy {
#ifdef FIXED
  typedef ParallelColumn<T> column;
#else
  typedef std::vector<T> column;
#endif
  static std::shared_ptr<column> create(std::size_t n) {
    return std::make_shared<column>(n); // expect: fsfind-serial-first-touch
  }
};

template <class V> void add_scaled(double a, const V &x, V &y) {
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += a * x[i];
}
template <class V> double inner(const V &x, const V &y) {
  double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

template <class Policy> class Seepage {
public:
  explicit Seepage(std::size_t n) : suction(Policy::create(n)), moisture(Policy::create(n)) {}
  template <class V> double solve(V &water, int rounds) {
    double change = 0;
    for (int i = 0; i < rounds; ++i) {
      add_scaled(0.5, water, *suction);
      add_scaled(-0.25, *suction, *moisture);
      change = inner(*moisture, *suction);
    }
    return change;
  }

private:
  std::shared_ptr<typename Policy::column> suction, moisture;
};

double settle(std::size_t layers) {
  Seepage<HostPolicy<double>> seepage(layers);
  auto water = HostPolicy<double>::create(layers);
  return seepage.solve(*water, 200);
}
