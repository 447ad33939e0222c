#pragma once

#include "cli/git/Forms.h"
#include "cli/git/Whereabouts.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace fsfind::git {

/// Looks through what git is going to read of a checkout, so that git is not started where it would
/// hang or never end: on pipes and devices, which strangers can put in the place of its files.
class Survey {
public:
  /// Fails if a repository's git folders, or the objects that it borrows, have such a file.
  [[nodiscard]] Expected<void> lookThrough(const Whereabouts &place);
  /// Fails if one of the files that git reads in a work tree is such a one, or if another
  /// repository in it has one.
  [[nodiscard]] Expected<void> lookThroughFiles(const std::string &top);
  /// Fails if a link in the git folders, which have been looked through, leads out of them, or if
  /// they borrow objects from outside of the checkout.
  [[nodiscard]] Expected<void> checkStays(const Whereabouts &place) const;

private:
  [[nodiscard]] Expected<void> walkGitFolder(const std::string &start);
  [[nodiscard]] Expected<void> followAlternates(const std::string &objects);
  [[nodiscard]] Expected<bool> visitBorrowed(const std::string &objects, const Entry &entry);
  [[nodiscard]] Expected<bool> visitFile(const std::string &top, const Entry &entry);

  Walk walk_;
  std::set<std::string> walked_; ///< git folders that have been looked through
  /// Folders of others' objects, the same, and the files that name them.
  std::map<std::string, std::string> borrowed_;
  std::vector<std::string> links_; ///< in git folders
};

} // namespace fsfind::git
