#pragma once

#include "c2c-ingest/record/RecordingOutput.h"
#include "c2c-ingest/record/clock/ClockEvent.h"
#include "c2c-ingest/record/clock/Ring.h"

#include <chrono>
#include <poll.h>
#include <vector>

namespace fsfind::record::clock {

/// Room for records of one CPU: more than a second of samples at the default frequency, and what
/// the kernel lets every user have (kernel.perf_event_mlock_kb).
inline constexpr std::size_t kRingBytes = std::size_t{512} << 10;

/// Whom to sample.
struct ClockTarget {
  static constexpr pid_t kCaller = 0, kAll = -1; ///< as threads of perf_event_open(2)
  std::vector<pid_t> threads = {kCaller};
  std::vector<std::uint32_t> cpus; ///< where they may run
};

/// The events of all threads on all CPUs, and what they write.
class ClockEvents {
public:
  /// Opens them; they record nothing yet. CPUs that are offline and threads that have ended are
  /// left out; fails if nothing is left.
  [[nodiscard]] static Expected<ClockEvents> open(const ClockTarget &target,
                                                  const ClockSampling &sampling, const Host &host,
                                                  const OpenEvent &open);

  void enable() const;
  void disable() const;

  /// Waits until the kernel has half filled a ring, or `most` is over.
  void wait(std::chrono::milliseconds most);
  /// Whether a thread that was opened, or one that it started, may still run.
  [[nodiscard]] bool anyRuns() const { return running_ != 0; }
  /// Appends what the rings hold to the recording, and what tells readers that these records are
  /// later than those before the last call.
  void drain(RecordingOutput &output);

  [[nodiscard]] const perf_event_attr &event() const { return event_; } ///< as it was opened
  [[nodiscard]] const std::vector<std::uint64_t> &ids() const { return ids_; }

private:
  explicit ClockEvents(const perf_event_attr &event) : event_(event) {}
  [[nodiscard]] Expected<void> openOn(std::uint32_t cpu, const ClockTarget &target,
                                      const Host &host, const OpenEvent &open);
  [[nodiscard]] Expected<void> addRing(int event);
  [[nodiscard]] Expected<void> add(Descriptor file, int &first_of_cpu);

  perf_event_attr event_;
  std::size_t ring_bytes_ = kRingBytes;
  std::vector<Descriptor> files_;
  std::vector<pollfd> polled_; ///< in the order of `files_`; -1 where all threads have ended
  std::size_t running_ = 0;    ///< of `polled_`
  std::vector<std::uint64_t> ids_;
  std::vector<Ring> rings_;
};

} // namespace fsfind::record::clock
