#include "cli/commands/CommonOptions.h"

#include <algorithm>

namespace fsfind::cli {

std::optional<Confidence> failLevel(const std::string &word) {
  if (word == "none")
    return std::nullopt;
  if (word == "high")
    return Confidence::High;
  return word == "medium" ? Confidence::Medium : Confidence::Low;
}

// High is the least value of Confidence.
bool fails(const std::vector<Finding> &findings, std::optional<Confidence> level) {
  return level && std::any_of(findings.begin(), findings.end(),
                              [&](const Finding &finding) { return finding.confidence <= *level; });
}

} // namespace fsfind::cli
