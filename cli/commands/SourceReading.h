#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/check/Extraction.h"
#include "cli/commands/SourceOptions.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::cli {

/// What was read of the sources that the arguments name.
struct SourceReading {
  Facts facts;      ///< of all units and facts files, not yet linked
  std::string path; ///< of the compile database, facts files or folder
  std::size_t cached = 0, failed = 0, erroneous = 0; ///< units
  /// Paths of all files that were read for the facts.
  std::vector<std::string> dependencies;
  std::vector<std::string> absent; ///< Extraction::absent
  std::vector<std::string> notes;  ///< one for each unit that failed or has errors
  /// Units given up for want of time, of sources that nobody asked for; all else is empty then.
  std::size_t unread = 0;
  int interrupted = 0; ///< signal that ended the reading, and all else is empty; or 0
};

/// The workplace for the units that the arguments name.
[[nodiscard]] Expected<check::Workplace> workplaceFor(const SourceArguments &arguments);

/// Told how much of a stage is done, from 0 to 1.
using ProgressTold = std::function<void(std::string_view stage, double fraction)>;

/// Reads the sources. Shows progress and warnings about units on standard error, unless `quiet`;
/// tells `told` of progress in any case, if it is given. Paths in messages are relative to
/// `folder`, the current folder. `edited` stand in place of the files' texts.
[[nodiscard]] Expected<SourceReading> readSources(const SourceArguments &arguments,
                                                  const std::string &folder,
                                                  const check::Workplace &place,
                                                  const ProgressTold &told = {},
                                                  const analyzer::OtherFiles &edited = {});
/// The same in a workplace of its own.
[[nodiscard]] Expected<SourceReading> readSources(const SourceArguments &arguments,
                                                  const std::string &folder);

/// Reads the sources with `edited` in place of the files' texts. Prints no warnings; trouble is
/// only in `notes`. Progress is shown and told as that of `stage`.
[[nodiscard]] Expected<SourceReading>
readEdited(const SourceArguments &arguments, const std::string &folder,
           const analyzer::OtherFiles &edited, const check::Workplace &place,
           std::string_view stage, const ProgressTold &told = {});

/// Fails if an output, a path or `-`, is a file that was read.
[[nodiscard]] Expected<void> keepSources(const SourceReading &reading,
                                         const std::vector<std::string> &outputs);

/// Warns, unless `quiet`, of each file whose edits are left out because it has changed since it was
/// read.
void warnOfChanged(const SourceArguments &arguments, const std::vector<std::string> &files,
                   const std::string &folder);

} // namespace fsfind::cli
