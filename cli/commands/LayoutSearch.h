#pragma once

#include "cli/commands/RecordingOptions.h"
#include "cli/commands/SourceOptions.h"
#include "cli/commands/TextOutput.h"
#include "cli/report/LayoutReport.h"

#include <set>
#include <string>
#include <variant>
#include <vector>

/// What `fsfind layout` asks, and how its answers are found.
namespace fsfind::cli {

struct LayoutArguments : OutputArguments {
  std::string type, format = "text";
  std::string file; ///< a program, recording or source file; empty = not given
  RecordingArguments recording;
  SourceArguments sources;
  std::uint32_t line_size = 0; ///< bytes; 0 = as recorded, or the target's
  bool quiet = false;
};

/// The signal that ended the reading of the sources.
struct Interrupted {
  int signal = 0;
};

/// What was found of the name, in all modules or sources together.
struct LayoutsFound {
  std::vector<report::LayoutView> views;
  std::set<std::string> names; ///< of all records, for suggestions
  std::vector<std::string> notes;
};

/// Whether the arguments ask for sources; an error if they ask for something else as well.
[[nodiscard]] Expected<bool> asksForSources(const LayoutArguments &arguments);

[[nodiscard]] Expected<std::variant<report::LayoutReport, Interrupted>>
layoutOfSources(const LayoutArguments &arguments);

/// The report with the views that were found. An error if there are none, or if they have several
/// names: those need a longer one. `untold` says why there may be no names at all.
[[nodiscard]] Expected<report::LayoutReport> withViews(report::LayoutReport report,
                                                       const std::string &type, LayoutsFound found,
                                                       const Error &untold);

} // namespace fsfind::cli
