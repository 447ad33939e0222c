#pragma once
// project: Intel Caffe (src/caffe/util/math_functions.cpp, src/caffe/syncedmem.cpp)
// reference: reduced from memory; the Intel branch sets and clears large blobs in an OpenMP region
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: a blob's memory is allocated when first asked for and cleared with memset by the thread that sets up the net, fillers fill
//        the weights with std::fill likewise; the layers then run over it with OpenMP.
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace caffe {
void caffe_memset(const size_t N, const int alpha, void* X);
template <typename Dtype> void caffe_set(const size_t N, const Dtype alpha, Dtype* Y);

inline void CaffeMallocHost(void** ptr, size_t size) {
  if (posix_memalign(ptr, 64, size ? size : 64) != 0) *ptr = nullptr;
}
inline void CaffeFreeHost(void* ptr) { std::free(ptr); }

class SyncedMemory {
 public:
  explicit SyncedMemory(size_t size) : cpu_ptr_(nullptr), size_(size), head_(UNINITIALIZED), own_cpu_data_(false) {}
  SyncedMemory(const SyncedMemory&) = delete;
  ~SyncedMemory();
  const void* cpu_data();
  void* mutable_cpu_data();
  void set_cpu_data(void* data);
  enum SyncedHead { UNINITIALIZED, HEAD_AT_CPU };
  SyncedHead head() const { return head_; }
  size_t size() const { return size_; }

 private:
  void to_cpu();
  void* cpu_ptr_;
  size_t size_;
  SyncedHead head_;
  bool own_cpu_data_;
};
}  // namespace caffe
