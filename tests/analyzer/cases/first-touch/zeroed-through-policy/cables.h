// args: -std=c++17 -fopenmp
#pragma once
#include <cstddef>
#include <memory>
class Forces {
public:
  void resize(std::size_t n) {
    values_.reset(new double[n]);
    size_ = n;
  }
  std::size_t size() const { return size_; }
  double &operator[](std::size_t i) { return values_[i]; }

private:
  std::unique_ptr<double[]> values_;
  std::size_t size_ = 0;
};
struct Bridge {
  std::size_t cables;
  const std::size_t *left, *right;
};
void gather(const Bridge &bridge, Forces &forces);
