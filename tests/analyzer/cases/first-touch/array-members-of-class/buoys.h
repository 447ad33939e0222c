#pragma once
#include <cstddef>

template <class T> struct Sea {
  virtual ~Sea() = default;
  virtual void load(const T *heights, T start) = 0;
  virtual void drift(T step) = 0;
  virtual void report(T *out) = 0;
};
Sea<double> *new_sea(std::size_t buoys);
