#pragma once

#include "rules/model/Fingerprint.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Which findings of two reports, or of a report and a list of known ones, are the same.
namespace fsfind {

/// What tells a finding from others.
struct KnownAs {
  std::string fingerprint; ///< rules/model/Fingerprint.h
  FindingIdentity identity;
  /// Nothing but the fingerprint counts: its members are always the same.
  bool exact = false;
};

/// Positions in the two lists; at least one is there.
struct FindingPair {
  std::optional<std::size_t> before, after;
};

/// Findings whose fingerprints are equal are the same, unless they have no member in common. Of the
/// others, those of the same rule and subject are that have most members in common, since a member
/// that is used little is sampled in one recording and not in the next. Each is in one pair.
/// Exchanging the lists exchanges the members of the pairs. Of equal fingerprints in a list, which
/// `fingerprints` does not give, the first counts.
[[nodiscard]] std::vector<FindingPair> paired(const std::vector<KnownAs> &before,
                                              const std::vector<KnownAs> &after);

} // namespace fsfind
