#pragma once

#include "cli/check/StaleEdits.h"
#include "cli/fix/TextEdits.h"
#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <string>
#include <vector>

namespace fsfind::fix {

struct FileChange {
  std::string path;                    ///< absolute, without symbolic links
  std::string before;                  ///< the file's text
  std::vector<Edit> edits;             ///< of `path`, each once, sorted by comesBefore()
  std::vector<std::string> names = {}; ///< paths by which units read it

  [[nodiscard]] std::string after() const { return edited(before, edits); }
};

/// The edits of findings, all or none of each finding's.
struct Patch {
  std::vector<FileChange> files;         ///< by path
  std::vector<Finding> ended, remaining; ///< findings by whether it ends them
  std::vector<std::string> refused;      ///< a line for each finding whose edits were not taken
};

/// Takes the findings' best edits, those of the first findings first; a file counts once by
/// whatever paths it is named. Left as they are: files that do not have the `contents` that were
/// read, and those with several hard links, which replacing one would part.
[[nodiscard]] Patch patchOf(const std::vector<Finding> &findings, const check::Contents &contents);

/// Writes all files, each whole; if one cannot be written, those before it get their text back.
/// Fails before anything is written where a file no longer has the text the patch was made for.
[[nodiscard]] Expected<void> apply(const Patch &patch);

} // namespace fsfind::fix
