#pragma once

#include "cli/prove/Trial.h"
#include "rules/model/Expected.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Finds out which edits pay by trying them, together and apart.
namespace fsfind::prove {

/// Medians of a trial's recordings.
struct Measured {
  std::uint64_t loads = 0; ///< contended
  std::uint64_t cost = 0;  ///< cycles; 0 if the recordings tell no latencies
};

/// What became of the edits of one finding.
struct Tried {
  Finding finding; ///< with its edits
  /// Its data without and with the edits; of data that were contended only when others no longer
  /// were, `before` is of the program with the others' edits.
  Measured before, after;
  std::string against; ///< why the edits are taken back; empty if they are proved
  std::string said;    ///< the last lines of the build that they break
  bool cold = false;   ///< the edits were not tried, as too few are contended: `after` is `before`
  [[nodiscard]] bool proved() const { return against.empty(); }
};

struct Selection {
  std::vector<Tried> tried;       ///< in the order of the findings
  Trial after;                    ///< with all edits that are proved; as before if none are
  std::vector<Worsened> worsened; ///< by these edits
};

/// Builds, runs and records the program with the edits of these findings, in their order.
using Attempt = std::function<Expected<Trial>(const std::vector<Finding> &findings)>;

/// The edits of a finding pay if the program stays the same, and its data cost less by more than
/// the spread between recordings, or the whole program does and its data cost no more. Of what
/// their data save together, at least half must be left in the whole program, as far as that can be
/// shown; else they move cost elsewhere. Contended loads alone do not decide: threads that wait
/// less at some data come to others more often.
///
/// All are tried together. Where some do not pay, the others are tried without them. If that
/// disappoints for another reason, each is tried on top of those that paid before, the most
/// contended first. Findings whose data are hardly contended are not tried, unless contention moves
/// to these data.
[[nodiscard]] Expected<Selection> select(const std::vector<Finding> &findings,
                                         const Baseline &before, const Attempt &attempt);

} // namespace fsfind::prove
