#include "per_thread_bool_indicator.h"

namespace nest {
void PerThreadBoolIndicator::initialize(int num_threads, bool status) {
  size_ = num_threads;
#ifdef FIXED
  flags_.assign(num_threads, BoolIndicator{status});
#else
  flags_ = std::make_unique<bool[]>(num_threads);
  for (int t = 0; t < num_threads; ++t) flags_[t] = status;
#endif
}

#ifdef FIXED
bool PerThreadBoolIndicator::is_true(int tid) const { return flags_[tid].status_; }
void PerThreadBoolIndicator::set(int tid, bool status) { flags_[tid].status_ = status; }
#else
bool PerThreadBoolIndicator::is_true(int tid) const { return flags_[tid]; }
void PerThreadBoolIndicator::set(int tid, bool status) { flags_[tid] = status; }
#endif

bool PerThreadBoolIndicator::all_true() const {
  for (int t = 0; t < size_; ++t)
    if (!is_true(t)) return false;
  return true;
}
} // namespace nest
