#pragma once

#include "cli/commands/KnownFindings.h"
#include "cli/commands/ProveOptions.h"
#include "cli/commands/RecordingOptions.h"
#include "cli/commands/SourceOptions.h"
#include "cli/commands/TextOutput.h"

#include <string>

namespace fsfind::cli {

/// The arguments of `fsfind check` as the user gave them.
struct CheckArguments : SourceArguments, OutputArguments {
  std::string format = "text", fail_on = "none";
  std::string facts_out, depfile;
  std::vector<std::string> path_maps; ///< `OLD=NEW`
  std::string since;                  ///< a revision of git; empty = all findings
  bool staged = false;                ///< only findings of what is staged; `since` is empty
  std::string run; ///< command line that is run and recorded to ask it; empty = none
  std::vector<std::string> profiles; ///< recordings and reports on some, to be asked as well
  KnownArguments known;
};

/// The arguments of `fsfind fix`.
struct FixArguments {
  CheckArguments check; ///< options that `fsfind check` has, too
  /// A recording among the paths, whose findings are edited instead of those of the sources; its
  /// `recording` is empty if there is none.
  RecordingArguments recording;
  bool apply = false;    ///< write the edits; else show a diff
  bool force = false;    ///< write also what is read-only or outside the project
  bool unproved = false; ///< do not read the sources again with the edits
  ProveArguments prove;  ///< how the edits are proved by building, running and recording
};

/// Declares every option of `fsfind check`.
void addCheckOptions(const Command &command, CheckArguments &arguments);
/// Declares every option of `fsfind fix`.
void addFixOptions(const Command &command, FixArguments &arguments);

} // namespace fsfind::cli
