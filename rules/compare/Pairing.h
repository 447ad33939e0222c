#pragma once

#include "rules/model/Fingerprint.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Which findings of two reports, or of a report and a list of known ones, are the same.
namespace fsfind {

/// What a finding is recognised by.
struct KnownAs {
  std::string fingerprint; ///< rules/model/Fingerprint.h
  FindingIdentity identity;
  /// Only an equal fingerprint makes a pair. For findings whose members do not vary, as those that
  /// sources show.
  bool exact = false;
  /// What a measured finding is about (rules/compare/SharedData.h): findings of other rules and
  /// other subjects about the same data make pairs, too. Empty = none do.
  std::set<std::string> data = {};
};

/// Positions in the two lists; at least one is set.
struct FindingPair {
  std::optional<std::size_t> before, after;
};

/// Pairs findings with equal fingerprints, unless they have no member in common. The others are
/// paired if they have the same rule, subject and file, those with most members in common first,
/// since a member that is used little is sampled in one recording and not in the next; then those
/// about the same data, since a change of the program can turn one harm into another. Members and
/// data that more than 64 findings of a list have are not compared. Each finding is in one pair.
/// Exchanging the lists exchanges `before` and `after` in the pairs. If a list repeats a
/// fingerprint, which `fingerprints` never does, only the first counts.
[[nodiscard]] std::vector<FindingPair> paired(const std::vector<KnownAs> &before,
                                              const std::vector<KnownAs> &after);

} // namespace fsfind
