#include "math_functions.hpp"

#include <memory>
#include <vector>

namespace caffe {

template <typename Dtype> class Blob {
 public:
  Blob() : count_(0), capacity_(0) {}
  void Reshape(const std::vector<int>& shape) {
    count_ = 1;
    for (int d : shape) count_ *= d;
    if (count_ > capacity_) {
      capacity_ = count_;
      data_.reset(new SyncedMemory(capacity_ * sizeof(Dtype)));
      diff_.reset(new SyncedMemory(capacity_ * sizeof(Dtype)));
    }
    shape_ = shape;
  }
  int count() const { return count_; }
  const std::vector<int>& shape() const { return shape_; }
  const Dtype* cpu_data() const { return static_cast<const Dtype*>(data_->cpu_data()); }
  Dtype* mutable_cpu_data() { return static_cast<Dtype*>(data_->mutable_cpu_data()); }
  const Dtype* cpu_diff() const { return static_cast<const Dtype*>(diff_->cpu_data()); }
  Dtype* mutable_cpu_diff() { return static_cast<Dtype*>(diff_->mutable_cpu_data()); }

 private:
  std::shared_ptr<SyncedMemory> data_, diff_;
  std::vector<int> shape_;
  int count_, capacity_;
};

template <typename Dtype> struct ConstantFiller {
  Dtype value;
  void Fill(Blob<Dtype>* blob) { caffe_set<Dtype>(blob->count(), value, blob->mutable_cpu_data()); }
};

template <typename Dtype> class PReLULayer {
 public:
  void LayerSetUp(const std::vector<int>& shape) {
    slope_.Reshape(shape);
    ConstantFiller<Dtype> filler{Dtype(0.25)};
    filler.Fill(&slope_);
    caffe_set<Dtype>(slope_.count(), Dtype(0), slope_.mutable_cpu_diff());
  }

  void Forward_cpu(const Blob<Dtype>& bottom, Blob<Dtype>* top) {
    const Dtype* bottom_data = bottom.cpu_data();
    const Dtype* slope = slope_.cpu_data();
    Dtype* top_data = top->mutable_cpu_data();
    const int count = bottom.count();
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < count; ++i) top_data[i] = bottom_data[i] > 0 ? bottom_data[i] : slope[i] * bottom_data[i];
  }

  void Backward_cpu(const Blob<Dtype>& top, Blob<Dtype>* bottom) {
    const Dtype* bottom_data = bottom->cpu_data();
    const Dtype* top_diff = top.cpu_diff();
    const Dtype* slope = slope_.cpu_data();
    Dtype* slope_diff = slope_.mutable_cpu_diff();
    Dtype* bottom_diff = bottom->mutable_cpu_diff();
    const int count = bottom->count();
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < count; ++i) {
      slope_diff[i] += top_diff[i] * bottom_data[i] * (bottom_data[i] <= 0);
      bottom_diff[i] = top_diff[i] * (bottom_data[i] > 0 ? Dtype(1) : slope[i]);
    }
  }

 private:
  Blob<Dtype> slope_;
};

template class PReLULayer<float>;

void run(int n, int c, int h, int w, int iterations) {
  PReLULayer<float> layer;
  Blob<float> bottom, top;
  bottom.Reshape({n, c, h, w});
  top.Reshape(bottom.shape());
  layer.LayerSetUp(bottom.shape());
  for (int i = 0; i < iterations; ++i) {
    layer.Forward_cpu(bottom, &top);
    layer.Backward_cpu(top, &bottom);
  }
}
}  // namespace caffe
