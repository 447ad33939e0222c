#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/commands/SourceOptions.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// What was read of the sources that a command was told of.
struct SourceReading {
  Facts facts;      ///< of all units and facts files, not yet linked
  std::string path; ///< of the compile database, or of whatever else was read
  std::size_t cached = 0, failed = 0, erroneous = 0; ///< units
  std::vector<std::string> notes;                    ///< one on each of failed and erroneous
  int interrupted = 0; ///< number of the signal that ended it, and then there is nothing; else 0
};

/// Reads them with progress, and tells of units in trouble on standard error, unless `quiet`. Paths
/// in messages are shown as seen from `folder`, the current one.
[[nodiscard]] Expected<SourceReading> readSources(const SourceArguments &arguments,
                                                  const std::string &folder);

/// The same as it would be with these texts of files; tells of no trouble but in `notes`.
[[nodiscard]] Expected<SourceReading> readEdited(const SourceArguments &arguments,
                                                 const std::string &folder,
                                                 const analyzer::FileTexts &edited);

/// One line on each file whose edits are left out because it is not as it was read, unless `quiet`.
void warnOfChanged(const SourceArguments &arguments, const std::vector<std::string> &files,
                   const std::string &folder);

} // namespace fsfind::cli
