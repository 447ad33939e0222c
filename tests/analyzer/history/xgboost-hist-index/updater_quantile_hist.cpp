#include <omp.h>

#include <algorithm>

#include "hist_util.h"

namespace xgboost {
namespace tree {

using common::bst_omp_uint;
using common::GHistIndexMatrix;
using common::GradientPair;
using common::GradStats;

struct TrainParam {
  float reg_lambda{1.0f};
  int max_depth{6};
};

class QuantileHistMaker {
 public:
  QuantileHistMaker(const TrainParam& param, int nthread) : param_(param), nthread_(nthread) {}

  void InitData(const GHistIndexMatrix& gmat, size_t num_row) {
    hist_.assign(gmat.cut.row_ptr.back(), GradStats());
    max_leaves_ = 1u << param_.max_depth;
    if (num_row < max_leaves_) max_leaves_ = static_cast<unsigned>(num_row);
  }

  void BuildRoot(const GHistIndexMatrix& gmat, const std::vector<GradientPair>& gpair) {
    common::BuildHist(gpair, gmat, &hist_, nthread_);
  }

  double RootGain() const {
    double g = 0, h = 1;
    for (const auto& s : hist_) {
      g += s.sum_grad;
      h += s.sum_hess;
    }
    return g * g / h;
  }

 private:
  TrainParam param_;
  int nthread_;
  unsigned max_leaves_{0};
  std::vector<GradStats> hist_;
};

double Update(const common::SparsePage& page, const std::vector<GradientPair>& gpair, GHistIndexMatrix* gmat, const TrainParam& param) {
  const int nthread = omp_get_max_threads();
  gmat->Init(page, nthread);
  QuantileHistMaker maker(param, nthread);
  maker.InitData(*gmat, page.Size());
  maker.BuildRoot(*gmat, gpair);
  return maker.RootGain();
}

}  // namespace tree
}  // namespace xgboost
