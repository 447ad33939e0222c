#include "math_functions.hpp"

#include <algorithm>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace caffe {

#ifdef FIXED
static bool large_enough(size_t bytes) {
  return omp_in_parallel() == 0 && bytes >= static_cast<size_t>(omp_get_max_threads()) * 4096;
}
#endif

void caffe_memset(const size_t N, const int alpha, void* X) {
#ifdef FIXED
  if (large_enough(N)) {
#pragma omp parallel
    {
      const size_t nthr = omp_get_num_threads(), ithr = omp_get_thread_num();
      const size_t chunk = (N + nthr - 1) / nthr;
      const size_t begin = std::min(N, ithr * chunk), end = std::min(N, begin + chunk);
      std::memset(static_cast<char*>(X) + begin, alpha, end - begin);
    }
    return;
  }
#endif
  std::memset(X, alpha, N); // expect: fsfind-serial-first-touch
}

template <typename Dtype> void caffe_set(const size_t N, const Dtype alpha, Dtype* Y) {
#ifdef FIXED
  if (large_enough(N * sizeof(Dtype))) {
#pragma omp parallel for
    for (size_t i = 0; i < N; ++i) Y[i] = alpha;
    return;
  }
#else
  if (alpha == 0) {
    std::memset(Y, 0, sizeof(Dtype) * N); // expect: fsfind-serial-first-touch
    return;
  }
#endif
  std::fill(Y, Y + N, alpha); // expect: fsfind-serial-first-touch
}

template void caffe_set<int>(const size_t N, const int alpha, int* Y);
template void caffe_set<float>(const size_t N, const float alpha, float* Y);
template void caffe_set<double>(const size_t N, const double alpha, double* Y);

SyncedMemory::~SyncedMemory() {
  if (cpu_ptr_ && own_cpu_data_) CaffeFreeHost(cpu_ptr_);
}

void SyncedMemory::to_cpu() {
  switch (head_) {
  case UNINITIALIZED:
    CaffeMallocHost(&cpu_ptr_, size_);
    caffe_memset(size_, 0, cpu_ptr_);
    head_ = HEAD_AT_CPU;
    own_cpu_data_ = true;
    break;
  case HEAD_AT_CPU:
    break;
  }
}

const void* SyncedMemory::cpu_data() {
  to_cpu();
  return cpu_ptr_;
}

void* SyncedMemory::mutable_cpu_data() {
  to_cpu();
  return cpu_ptr_;
}

void SyncedMemory::set_cpu_data(void* data) {
  if (own_cpu_data_) CaffeFreeHost(cpu_ptr_);
  cpu_ptr_ = data;
  head_ = HEAD_AT_CPU;
  own_cpu_data_ = false;
}
}  // namespace caffe
