#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Fingerprint.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Findings that are known and are not to be told of again: a JSON file of their fingerprints
/// (rules/model/Fingerprint.h).
namespace fsfind {

struct BaselineEntry {
  std::string fingerprint;
  FindingIdentity identity;
  bool measured = false; ///< by a recording alone, so that its members vary
};
using Baseline = std::vector<BaselineEntry>;

/// One entry a line, by fingerprint, and nothing else that changes: versions of the file merge line
/// by line.
[[nodiscard]] std::string baselineText(const std::vector<Finding> &findings);

/// `where` names the file in errors. The text may be hostile.
[[nodiscard]] Expected<Baseline> parseBaseline(std::string_view text, const std::string &where);

struct UnknownFindings {
  std::vector<Finding> findings; ///< those that are not in the baseline, ranked anew
  std::size_t known = 0;         ///< left out
  Baseline stale;                ///< entries that no finding has
};

/// Findings of sources are known by their fingerprints, measured ones as rules/compare/Pairing.h
/// tells that they are the same.
[[nodiscard]] UnknownFindings withoutKnown(std::vector<Finding> findings, const Baseline &baseline);

} // namespace fsfind
