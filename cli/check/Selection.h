#pragma once

#include "cli/check/Suppressions.h"
#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <string>
#include <vector>

namespace fsfind::check {

/// Which latent findings the user wants to see.
struct Selection {
  std::vector<std::string> paths;    ///< absolutePath() of files and folders; empty = all
  std::vector<std::string> excludes; ///< patterns for isExcluded()
};

struct SelectedFindings {
  std::vector<Finding> findings; ///< ranked anew
  std::size_t elsewhere = 0;     ///< number left out: not in the paths, or excluded
  std::size_t suppressed = 0;    ///< number left out: silenced by NOLINT
};

/// Whether the finding's place is in the paths and not excluded.
[[nodiscard]] bool isWanted(const Finding &finding, const Selection &selection);

/// Leaves out latent findings that are not wanted; measured and confirmed ones always stay.
[[nodiscard]] SelectedFindings select(std::vector<Finding> findings, const Selection &selection,
                                      Suppressions &suppressions);

/// Whether a pattern matches the path, a part of it, or a folder that it lies in: `third_party`,
/// `*/third_party/*`, `*_generated.cc`.
[[nodiscard]] bool isExcluded(const std::string &path, const std::vector<std::string> &patterns);

/// Makes the paths of all files below `base` relative to it.
void shortenPaths(Finding &finding, const std::string &base);

/// The same of the places in code.
void shortenPaths(std::vector<Site> &sites, const std::string &base);

/// The rules of a list such as `*,-fsfind-contended-atomic`: globs; a leading `-` excludes; the
/// last glob that matches a rule decides. If the first glob excludes, the others start from all
/// rules. Fails if a glob matches no rule.
[[nodiscard]] Expected<std::vector<std::string>> chosenRules(const std::vector<std::string> &list);

} // namespace fsfind::check
