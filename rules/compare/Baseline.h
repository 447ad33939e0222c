#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Fingerprint.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// A baseline: a JSON file with the fingerprints (rules/model/Fingerprint.h) of known findings,
/// which are not reported again.
namespace fsfind {

struct BaselineEntry {
  std::string fingerprint;
  FindingIdentity identity;
  bool measured = false; ///< by a recording alone: the members seen vary with the samples
};
using Baseline = std::vector<BaselineEntry>;

/// One entry per line, sorted by fingerprint, and nothing that changes without a finding (a date, a
/// count), so that version control can merge the file line by line.
[[nodiscard]] std::string baselineText(const std::vector<Finding> &findings);

/// `where` names the file in errors. The text may be hostile.
[[nodiscard]] Expected<Baseline> parseBaseline(std::string_view text, const std::string &where);

struct UnknownFindings {
  std::vector<Finding> findings; ///< those that are not in the baseline, ranked anew
  std::size_t known = 0;         ///< how many were left out
  Baseline stale;                ///< entries that match no finding
};

/// Leaves out the findings that the baseline has. Findings that sources show are known by equal
/// fingerprints, measured ones also by rule, subject and members (rules/compare/Pairing.h).
[[nodiscard]] UnknownFindings withoutKnown(std::vector<Finding> findings, const Baseline &baseline);

} // namespace fsfind
