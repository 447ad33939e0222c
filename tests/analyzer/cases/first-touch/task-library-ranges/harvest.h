#pragma once
#include "crew.h"
#include <cstdlib>
#include <memory>
#include <vector>

template <class T> struct Harvest {
  virtual ~Harvest() = default;
  virtual void sow(T seed) = 0;
  virtual void grow(T rate) = 0;
};
template <class T> class BeetHarvest : public Harvest<T> {
public:
  explicit BeetHarvest(std::size_t plots);
  void sow(T seed) override;
  void grow(T rate) override;

private:
  crew::range plots_;
#ifdef FIXED
  T *roots_, *leaves_;
#else
  std::vector<T> roots_, leaves_; // expect: fsfind-serial-first-touch
#endif
  crew::even_partitioner spread_;
};
