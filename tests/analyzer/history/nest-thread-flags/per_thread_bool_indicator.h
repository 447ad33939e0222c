#pragma once
// project: NEST simulator (nestkernel/per_thread_bool_indicator.h)
// reference: https://github.com/nest/nest-simulator/pull/1442 and issue 1394 (read)
// kind: per-thread-array
// starts: visible
// args: -fopenmp
// wrong: flags by thread are single bytes in one array, set and read by the threads in every round of the connection build.
// The fix here gives each a line; upstream widened them to words.
#include <cstdint>
#include <memory>
#include <vector>

namespace nest {
#ifdef FIXED
struct alignas(64) BoolIndicator {
  bool status_ = false;
};
#endif

class PerThreadBoolIndicator {
public:
  void initialize(int num_threads, bool status);
  bool is_true(int tid) const;
  void set(int tid, bool status);
  bool all_true() const;

private:
  int size_ = 0;
#ifdef FIXED
  std::vector<BoolIndicator> flags_;
#else
  std::unique_ptr<bool[]> flags_; // expect: fsfind-per-thread-slots
#endif
};

class SourceTable {
public:
  void gather(int num_threads);

private:
  bool next_block(int tid, long& entry);
  PerThreadBoolIndicator is_cleared_;
};
} // namespace nest
