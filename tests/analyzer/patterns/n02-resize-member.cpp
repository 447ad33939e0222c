// args: -std=c++17 -fopenmp
// suspect: run
// N2: a member is sized by the constructor and used by a parallel method.
#include <cstddef>
#include <memory>
#include <vector>

class Field {
public:
  explicit Field(std::size_t n) : size_(n) {
#ifdef FIXED
    cells_.reset(new double[n]);
#pragma omp parallel for
    for (std::size_t i = 0; i < n; ++i)
      cells_[i] = 0;
#else
    cells_.resize(n); // expect: fsfind-serial-first-touch
#endif
  }
  void advance() {
#pragma omp parallel for
    for (std::size_t i = 0; i < size_; ++i)
      cells_[i] += 1;
  }

private:
  std::size_t size_;
#ifdef FIXED
  std::unique_ptr<double[]> cells_;
#else
  std::vector<double> cells_;
#endif
};

int main() {
  Field field(100000000);
  for (int i = 0; i < 100; ++i)
    field.advance();
}
