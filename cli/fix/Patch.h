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
  std::vector<Edit> edits;             ///< edits of `path`, each once, sorted by comesBefore()
  std::vector<std::string> names = {}; ///< paths under which units read it

  [[nodiscard]] std::string after() const { return edited(before, edits); }
};

/// A finding whose edits change the same places as those of another.
struct Collision {
  Finding finding;
  std::string why; ///< as in Patch::refused
};

/// The edits of several findings; of each finding either all edits or none.
struct Patch {
  std::vector<FileChange> files;         ///< by path
  std::vector<Finding> ended, remaining; ///< findings that the patch ends, and others
  std::vector<Finding> added;            ///< that are found only with the patch; known by a proof
  std::vector<Collision> collided;       ///< of the findings that remain
  std::vector<std::string> refused;      ///< a line for each finding whose edits were not taken
};

/// Takes the edits of each finding's best advice, in the order of the findings. A file is changed
/// once, even if it is named by several paths. Files are not changed if their content is not that
/// of `contents`, or if they have several hard links: replacing one would separate it from the
/// others.
[[nodiscard]] Patch patchOf(const std::vector<Finding> &findings, const check::Contents &contents);

/// Writes all files, each whole. If one cannot be written, or no longer has the text that the patch
/// was made for, those before it get their old text back, unless another program has changed them
/// meanwhile; the error names those that did not get it.
[[nodiscard]] Expected<void> apply(const Patch &patch);

} // namespace fsfind::fix
