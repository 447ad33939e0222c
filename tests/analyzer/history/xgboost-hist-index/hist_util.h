#ifndef XGBOOST_COMMON_HIST_UTIL_H_
#define XGBOOST_COMMON_HIST_UTIL_H_
// project: XGBoost (src/common/hist_util.h, hist_util.cc, src/tree/updater_quantile_hist.cc)
// reference: reduced from memory; the released hist_util.h has a SimpleArray for the index, which resize does not fill
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the index of the quantized matrix is a std::vector, which resize fills with zeros in one thread; quantizing and building
//        the histograms, in two other functions, run over it with all threads.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace xgboost {
namespace common {

using bst_uint = uint32_t;
using bst_omp_uint = uint32_t;

#ifdef FIXED
/* Replacement of std::vector without a default fill by resize. */
template <typename T>
struct SimpleArray {
  ~SimpleArray() {
    free(ptr_);
    ptr_ = nullptr;
  }
  void resize(size_t n) {
    T* ptr = static_cast<T*>(malloc(n * sizeof(T)));
    if (!ptr) throw std::bad_alloc();
    if (n_ != 0) std::memcpy(ptr, ptr_, n_ * sizeof(T));
    free(ptr_);
    ptr_ = ptr;
    n_ = n;
  }
  T& operator[](size_t idx) { return ptr_[idx]; }
  const T& operator[](size_t idx) const { return ptr_[idx]; }
  size_t size() const { return n_; }
  T* data() { return ptr_; }
  const T* data() const { return ptr_; }

 private:
  T* ptr_ = nullptr;
  size_t n_ = 0;
};
using IndexVector = SimpleArray<uint32_t>;
#else
using IndexVector = std::vector<uint32_t>;
#endif

struct SparsePage {
  std::vector<size_t> offset;
  std::vector<std::pair<bst_uint, float>> data;
  size_t Size() const { return offset.size() - 1; }
};

struct HistCutMatrix {
  std::vector<uint32_t> row_ptr;
  std::vector<float> cut;
  uint32_t Search(bst_uint fid, float value) const {
    uint32_t lo = row_ptr[fid], hi = row_ptr[fid + 1];
    while (lo + 1 < hi) {
      uint32_t mid = lo + (hi - lo) / 2;
      if (cut[mid] <= value)
        lo = mid;
      else
        hi = mid;
    }
    return lo;
  }
};

struct GHistIndexMatrix {
  size_t num_rows{0};
  const size_t* row_ptr{nullptr};
  IndexVector index;
  std::vector<size_t> hit_count;
  HistCutMatrix cut;

  void Init(const SparsePage& batch, int nthread);
};

struct GradStats {
  double sum_grad{0};
  double sum_hess{0};
  void Add(float g, float h) {
    sum_grad += g;
    sum_hess += h;
  }
};

struct GradientPair {
  float grad, hess;
};

void BuildHist(const std::vector<GradientPair>& gpair, const GHistIndexMatrix& gmat, std::vector<GradStats>* hist,
               int nthread);

}  // namespace common
}  // namespace xgboost
#endif  // XGBOOST_COMMON_HIST_UTIL_H_
