#pragma once

#include "cli/check/StaleEdits.h"
#include "cli/commands/CheckOptions.h"
#include "cli/commands/ReviewOutput.h"
#include "cli/fix/Patch.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <string>

namespace fsfind::cli {

/// Edits that are to be proved.
struct ToProve {
  const fix::Patch &patch;
  const check::Contents &contents; ///< of the sources
  const ReviewSource &source;
  const Facts &facts; ///< of the sources without edits
};

/// Proves the edits of the findings that the patch ends, by building, running and recording, and
/// writes the result; with `--apply` also the files, with what is proved. Records in the way of
/// `given`, the recording that the findings are of; null if they are of sources. Paths are shown
/// relative to `folder`, the current folder. Returns the exit code.
[[nodiscard]] Expected<int> proveAndWrite(const FixArguments &options, const ToProve &what,
                                          const std::string &folder, const Source *given);

} // namespace fsfind::cli
