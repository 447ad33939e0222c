#include "DataUtils.hpp"

namespace rajaperf {
namespace stream {

class TRIAD {
public:
  explicit TRIAD(Index_type size) : m_actual_prob_size(size) {}

  void setUp(VariantID vid);
  void runSeqVariant(VariantID vid);
  void runOpenMPVariant(VariantID vid);
  void updateChecksum(VariantID vid);
  void tearDown(VariantID vid);

private:
  static constexpr Size_type s_align = 64;
  Index_type m_actual_prob_size;
  Index_type m_run_reps = 1000;
  long double m_checksum[NumVariants] = {};
  Real_ptr m_a = nullptr;
  Real_ptr m_b = nullptr;
  Real_ptr m_c = nullptr;
  Real_type m_alpha = 0.5;
};

#define TRIAD_DATA_SETUP \
  Real_ptr a = m_a;      \
  Real_ptr b = m_b;      \
  Real_ptr c = m_c;      \
  Real_type alpha = m_alpha;

#define TRIAD_BODY a[i] = b[i] + alpha * c[i];

void TRIAD::setUp(VariantID vid) {
  resetDataInitCount();
  allocAndInitDataConst(m_a, m_actual_prob_size, s_align, 0.0, vid);
  allocAndInitData(m_b, m_actual_prob_size, s_align, vid);
  allocAndInitData(m_c, m_actual_prob_size, s_align, vid);
}

void TRIAD::runSeqVariant(VariantID) {
  const Index_type ibegin = 0, iend = m_actual_prob_size;
  TRIAD_DATA_SETUP;
  for (Index_type irep = 0; irep < m_run_reps; ++irep) {
    for (Index_type i = ibegin; i < iend; ++i) {
      TRIAD_BODY;
    }
  }
}

void TRIAD::runOpenMPVariant(VariantID vid) {
  const Index_type ibegin = 0, iend = m_actual_prob_size;
  TRIAD_DATA_SETUP;
  auto triad_lam = [=](Index_type i) { TRIAD_BODY; };
  switch (vid) {
  case Base_OpenMP:
    for (Index_type irep = 0; irep < m_run_reps; ++irep) {
#pragma omp parallel for
      for (Index_type i = ibegin; i < iend; ++i) {
        TRIAD_BODY;
      }
    }
    break;
  case Lambda_OpenMP:
    for (Index_type irep = 0; irep < m_run_reps; ++irep) {
#pragma omp parallel for
      for (Index_type i = ibegin; i < iend; ++i) {
        triad_lam(i);
      }
    }
    break;
  default:
    break;
  }
}

void TRIAD::updateChecksum(VariantID vid) { m_checksum[vid] += calcChecksum(m_a, m_actual_prob_size, 1.0); }

void TRIAD::tearDown(VariantID) {
  deallocData(m_a);
  deallocData(m_b);
  deallocData(m_c);
}
} // namespace stream

void execute(Index_type size, VariantID vid) {
  stream::TRIAD kernel(size);
  kernel.setUp(vid);
  if (isVariantOpenMP(vid))
    kernel.runOpenMPVariant(vid);
  else
    kernel.runSeqVariant(vid);
  kernel.updateChecksum(vid);
  kernel.tearDown(vid);
}
} // namespace rajaperf
