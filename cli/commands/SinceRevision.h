#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/check/ChangedLines.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What a project's files were at a revision of git, for `fsfind check --since` and `--staged`.
namespace fsfind::cli {

/// What a change consists of, beside commits.
enum class ChangeUntil : std::uint8_t {
  Folder, ///< what is not committed, too; files that git does not know yet have changed as a whole
  Index,  ///< what is staged
};

class SinceRevision {
public:
  /// What has changed in the repository of `folder` since the last commit that the present state
  /// and `revision` have in common. Fails without git, outside of a repository, and if there is no
  /// such revision.
  static Expected<SinceRevision> of(const std::string &revision, const std::string &folder,
                                    ChangeUntil until);

  /// The changed lines, by absolute path.
  [[nodiscard]] const check::ChangedLines &lines() const { return lines_; }

  /// The texts at that commit of the text files that have changed since or were deleted, by their
  /// absolute paths, and of those of the facts also by each other name that the facts have for
  /// them; that of a file that was moved by its name now. Empty for a file that did not exist.
  [[nodiscard]] Expected<analyzer::FileTexts> textsBefore(const Facts &facts) const;

private:
  std::string root_, commit_;
  check::ChangedLines lines_;
  std::map<std::string, std::string> moved_; ///< by the path now: that before; in the repository
  std::vector<std::string> deleted_;         ///< paths in the repository
};

} // namespace fsfind::cli
