// args: -std=c++17 -fopenmp
// suspect: run
// N14: a maker gives back a shared vector, which the thread that makes it has filled.
#include <cstddef>
#include <memory>
#include <vector>

template <class T> class Values {
public:
  explicit Values(std::size_t n) : size_(n), all_(new T[n]) {
#pragma omp parallel for
    for (std::size_t i = 0; i < n; ++i)
      all_[i] = T();
  }
  std::size_t size() const { return size_; }
  T &operator[](std::size_t i) { return all_[i]; }

private:
  std::size_t size_;
  std::unique_ptr<T[]> all_;
};

#ifdef FIXED
using Vector = Values<double>;
#else
using Vector = std::vector<double>;
#endif

static std::shared_ptr<Vector> makeVector(std::size_t n) {
  return std::make_shared<Vector>(n); // expect: fsfind-serial-first-touch
}

static void scale(Vector &x, double by) {
  const std::size_t n = x.size();
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    x[i] *= by;
}

class Solver {
public:
  explicit Solver(std::size_t n) : rest_(makeVector(n)) {} // expect: fsfind-serial-first-touch
  void step() { scale(*rest_, 0.5); }

private:
  std::shared_ptr<Vector> rest_; // expect: fsfind-serial-first-touch
};

void solve(std::size_t n) {
  Solver solver(n);
  for (int i = 0; i < 100; ++i)
    solver.step();
}
