#pragma once

#include "c2c-ingest/base/Workers.h"
#include "c2c-ingest/record/clock/ClockEvents.h"

#include <atomic>
#include <optional>

namespace fsfind::record::clock {

/// A thread that writes what the kernel records into the recording, until it is destroyed or told
/// to stop. Both live longer.
class ClockReader {
public:
  /// `max_bytes`: of records; with so many the events are disabled. 0: no limit.
  ClockReader(ClockEvents &events, RecordingOutput &output, std::uint64_t max_bytes);
  ~ClockReader() { stop(); }
  ClockReader(const ClockReader &) = delete;
  ClockReader &operator=(const ClockReader &) = delete;

  /// False if the system gave no thread: nothing is written then until stop().
  [[nodiscard]] bool started() const { return worker_->started() != 0; }
  /// Whether nothing more can come: the limit is reached, or no sampled thread is left.
  [[nodiscard]] bool over() const { return cut_ || ended_; }
  [[nodiscard]] bool cut() const { return cut_; } ///< the limit is reached

  /// Disables the events, and writes what they have left.
  void stop();

private:
  void run();

  ClockEvents &events_;
  RecordingOutput &output_;
  const std::uint64_t max_bytes_;
  std::atomic<bool> stopping_ = false, cut_ = false, ended_ = false;
  std::optional<ingest::Workers> worker_;
};

} // namespace fsfind::record::clock
