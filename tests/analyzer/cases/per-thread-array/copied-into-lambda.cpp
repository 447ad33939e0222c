// Each sum of shell weights has a line-aligned block with one element per thread, written in every
// iteration. The pointer is in an object that a lambda copies; its writing operator is const.
// args: -fopenmp
#include <cstdlib>
#include <omp.h>

constexpr int kMost = 64;
#ifdef FIXED
constexpr int kStride = 64 / sizeof(double);
#else
constexpr int kStride = 1;
#endif

struct ByThreads {};
template <class Policy, class T> class Sum;
template <> class Sum<ByThreads, double> {
  double *part_; // expect: fsfind-per-thread-slots

public:
  Sum() : part_(static_cast<double *>(std::aligned_alloc(64, kMost * kStride * sizeof(double)))) {
    for (int thread = 0; thread < kMost; ++thread)
      part_[thread * kStride] = 0;
  }
  Sum(const Sum &) = default;
  const Sum &operator+=(double value) const {
    part_[omp_get_thread_num() * kStride] += value;
    return *this;
  }
  operator double() const {
    double sum = 0;
    for (int thread = 0; thread < kMost; ++thread)
      sum += part_[thread * kStride];
    return sum;
  }
};

template <class Body> void forAll(long n, const Body &body) {
#pragma omp parallel
  {
    const Body own = body;
#pragma omp for
    for (long i = 0; i < n; ++i)
      own(i);
  }
}

double shellWeight(const double *grams, long n) {
  Sum<ByThreads, double> weight;
  forAll(n, [=](long i) { weight += grams[i]; });
  return weight;
}
