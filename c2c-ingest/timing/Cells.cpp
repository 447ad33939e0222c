#include "c2c-ingest/timing/Cells.h"

#include <algorithm>

namespace fsfind::timing {

Expected<Reading> undisturbed(const Measure &measure, const StolenCounter &stolen,
                              std::chrono::steady_clock::time_point end) {
  constexpr int kAttempts = 3;
  Reading reading;
  for (int tried = 0; tried < kAttempts; ++tried) {
    const std::uint64_t before = stolen();
    FSFIND_TRY(Attempt attempt, measure());
    reading.value = spreadOf(std::move(attempt.values));
    reading.disturbance = stolen() != before    ? Disturbance::Hypervisor
                          : attempt.interrupted ? Disturbance::OtherWork
                                                : Disturbance::None;
    if (reading.value.count == 0)
      return Reading{.gap = Gap::NotRun};
    if (!reading.disturbed() || std::chrono::steady_clock::now() >= end)
      break;
  }
  return reading;
}

std::chrono::nanoseconds CellTimes::next(Clock::time_point now) {
  if (left_ == 0 || now >= end_)
    return std::chrono::nanoseconds::zero();
  const auto share = (end_ - now) / static_cast<std::int64_t>(left_);
  --left_;
  return std::clamp<std::chrono::nanoseconds>(share, kLeast, kMost);
}

} // namespace fsfind::timing
