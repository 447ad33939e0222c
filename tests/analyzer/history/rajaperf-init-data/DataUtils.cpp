#include "DataUtils.hpp"

#include <cmath>
#include <cstdlib>

namespace rajaperf {
static int data_init_count = 0;

void resetDataInitCount() { data_init_count = 0; }
void incDataInitCount() { data_init_count++; }

void* allocHostData(Size_type len, Size_type align) {
  void* ptr = nullptr;
  if (posix_memalign(&ptr, align, len) != 0) return nullptr;
  return ptr;
}

void deallocHostData(void* ptr) { std::free(ptr); }

void initData(Real_ptr& ptr, Size_type len, VariantID vid) {
  const Real_type factor = data_init_count % 2 ? 0.1 : 0.2;
#ifdef FIXED
  if (isVariantOpenMP(vid)) {
#pragma omp parallel for
    for (Size_type i = 0; i < len; ++i) {
      ptr[i] = factor * (i + 1.1) / (i + 1.12345);
    }
    incDataInitCount();
    return;
  }
#else
  (void)vid;
#endif
  for (Size_type i = 0; i < len; ++i) {
    ptr[i] = factor * (i + 1.1) / (i + 1.12345); // expect: fsfind-serial-first-touch
  }
  incDataInitCount();
}

void initDataConst(Real_ptr& ptr, Size_type len, Real_type val, VariantID vid) {
#ifdef FIXED
  if (isVariantOpenMP(vid)) {
#pragma omp parallel for
    for (Size_type i = 0; i < len; ++i) {
      ptr[i] = val;
    }
    incDataInitCount();
    return;
  }
#else
  (void)vid;
#endif
  for (Size_type i = 0; i < len; ++i) {
    ptr[i] = val; // expect: fsfind-serial-first-touch
  }
  incDataInitCount();
}

long double calcChecksum(const Real_ptr ptr, Size_type len, Real_type scale_factor) {
  long double tchk = 0.0, ckahan = 0.0;
  for (Size_type j = 0; j < len; ++j) {
    const long double x = (std::abs(std::sin(j + 1.0)) + 0.5) * ptr[j];
    const long double y = x - ckahan;
    volatile long double t = tchk + y;
    volatile long double z = t - tchk;
    ckahan = z - y;
    tchk = t;
  }
  return tchk * scale_factor;
}
} // namespace rajaperf
