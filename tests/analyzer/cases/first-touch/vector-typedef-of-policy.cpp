// args: -std=c++17 -fopenmp
// suspect: run
// The work vectors of a soil-water solver are zeroed by the thread that builds it; OpenMP loops run
// over them. Their type is a typedef of a policy, whose factory makes them as shared pointers.
#include <cstddef>
#include <memory>
#include <vector>

template <class T> class ParallelColumn {
public:
  explicit ParallelColumn(std::size_t n) : size_(n), data_(new T[n]) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i)
      data_[i] = T();
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

template <class Policy> class Seepage {
public:
  explicit Seepage(std::size_t n) : suction(Policy::create(n)), moisture(Policy::create(n)) {}
  template <class V> void solve(V &water, int rounds) {
    for (int i = 0; i < rounds; ++i) {
      add_scaled(0.5, water, *suction);
      add_scaled(-0.25, *suction, *moisture);
    }
  }

private:
  std::shared_ptr<typename Policy::column> suction, moisture;
};

void settle(std::size_t layers) {
  Seepage<HostPolicy<double>> seepage(layers);
  auto water = HostPolicy<double>::create(layers);
  seepage.solve(*water, 200);
}
