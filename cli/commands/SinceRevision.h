#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/check/ChangedLines.h"
#include "cli/git/Repository.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <map>
#include <set>
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

  /// The changed lines, by absolute path. Of files of which git tells no lines, since it takes them
  /// for binary, all have changed.
  [[nodiscard]] const check::ChangedLines &lines() const { return lines_; }

  /// What the files were at that commit. One that was moved was not there by its name now: it may
  /// have been no unit, or not have been found.
  [[nodiscard]] Expected<analyzer::OtherFiles> before() const;

  /// With ofStaged(), what files that lie otherwise in the folder are as they are staged; and what
  /// there is to know of units that were read before the change.
  [[nodiscard]] Expected<analyzer::OtherFiles> staged() const;

  /// Whether git knows the file, and it has changed: it, or a link of that path.
  [[nodiscard]] bool hasChanged(const std::string &path) const;
  /// The same, or git does not know it yet, but would with the change.
  [[nodiscard]] bool isOfChange(const std::string &path) const;
  /// A file of which it is not known what it was, and why; empty if there is none.
  struct Unknown {
    std::string file, why;
  };
  /// The first of the files that were read.
  [[nodiscard]] Expected<Unknown> unknownAmong(const std::vector<std::string> &files) const;
  /// Those of the files that git keeps in another encoding: their lines may be others than those of
  /// which it tells.
  [[nodiscard]] Expected<std::set<std::string>>
  encodedAmong(const std::vector<std::string> &files) const;

private:
  enum class Until : std::uint8_t { Folder, Index };
  /// What git has of a file on one side of a comparison, and that it is different on the other.
  struct Change {
    std::string path;       ///< in the repository, on the other side
    std::string mode, blob; ///< on this side
    std::string other_mode = {};
  };
  SinceRevision(git::Repository git, std::string commit)
      : git_(std::move(git)), commit_(std::move(commit)) {}
  static Expected<SinceRevision> between(git::Repository git, std::string commit, Until until);
  static std::vector<Change> changesIn(const std::string &list);
  [[nodiscard]] std::vector<std::string> inside(const std::vector<std::string> &files) const;
  [[nodiscard]] Expected<std::string>
  textOf(const Change &change, const std::map<std::string, git::Conversion> &how) const;
  [[nodiscard]] Expected<analyzer::OtherFiles> thisSideOf(const std::vector<Change> &changes) const;

  git::Repository git_;
  std::string commit_; ///< or the tree without files
  check::ChangedLines lines_;
  std::vector<Change> changed_;         ///< since the commit
  std::vector<Change> unstaged_;        ///< the index is this side
  std::vector<std::string> unknown_;    ///< absolute paths of files that git does not know yet
  std::vector<std::string> submodules_; ///< absolute paths of those that have changed
};

} // namespace fsfind::cli
