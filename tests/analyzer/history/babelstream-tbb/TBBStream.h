#pragma once
// project: BabelStream (src/tbb/TBBStream.hpp and TBBStream.cpp)
// reference: reduced from memory; the released model has plain arrays unless USE_VECTOR is defined
// kind: first-touch
// starts: visible
// wrong: the arrays of the TBB model are std::vectors, which the constructor fills with zeros on the main thread, before
//        init_arrays() and the kernels run over them in the static chunks of TBB's threads.
#include <cstddef>
#include <vector>

#include "tbb_parallel_for.h"

#define ALIGNMENT (2 * 1024 * 1024)

template <class T> class Stream {
public:
  virtual ~Stream() {}
  virtual void copy() = 0;
  virtual void mul() = 0;
  virtual void add() = 0;
  virtual void triad() = 0;
  virtual T dot() = 0;
  virtual void init_arrays(T initA, T initB, T initC) = 0;
  virtual void read_arrays(std::vector<T>& a, std::vector<T>& b, std::vector<T>& c) = 0;
};

template <class T> class TBBStream : public Stream<T> {
protected:
  tbb::static_partitioner partitioner;
  tbb::blocked_range<size_t> range;
#ifdef FIXED
  size_t array_size;
  T *a, *b, *c;
#else
  std::vector<T> a, b, c;
#endif

public:
  TBBStream(const size_t array_size, int device);
#ifdef FIXED
  ~TBBStream();
#else
  ~TBBStream() = default;
#endif
  void copy() override;
  void mul() override;
  void add() override;
  void triad() override;
  T dot() override;
  void init_arrays(T initA, T initB, T initC) override;
  void read_arrays(std::vector<T>& h_a, std::vector<T>& h_b, std::vector<T>& h_c) override;
};
