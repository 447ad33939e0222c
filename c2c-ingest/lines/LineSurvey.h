#pragma once

#include "c2c-ingest/base/SlotTable.h"
#include "c2c-ingest/decode/SourceTable.h"
#include "c2c-ingest/lines/LineKey.h"
#include "c2c-ingest/lines/PlacedSample.h"
#include "rules/model/StoreEvidence.h"

#include <optional>
#include <vector>

namespace fsfind::lines {

/// The first look at all samples: totals, and a few bytes per line, enough to tell which lines are
/// worth a second look. Merging surveys is associative, so each worker makes its own.
class LineSurvey {
public:
  /// What was found out about one sample.
  struct Sighting {
    std::uint32_t line = 0;   ///< number of its line, by first sight
    std::uint32_t source = 0; ///< number in sources()
    bool contended = false;   ///< its line is among interestingLines() by now, and stays there
  };
  Sighting add(const PlacedSample &sample, const LineKeys &keys) {
    return add(sample, find(sample, keys), keys);
  }
  /// The same in three steps. Whoever has several samples takes each step for all of them before
  /// the next: each has the processor load what the following one reads.
  struct Place {
    LineKey key;
    std::size_t hash = 0;
  };
  [[nodiscard]] Place find(const PlacedSample &sample, const LineKeys &keys) const;
  void approach(const Place &place) const {
    ingest::prefetchEntry(lines_, slots_.guess(place.hash));
  }
  Sighting add(const PlacedSample &sample, const Place &place, const LineKeys &keys);
  /// The numbers that the other survey's lines and sources have in this one.
  struct Renumbered {
    std::vector<std::uint32_t> lines, sources;
  };
  Renumbered merge(const LineSurvey &other);

  /// Takes all lines as interesting: if there are too many, the most stored to.
  void keepQuiet() { quiet_ = true; }
  /// Sorted keys of the lines that are contended or may be (store evidence), and of some lines with
  /// loads from memory (see memoryLineStep). If `line_size` is not 0, also those next to contended
  /// ones.
  [[nodiscard]] std::vector<LineKey> interestingLines(std::uint32_t line_size = 0) const;
  /// Every n-th line with loads from memory is interesting; a step keeps fsfind's memory bounded. 0
  /// = none is, as too few loads went to remote memory.
  [[nodiscard]] std::size_t memoryLineStep() const;
  [[nodiscard]] std::size_t lineCount() const { return lines_.size(); }
  /// The number of a line that was seen, otherwise ingest::SlotTable::kNone.
  [[nodiscard]] std::uint32_t numberOf(const LineKey &key) const {
    return numberOf(LineKeyHash()(key), key);
  }
  [[nodiscard]] const decode::SourceTable &sources() const { return sources_; }
  /// Sum of weight x period over all samples.
  [[nodiscard]] std::uint64_t cost() const { return cost_; }
  /// Sums of the periods of loads and of stores.
  [[nodiscard]] std::uint64_t estimatedLoads() const { return estimated_loads_; }
  [[nodiscard]] std::uint64_t estimatedStores() const { return estimated_stores_; }
  /// Times of the first and last sample, ns; none if samples have no time.
  [[nodiscard]] std::optional<std::uint64_t> firstTime() const {
    return last_time_ == 0 ? std::nullopt : std::optional(first_time_);
  }
  [[nodiscard]] std::optional<std::uint64_t> lastTime() const {
    return last_time_ == 0 ? std::nullopt : std::optional(last_time_);
  }
  /// Distinct CPUs with samples; 0 if samples have no CPU.
  [[nodiscard]] std::size_t cpuCount() const;

private:
  struct Line {
    LineKey key;
    StoreEvidence evidence; ///< until the line is contended
    bool contended = false; ///< or may be, by the evidence
    bool memory = false;    ///< a load was answered by memory; of lines that are not contended
  };
  void addQuiet(std::vector<LineKey> &keys) const;
  [[nodiscard]] std::uint32_t numberOf(std::size_t hash, const LineKey &key) const {
    return slots_.find(hash, [&](std::uint32_t at) { return lines_[at].key == key; });
  }
  std::uint32_t enter(const Place &place);
  void noteTimes(std::uint64_t first, std::uint64_t last);
  void noteCpu(std::uint32_t cpu);

  std::vector<Line> lines_; ///< by number
  ingest::SlotTable slots_; ///< of `lines_`
  decode::SourceTable sources_;
  std::uint64_t cost_ = 0, estimated_loads_ = 0, estimated_stores_ = 0;
  std::uint64_t first_time_ = UINT64_MAX, last_time_ = 0;
  std::vector<bool> cpus_; ///< by CPU: true if it has samples
  bool quiet_ = false;     ///< keepQuiet()
};

} // namespace fsfind::lines
