#pragma once

#include "c2c-ingest/perf/SampleDecoder.h"
#include "c2c-ingest/perf/ThreadOwners.h"
#include "c2c-ingest/spe/DataSources.h"

#include <functional>
#include <unordered_map>

namespace fsfind::perf {

/// Makes memory samples of a recording's Arm SPE data: those that `perf inject --itrace=M` puts in
/// their place. Each load or store that the hardware sampled is one, with its latency as weight.
/// Immutable, so queues can be decoded by several threads.
class SpeSamples {
public:
  /// A sample, and its time or position, whichever Recording::ordersByTime says.
  using Consumer = std::function<void(const Sample &sample, std::uint64_t when)>;
  /// What the data of a queue do not tell.
  struct Losses {
    std::uint64_t unreadable = 0;     ///< places where no packet begins
    std::uint64_t unfinished = 0;     ///< records whose rest was lost, and which are no samples
    std::uint64_t guessed_thread = 0; ///< samples of which only the CPU is known
    std::uint64_t unknown_source = 0; ///< loads on processors whose data sources are not known

    Losses &operator+=(const Losses &other) {
      unreadable += other.unreadable;
      unfinished += other.unfinished;
      guessed_thread += other.guessed_thread;
      unknown_source += other.unknown_source;
      return *this;
    }
  };

  /// `recording` must outlive the object.
  explicit SpeSamples(const Recording &recording);

  /// As many as CPUs (or threads) were recorded; none without SPE data.
  [[nodiscard]] std::size_t queueCount() const { return trace_.queues.size(); }
  /// Calls `consume` for the samples of a queue in their order.
  Losses decode(std::size_t queue, const Consumer &consume) const;

private:
  class QueueDecoder;

  void readProcessors(const Features &features);
  [[nodiscard]] spe::SourceEncoding encodingOn(std::uint32_t cpu) const;

  const AuxTrace &trace_;
  const bool by_time_;
  ThreadOwners owners_;
  std::uint64_t period_ = 1;
  std::unordered_map<std::uint32_t, spe::SourceEncoding> encodings_; ///< by CPU
  std::optional<spe::SourceEncoding> common_encoding_; ///< of CPUs that are not in `encodings_`
};

/// How many memory samples the SPE data hold.
std::uint64_t countSpeSamples(const Recording &recording);

} // namespace fsfind::perf
