#pragma once

#include "cli/check/Suppressions.h"
#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <string>
#include <vector>

namespace fsfind::check {

/// Which latent findings the user wants to see.
struct Selection {
  std::vector<std::string> paths;    ///< absolutePath() of files and folders; empty = everywhere
  std::vector<std::string> excludes; ///< globs of absolute paths, or of parts that end them
};

struct SelectedFindings {
  std::vector<Finding> findings; ///< ranked anew
  std::size_t elsewhere = 0;     ///< left out: not in the paths, or excluded
  std::size_t suppressed = 0;    ///< left out: the author said NOLINT
};

/// What a recording shows stays, wherever it is.
[[nodiscard]] SelectedFindings select(std::vector<Finding> findings, const Selection &selection,
                                      Suppressions &suppressions);

/// Whether one of the patterns fits: `third_party`, `*/third_party/*`, `*_generated.cc`.
[[nodiscard]] bool isExcluded(const std::string &path, const std::vector<std::string> &patterns);

/// Has files below `base` shown as seen from there.
void shortenPaths(Finding &finding, const std::string &base);

/// The rules of a list such as `*,-fsfind-contended-atomic`: globs, a leading `-` takes out; the
/// last that fits decides. A list that begins by taking out begins with all. Fails for a glob that
/// fits no rule.
[[nodiscard]] Expected<std::vector<std::string>> chosenRules(const std::vector<std::string> &list);

} // namespace fsfind::check
