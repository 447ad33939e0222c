#include <cstddef>

template <class T> struct Sea {
  virtual void load(const T *heights, T start) = 0;
  virtual void drift(T step, T *out) = 0;
};
Sea<double> *new_sea(std::size_t buoys);
