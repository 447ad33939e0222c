#pragma once

#include "rules/codec/FindingsFile.h"
#include "rules/compare/Rates.h"
#include "rules/measured/findings/Judge.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What became of findings from one recording, or one state of the sources, to another.
namespace fsfind {

/// One of the two that are compared.
struct DiffSide {
  /// What it reports, and of what.
  FindingsFile report;
  /// Further ones that it leaves out as too little; of a report that was read from a file they are
  /// not known.
  std::vector<Finding> left_out;
};

[[nodiscard]] DiffSide sideOf(FindingsFile report);
[[nodiscard]] DiffSide sideOf(const Profile &profile);

enum class Change : std::uint8_t { New, Worse, Unchanged, Better, Gone };
inline constexpr std::size_t kChangeCount = static_cast<std::size_t>(Change::Gone) + 1;

struct Difference {
  Change change = Change::Unchanged;
  std::string fingerprint;         ///< rules/model/Fingerprint.h
  Finding finding;                 ///< the later one; the earlier one where there is no later
  SampleCount before, after;       ///< contended samples; no exposure where nothing was measured
  bool newly_confirmed = false;    ///< by both source and measurement, and not before
  std::optional<RateChange> rates; ///< none where there are no contended samples
};

struct DiffOptions {
  double confidence = 0.95; ///< above 0 and below 1
  /// Rates that differ by a smaller part, either way, are taken as equal however sure the
  /// difference is.
  double least_change = 0;
};

struct Diff {
  DiffOptions options;                            ///< by which it was made
  std::vector<Difference> differences;            ///< by change, then the greatest rate first
  std::array<std::size_t, kChangeCount> counts{}; ///< by change

  [[nodiscard]] std::size_t count(Change change) const {
    return counts[static_cast<std::size_t>(change)];
  }
};

/// Fails where the two cannot be compared: a recording with sources, or a simulated one with one of
/// hardware, or one that was joined with sources with one that was not.
[[nodiscard]] Expected<void> checkComparable(const DiffSide &before, const DiffSide &after);

/// Whether too little of what was recorded has names to know its findings again, as when the
/// program was built anew since: its findings then meet none of the other side.
[[nodiscard]] bool lacksNames(const DiffSide &side);

/// rules/compare/Pairing.h says which findings are the same. Of measured ones the rate counts:
/// contended loads by all loads and stores, both as estimated from the samples and their periods,
/// so that recordings may differ in length and in period.
[[nodiscard]] Diff diff(const DiffSide &before, const DiffSide &after, const DiffOptions &options);

} // namespace fsfind
