#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <vector>

/// Which findings of two reports are the same.
namespace fsfind {

/// What a report knows of one finding.
struct KnownFinding {
  std::string fingerprint;          ///< rules/model/Fingerprint.h
  const Finding *finding = nullptr; ///< null: nothing is known
  bool reported = false;            ///< it is worth a person's time
};

/// At least one of the two is known, and at least one is reported.
struct FindingPair {
  KnownFinding before, after;
};

/// Findings whose fingerprints are equal are the same. Of the others, those with the same rule and
/// record (else variable) are that have most members in common, since a member that is used
/// little is sampled in one recording and not in the next. Exchanging the lists exchanges the
/// members of the pairs. Of equal fingerprints in a list the first counts.
[[nodiscard]] std::vector<FindingPair> paired(const std::vector<KnownFinding> &before,
                                              const std::vector<KnownFinding> &after);

} // namespace fsfind
