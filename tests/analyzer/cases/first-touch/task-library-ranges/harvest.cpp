// The yields of all beet plots are vectors sized, hence zeroed, in a constructor on the main thread; all kernels then run
// over them by range. The loops are calls of a task library of which only templates over an external function are seen.
#include "harvest.h"
template <class T>
BeetHarvest<T>::BeetHarvest(std::size_t plots)
#ifdef FIXED
    : plots_{0, plots}, roots_(static_cast<T *>(std::aligned_alloc(4096, plots * sizeof(T)))),
      leaves_(static_cast<T *>(std::aligned_alloc(4096, plots * sizeof(T)))) {
#else
    : plots_{0, plots}, roots_(plots), leaves_(plots) { // expect: fsfind-serial-first-touch
#endif
}
template <class T> void BeetHarvest<T>::sow(T seed) {
  crew::parallel_for(plots_, [&](const crew::range &r) {
    for (auto i = r.begin(); i < r.end(); ++i)
      roots_[i] = leaves_[i] = seed;
  }, spread_);
}
template <class T> void BeetHarvest<T>::grow(T rate) {
  crew::parallel_for(plots_, [&](const crew::range &r) {
    for (std::size_t i = r.begin(); i < r.end(); ++i)
      roots_[i] += rate * leaves_[i];
  }, spread_);
}
template class BeetHarvest<float>;
template class BeetHarvest<double>;
