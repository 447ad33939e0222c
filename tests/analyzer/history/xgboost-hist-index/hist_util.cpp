#include <omp.h>

#include <algorithm>
#include <cstring>

#include "hist_util.h"

namespace xgboost {
namespace common {

void GHistIndexMatrix::Init(const SparsePage& batch, int nthread) {
  const size_t nbins = cut.row_ptr.back();
  num_rows = batch.Size();
  row_ptr = batch.offset.data();
  index.resize(batch.offset.back()); // expect: fsfind-serial-first-touch
  hit_count.resize(nbins, 0);

  std::vector<std::vector<size_t>> hit_count_tloc(nthread);
#pragma omp parallel num_threads(nthread)
  {
    const int tid = omp_get_thread_num();
    std::vector<size_t> local(nbins, 0);
#pragma omp for schedule(static)
    for (bst_omp_uint i = 0; i < static_cast<bst_omp_uint>(batch.Size()); ++i) {
      const size_t ibegin = row_ptr[i];
      const size_t iend = row_ptr[i + 1];
      for (size_t j = ibegin; j < iend; ++j) {
        const uint32_t idx = cut.Search(batch.data[j].first, batch.data[j].second);
        index[j] = idx;
        ++local[idx];
      }
      std::sort(index.data() + ibegin, index.data() + iend);
    }
    hit_count_tloc[tid] = std::move(local);
  }
  for (const auto& local : hit_count_tloc) {
    for (size_t b = 0; b < local.size(); ++b) hit_count[b] += local[b];
  }
}

void BuildHist(const std::vector<GradientPair>& gpair, const GHistIndexMatrix& gmat, std::vector<GradStats>* hist,
               int nthread) {
  const size_t nbins = gmat.cut.row_ptr.back();
  const bst_omp_uint nrows = static_cast<bst_omp_uint>(gmat.num_rows);
  const uint32_t* index = gmat.index.data();
  const size_t* row_ptr = gmat.row_ptr;

#pragma omp parallel num_threads(nthread)
  {
    std::vector<GradStats> local(nbins);
#pragma omp for schedule(static)
    for (bst_omp_uint i = 0; i < nrows; ++i) {
      const size_t icol_start = row_ptr[i];
      const size_t icol_end = row_ptr[i + 1];
      for (size_t j = icol_start; j < icol_end; ++j) local[index[j]].Add(gpair[i].grad, gpair[i].hess);
    }
#pragma omp critical
    for (size_t b = 0; b < nbins; ++b) {
      (*hist)[b].sum_grad += local[b].sum_grad;
      (*hist)[b].sum_hess += local[b].sum_hess;
    }
  }
}

}  // namespace common
}  // namespace xgboost
