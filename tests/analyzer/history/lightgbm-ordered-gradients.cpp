// project: LightGBM (treelearner/serial_tree_learner, io/dense_bin)
// reference: https://github.com/lightgbm-org/LightGBM/issues/1441 (read: report of the slowdown; the places are from memory)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: bins and ordered gradients are resized by one thread and then swept by all threads for each split.
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace LightGBM {
typedef int32_t data_size_t;
typedef float score_t;

#ifdef FIXED
template <typename T> struct ParallelBuffer {
  void Allocate(data_size_t n) {
    data.reset(new T[n]);
    T* p = data.get();
#pragma omp parallel for schedule(static)
    for (data_size_t i = 0; i < n; ++i) p[i] = T(0);
  }
  T* get() { return data.get(); }
  std::unique_ptr<T[]> data;
};
#else
template <typename T> struct ParallelBuffer {
  void Allocate(data_size_t n) { data.resize(n); } // expect: fsfind-serial-first-touch
  T* get() { return data.data(); }
  std::vector<T> data;
};
#endif

class DenseBin {
public:
  explicit DenseBin(data_size_t num_data) : num_data_(num_data) { data_.Allocate(num_data); }
  void Push(data_size_t idx, uint32_t value) { data_.get()[idx] = static_cast<uint8_t>(value); }
  uint8_t Get(data_size_t idx) { return data_.get()[idx]; }

private:
  data_size_t num_data_;
  ParallelBuffer<uint8_t> data_;
};

class SerialTreeLearner {
public:
  void Init(data_size_t num_data) {
    num_data_ = num_data;
    ordered_gradients_.Allocate(num_data);
    ordered_hessians_.Allocate(num_data);
  }

  void BeforeFindBestSplit(const data_size_t* indices, const score_t* gradients, const score_t* hessians) {
    score_t* g = ordered_gradients_.get();
    score_t* h = ordered_hessians_.get();
#pragma omp parallel for schedule(static)
    for (data_size_t i = 0; i < num_data_; ++i) {
      g[i] = gradients[indices[i]];
      h[i] = hessians[indices[i]];
    }
  }

  double SumGradients() {
    const score_t* g = ordered_gradients_.get();
    double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (data_size_t i = 0; i < num_data_; ++i) sum += g[i];
    return sum;
  }

private:
  data_size_t num_data_ = 0;
  ParallelBuffer<score_t> ordered_gradients_;
  ParallelBuffer<score_t> ordered_hessians_;
};

double train(data_size_t n, const data_size_t* indices, const score_t* g, const score_t* h, int splits) {
  SerialTreeLearner learner;
  learner.Init(n);
  double sum = 0;
  for (int s = 0; s < splits; ++s) {
    learner.BeforeFindBestSplit(indices, g, h);
    sum += learner.SumGradients();
  }
  return sum;
}
} // namespace LightGBM
