// args: -std=c++17 -fopenmp
// suspect: run
// Trap: a vector of the project's own copies its elements when it grows; threads were the first to
// write them.
#include <cstddef>
#include <cstdlib>
#include <cstring>

class Series {
public:
  ~Series() { delete[] data_; }
  void resize(std::size_t size, bool keep) {
    double *grown = new double[size];
    if (keep)
      for (std::size_t i = 0; i < size_; ++i)
        grown[i] = data_[i];
    delete[] data_;
    data_ = grown;
    size_ = size;
  }
  void zero() {
#ifdef FIXED
#pragma omp parallel for
#endif
    for (std::size_t i = 0; i < size_; ++i)
      data_[i] = 0; // expect: fsfind-serial-first-touch
  }
  void scale(double by) {
#pragma omp parallel for
    for (std::size_t i = 0; i < size_; ++i)
      data_[i] *= by;
  }

private:
  double *data_ = nullptr;
  std::size_t size_ = 0;
};

/// The same with a copy of all at once.
class Block {
public:
  ~Block() { std::free(data_); }
  void resize(std::size_t size) {
    float *grown = static_cast<float *>(std::malloc(size * sizeof(float)));
    if (size_ != 0)
      std::memcpy(grown, data_, size_ * sizeof(float));
    std::free(data_);
    data_ = grown;
    size_ = size;
  }
  void fill() {
#pragma omp parallel for
    for (std::size_t i = 0; i < size_; ++i)
      data_[i] = 1;
  }

private:
  float *data_ = nullptr;
  std::size_t size_ = 0;
};

void run(std::size_t size, int rounds) {
  Block block;
  block.resize(size);
  block.fill();
  Series series;
  series.resize(size, false);
  series.zero();
  for (int round = 0; round < rounds; ++round)
    series.scale(1.01);
}
