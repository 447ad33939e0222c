#pragma once

#include "cli/commands/Commands.h"
#include "cli/commands/OptionTable.h"
#include "cli/units/RecordedUnits.h"
#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::cli {

/// Arguments about sources, common to all commands that read them.
struct SourceArguments {
  std::vector<std::string> paths;
  std::string build; ///< folder or compile database; empty = look for one
  /// The words after `--`: compile options of `paths`, which are source files then; none = use a
  /// compile database.
  CommandWords compile_options;
  bool of_debug_info = false; ///< read the sources that the recorded programs' debug info names
  /// Nobody asked for these sources: they are read for a few seconds, and no trouble is told.
  bool unasked = false;
  /// These, or why there are none, once the recording is read.
  std::optional<Expected<units::RecordedUnits>> units;
  /// The program with the most contention was compiled from C or C++, and none of that was found.
  bool moved = false;
  std::string min_confidence = "medium";
  bool suspects = false;
  bool quiet = false, verbose = false, no_cache = false;
  std::vector<std::string> rules, excludes;
  std::vector<std::string> knowledge; ///< files of names and what they mean
  std::vector<std::string> names;     ///< lines of the same form
  std::vector<std::string> facts_in;
  std::string cache_dir;
  std::uint32_t line_size = 0; ///< bytes; 0 = that of each unit's target
  unsigned jobs = 0;           ///< 0 = by processors and memory
  unsigned unit_timeout = 120; ///< seconds
  unsigned unit_memory = 4096; ///< MiB
};

// Options of these commands.
/// Adds `-p`, `--facts`, `--exclude`.
void addInputOptions(const Command &command, SourceArguments &arguments);
/// Adds `--min-confidence`, `--rules`, and those of addKnowledgeOptions().
void addRuleOptions(const Command &command, SourceArguments &arguments);
/// Adds options for names of the project's own functions, types and constants.
void addKnowledgeOptions(const Command &command, SourceArguments &arguments);
/// Adds options on how units are read.
void addRunOptions(const Command &command, SourceArguments &arguments);

[[nodiscard]] Confidence minConfidence(const SourceArguments &arguments);

} // namespace fsfind::cli
