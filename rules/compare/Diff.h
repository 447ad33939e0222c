#pragma once

#include "rules/codec/FindingsFile.h"
#include "rules/compare/Rates.h"
#include "rules/measured/findings/Judge.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Compares the findings of two recordings, or of two states of the sources.
namespace fsfind {

/// One of the two reports that are compared.
struct DiffSide {
  /// Its findings, and the recording or sources that they are of.
  FindingsFile report;
  /// Findings that the report leaves out as too little; empty for a report that was read from a
  /// file, which does not hold them.
  std::vector<Finding> left_out;
};

[[nodiscard]] DiffSide sideOf(FindingsFile report);
/// Findings of a profile; `words` as in JudgeOptions.
[[nodiscard]] DiffSide sideOf(const Profile &profile, const NameWords &words);

enum class Change : std::uint8_t { New, Worse, Unchanged, Better, Gone };
inline constexpr std::size_t kChangeCount = static_cast<std::size_t>(Change::Gone) + 1;

struct Difference {
  Change change = Change::Unchanged;
  std::string fingerprint;         ///< rules/model/Fingerprint.h
  std::string rule_before;         ///< the earlier finding's; empty if it is the same, or has none
  Finding finding;                 ///< the later one; the earlier one if only that is reported
  SampleCount before, after;       ///< contended samples; exposure 0 if nothing was measured
  bool newly_confirmed = false;    ///< confirmed by source and recording, and not before
  std::optional<RateChange> rates; ///< none without contended samples
  /// Its rate differs, but not that of its data in all findings together: one was split into
  /// several, or several became one.
  bool in_another = false;
};

/// The contended loads of two recordings as a whole.
struct TotalChange {
  SampleCount before, after;
  RateChange rates;
};

struct DiffOptions {
  double confidence = 0.95; ///< above 0 and below 1
  /// Rates count as equal if they differ by less than this part (0.1 is 10 %), even if the
  /// difference is significant.
  double least_change = 0;
};

struct Diff {
  DiffOptions options;                            ///< the comparison's
  std::vector<Difference> differences;            ///< by change, then the greatest rate first
  std::array<std::size_t, kChangeCount> counts{}; ///< by change
  std::optional<TotalChange> total;               ///< none for sources, or without contended loads

  [[nodiscard]] std::size_t count(Change change) const {
    return counts[static_cast<std::size_t>(change)];
  }
  /// Of the unchanged ones, those that have another rule than before.
  [[nodiscard]] std::size_t ofOtherRules() const;
};

/// Fails if the two cannot be compared: if only one is of a recording, only one is simulated, or
/// only one was joined with sources.
[[nodiscard]] Expected<void> checkComparable(const DiffSide &before, const DiffSide &after);

/// Whether less than half of the contended samples have names, for instance because the program was
/// built again since the recording. Findings without names match none of the other side.
[[nodiscard]] bool lacksNames(const DiffSide &side);

/// Pairs findings as rules/compare/Pairing.h says. What contends is one finding in one recording
/// and several in the next, so a measured one is only new, worse, better or gone if the contended
/// loads of its data are so, too, over all findings; memory without a name is one datum. Measured
/// ones are compared by rate: contended loads per load or store, both estimated from samples and
/// their periods, so that the recordings may differ in length and in period.
[[nodiscard]] Diff diff(const DiffSide &before, const DiffSide &after, const DiffOptions &options);

} // namespace fsfind
