#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/check/ChangedLines.h"
#include "cli/git/Repository.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What a project's files were at a revision of git, and are in its index: for `--since` and
/// `--staged` of `fsfind check`.
namespace fsfind::cli {

class SinceRevision {
public:
  /// What has changed in the repository of `folder` since the last commit that the present state
  /// and `revision` have in common; files that git does not know yet have changed as a whole. Fails
  /// without git, outside of a repository, and if there is no such revision.
  static Expected<SinceRevision> of(const std::string &revision, const std::string &folder);
  /// What is staged in the repository of `folder` for the next commit, and nothing else: lines are
  /// those of textsStaged().
  static Expected<SinceRevision> ofStaged(const std::string &folder);

  /// The changed lines, by absolute path.
  [[nodiscard]] const check::ChangedLines &lines() const { return lines_; }

  /// The texts at that commit of the text files that have changed since or were deleted, by their
  /// absolute paths, and of those of the facts also by each other name that the facts have for
  /// them; that of a file that was moved by its name now. Empty for a file that did not exist.
  [[nodiscard]] Expected<analyzer::FileTexts> textsBefore(const Facts &facts) const;

  /// Whether files in the folder differ from what is staged; false without ofStaged().
  [[nodiscard]] bool hasUnstaged() const { return !unstaged_.empty(); }
  /// The texts of these files as they are staged, by the same names as of textsBefore().
  [[nodiscard]] Expected<analyzer::FileTexts> textsStaged(const Facts &facts) const;

private:
  enum class Until : std::uint8_t { Folder, Index };
  SinceRevision(git::Repository git, std::string commit)
      : git_(std::move(git)), commit_(std::move(commit)) {}
  static Expected<SinceRevision> between(git::Repository git, std::string commit, Until until);

  git::Repository git_;
  std::string commit_; ///< or the tree without files
  check::ChangedLines lines_;
  std::map<std::string, std::string> moved_; ///< by the path now: that before; in the repository
  std::vector<std::string> deleted_;         ///< paths in the repository
  std::vector<std::string> unstaged_;        ///< the same; text files that git knows
};

} // namespace fsfind::cli
