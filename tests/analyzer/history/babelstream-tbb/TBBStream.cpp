#include "TBBStream.h"

#include <cstdlib>
#include <iostream>

constexpr double startScalar = 0.4;

template <class T>
TBBStream<T>::TBBStream(const size_t array_size, int device)
    : partitioner(), range(0, array_size),
#ifdef FIXED
      array_size(array_size), a(static_cast<T*>(std::aligned_alloc(ALIGNMENT, sizeof(T) * array_size))),
      b(static_cast<T*>(std::aligned_alloc(ALIGNMENT, sizeof(T) * array_size))),
      c(static_cast<T*>(std::aligned_alloc(ALIGNMENT, sizeof(T) * array_size)))
#else
      a(array_size), b(array_size), c(array_size) // expect: fsfind-serial-first-touch
#endif
{
  if (device != 0) throw "the TBB model has no devices";
  std::cout << "Using TBB partitioner: static" << std::endl;
}

#ifdef FIXED
template <class T> TBBStream<T>::~TBBStream() {
  std::free(a);
  std::free(b);
  std::free(c);
}
#endif

template <class T> void TBBStream<T>::init_arrays(T initA, T initB, T initC) {
  tbb::parallel_for(
      range,
      [&](const tbb::blocked_range<size_t>& r) {
        for (size_t i = r.begin(); i < r.end(); ++i) {
          a[i] = initA;
          b[i] = initB;
          c[i] = initC;
        }
      },
      partitioner);
}

template <class T> void TBBStream<T>::read_arrays(std::vector<T>& h_a, std::vector<T>& h_b, std::vector<T>& h_c) {
#ifdef FIXED
  std::copy(a, a + array_size, h_a.begin());
  std::copy(b, b + array_size, h_b.begin());
  std::copy(c, c + array_size, h_c.begin());
#else
  std::copy(a.begin(), a.end(), h_a.begin());
  std::copy(b.begin(), b.end(), h_b.begin());
  std::copy(c.begin(), c.end(), h_c.begin());
#endif
}

template <class T> void TBBStream<T>::copy() {
  tbb::parallel_for(
      range,
      [&](const tbb::blocked_range<size_t>& r) {
        for (size_t i = r.begin(); i < r.end(); ++i) c[i] = a[i];
      },
      partitioner);
}

template <class T> void TBBStream<T>::mul() {
  const T scalar = startScalar;
  tbb::parallel_for(
      range,
      [&](const tbb::blocked_range<size_t>& r) {
        for (size_t i = r.begin(); i < r.end(); ++i) b[i] = scalar * c[i];
      },
      partitioner);
}

template <class T> void TBBStream<T>::add() {
  tbb::parallel_for(
      range,
      [&](const tbb::blocked_range<size_t>& r) {
        for (size_t i = r.begin(); i < r.end(); ++i) c[i] = a[i] + b[i];
      },
      partitioner);
}

template <class T> void TBBStream<T>::triad() {
  const T scalar = startScalar;
  tbb::parallel_for(
      range,
      [&](const tbb::blocked_range<size_t>& r) {
        for (size_t i = r.begin(); i < r.end(); ++i) a[i] = b[i] + scalar * c[i];
      },
      partitioner);
}

template <class T> T TBBStream<T>::dot() {
  return static_cast<T>(tbb::parallel_sum(
      range,
      [&](const tbb::blocked_range<size_t>& r, double acc) {
        for (size_t i = r.begin(); i < r.end(); ++i) acc += a[i] * b[i];
        return acc;
      },
      partitioner));
}

template class TBBStream<float>;
template class TBBStream<double>;
