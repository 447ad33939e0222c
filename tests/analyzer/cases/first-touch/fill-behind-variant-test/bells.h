// args: -std=c++17 -fopenmp
#pragma once
#include <cstddef>

enum class Way { ONE, SHARED, SHARED_LAMBDA };
void fill(double *at, std::size_t n, double value, Way way);
template <class T> void make(T *&at, std::size_t n, T value, Way way) {
  at = new T[n];
  fill(at, n, value, way);
}
class Peal {
public:
  Peal(std::size_t n, Way way) : n_(n) {
    make(strike_, n, 1.0, way);
    make(echo_, n, 0.0, way);
  }
  double ring(Way way, int rounds);

private:
  std::size_t n_;
  double *strike_, *echo_;
};
