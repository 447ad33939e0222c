#pragma once

#include "cli/fix/TextEdits.h"
#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fsfind::fix {

struct FileChange {
  std::string path;        ///< absolute
  std::string before;      ///< the file's text
  std::vector<Edit> edits; ///< each once, sorted by comesBefore()

  [[nodiscard]] std::string after() const { return edited(before, edits); }
};

/// The edits of findings, all or none of each finding's.
struct Patch {
  std::vector<FileChange> files;         ///< by path
  std::vector<Finding> ended, remaining; ///< findings by whether it ends them
  std::vector<std::string> refused;      ///< a line for each finding whose edits were not taken
};

/// Takes the findings' best edits, those of the first findings first. Files that changed after
/// `read`, when the sources were, are left as they are.
[[nodiscard]] Patch patchOf(const std::vector<Finding> &findings,
                            std::filesystem::file_time_type read);

/// Writes all files, each whole; if one cannot be written, those before it get their text back.
/// Fails before anything is written where a file no longer has the text the patch was made for.
[[nodiscard]] Expected<void> apply(const Patch &patch);

} // namespace fsfind::fix
