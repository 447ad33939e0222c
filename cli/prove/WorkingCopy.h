#pragma once

#include "cli/prove/ProjectFiles.h"
#include "rules/model/Expected.h"

#include <map>
#include <string>

namespace fsfind::prove {

/// A copy of a project's files in a folder of its own, where it is built and run. The project
/// itself and git's data about it are only read.
class WorkingCopy {
public:
  /// Copies the files into `folder`, sharing their blocks where the file system can; times of
  /// change are kept, so that make finds what was built up to date. A copy of a git repository is
  /// one, too, for builds that ask git for a version. If the folder holds a whole copy already, it
  /// is taken as it is: the caller removes it when the project changes. Fails if the disk is full,
  /// and if git is interrupted.
  [[nodiscard]] static Expected<WorkingCopy> of(const ProjectFiles &files,
                                                const std::string &folder, Shell &shell);

  /// Whether the folder holds a whole copy.
  [[nodiscard]] static bool isWhole(const std::string &folder);

  /// The project's folder in the copy; absolute.
  [[nodiscard]] const std::string &folder() const { return folder_; }

  /// Gives files these texts, by their paths relative to the project. Files that have their text
  /// already are not written.
  [[nodiscard]] Expected<void> put(const std::map<std::string, std::string> &texts) const;

  /// Notes that what is built may be incomplete until `endBuild`; a copy that is found so is made
  /// anew.
  void beginBuild() const;
  void endBuild() const;

private:
  explicit WorkingCopy(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

} // namespace fsfind::prove
