#pragma once

#include "c2c-ingest/decode/SourceTable.h"
#include "c2c-ingest/lines/LineKey.h"
#include "c2c-ingest/lines/PlacedSample.h"
#include "rules/model/StoreEvidence.h"

#include <tsl/robin_map.h>

#include <optional>
#include <vector>

namespace fsfind::lines {

/// The first look at all samples: totals, and a few bytes per line, enough to tell which lines are
/// worth a second look. Merging surveys is associative, so each worker makes its own.
class LineSurvey {
public:
  void add(const PlacedSample &sample, const LineKeys &keys);
  void merge(LineSurvey &&other);

  /// Sorted keys of the lines that are contended or may be (store evidence), and of some lines with
  /// loads from memory (see memoryLineStep). If `line_size` is not 0, also those next to contended
  /// ones.
  [[nodiscard]] std::vector<LineKey> interestingLines(std::uint32_t line_size = 0) const;
  /// Every n-th line with loads from memory is interesting; a step keeps fsfind's memory bounded. 0
  /// = none is, as too few loads went to remote memory.
  [[nodiscard]] std::size_t memoryLineStep() const;
  [[nodiscard]] std::size_t lineCount() const { return lines_.size(); }
  [[nodiscard]] const decode::SourceTable &sources() const { return sources_; }
  /// Sum of weight x period over all samples.
  [[nodiscard]] std::uint64_t cost() const { return cost_; }
  /// Sums of the periods of loads and of stores.
  [[nodiscard]] std::uint64_t estimatedLoads() const { return estimated_loads_; }
  [[nodiscard]] std::uint64_t estimatedStores() const { return estimated_stores_; }
  /// Times of the first and last sample, ns; none if samples have no time.
  [[nodiscard]] std::optional<std::uint64_t> firstTime() const { return first_time_; }
  [[nodiscard]] std::optional<std::uint64_t> lastTime() const { return last_time_; }
  /// Distinct CPUs with samples; 0 if samples have no CPU.
  [[nodiscard]] std::size_t cpuCount() const;

private:
  struct Brief {
    StoreEvidence evidence;
    bool contended = false;
    bool memory = false; ///< a load was answered by memory

    [[nodiscard]] bool isContended() const { return contended || evidence.possible(); }
  };
  void noteTime(std::uint64_t time);
  void noteCpu(std::uint32_t cpu);

  tsl::robin_map<LineKey, Brief, LineKeyHash> lines_;
  decode::SourceTable sources_;
  std::uint64_t cost_ = 0, estimated_loads_ = 0, estimated_stores_ = 0;
  std::optional<std::uint64_t> first_time_, last_time_;
  std::vector<bool> cpus_; ///< by CPU: true if it has samples
};

} // namespace fsfind::lines
