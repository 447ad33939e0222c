#pragma once
// project: RAJA Performance Suite (src/common/DataUtils.cpp)
// reference: reduced from memory; the released initData fills in parallel first when the variant is an OpenMP one
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the arrays of every kernel are allocated and filled serially, in a file of their own, whichever variant runs; the OpenMP
//        variants of the kernels then work on pages that are all on one node.
#include <cstddef>

namespace rajaperf {
using Real_type = double;
using Real_ptr = Real_type*;
using Index_type = std::ptrdiff_t;
using Size_type = std::size_t;

enum VariantID { Base_Seq, Lambda_Seq, Base_OpenMP, Lambda_OpenMP, NumVariants };

inline bool isVariantOpenMP(VariantID vid) { return vid == Base_OpenMP || vid == Lambda_OpenMP; }

void resetDataInitCount();
void incDataInitCount();

void* allocHostData(Size_type len, Size_type align);
void deallocHostData(void* ptr);

void initData(Real_ptr& ptr, Size_type len, VariantID vid);
void initDataConst(Real_ptr& ptr, Size_type len, Real_type val, VariantID vid);
long double calcChecksum(const Real_ptr ptr, Size_type len, Real_type scale_factor);

template <typename T> void allocAndInitData(T*& ptr, Size_type len, Size_type align, VariantID vid) {
  ptr = static_cast<T*>(allocHostData(len * sizeof(T), align));
  initData(ptr, len, vid);
}

template <typename T> void allocAndInitDataConst(T*& ptr, Size_type len, Size_type align, T val, VariantID vid) {
  ptr = static_cast<T*>(allocHostData(len * sizeof(T), align));
  initDataConst(ptr, len, val, vid);
}

template <typename T> void deallocData(T*& ptr) {
  if (ptr) deallocHostData(ptr);
  ptr = nullptr;
}
} // namespace rajaperf
