// project: Parallel Research Kernels (Cxx11/nstream-openmp)
// reference: https://github.com/ParRes/Kernels/pull/380 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: three vectors are filled by their constructors in the main thread before the triad that all threads compute.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <vector>

namespace prk {
#ifdef FIXED
template <typename T> class vector {
public:
  explicit vector(std::size_t n) : data_(static_cast<T*>(std::aligned_alloc(4096, (n * sizeof(T) + 4095) / 4096 * 4096))) {}
  ~vector() { std::free(data_); }
  vector(const vector&) = delete;
  T& operator[](std::size_t i) { return data_[i]; }

private:
  T* data_;
};
#endif

double wtime() { return omp_get_wtime(); }
} // namespace prk

int main(int argc, char* argv[]) {
  if (argc < 3) return 1;
  const int iterations = std::atoi(argv[1]);
  const std::size_t length = std::atol(argv[2]);
  double nstream_time = 0.0;
  const double scalar = 3.0;

#ifdef FIXED
  prk::vector<double> A(length);
  prk::vector<double> B(length);
  prk::vector<double> C(length);
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < length; i++) {
    A[i] = 0.0;
    B[i] = 2.0;
    C[i] = 2.0;
  }
#else
  std::vector<double> A(length, 0.0); // expect: fsfind-serial-first-touch
  std::vector<double> B(length, 2.0); // expect: fsfind-serial-first-touch
  std::vector<double> C(length, 2.0); // expect: fsfind-serial-first-touch
#endif

#pragma omp parallel
  {
    for (int iter = 0; iter <= iterations; iter++) {
      if (iter == 1) {
#pragma omp barrier
#pragma omp master
        nstream_time = prk::wtime();
      }
#pragma omp for schedule(static)
      for (std::size_t i = 0; i < length; i++) A[i] += B[i] + scalar * C[i];
    }
#pragma omp barrier
#pragma omp master
    nstream_time = prk::wtime() - nstream_time;
  }

  double asum = 0.0;
#pragma omp parallel for reduction(+ : asum)
  for (std::size_t i = 0; i < length; i++) asum += A[i];
  std::printf("checksum %f, %f MB/s\n", asum, 4e-6 * sizeof(double) * length * iterations / nstream_time);
  return 0;
}
