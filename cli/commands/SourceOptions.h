#pragma once

#include "cli/commands/Commands.h"
#include "cli/commands/OptionTable.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::cli {

/// What commands that judge sources are told of them.
struct SourceArguments {
  std::vector<std::string> paths;
  std::string build; ///< folder or compile database; empty = look for one
  /// After `--`: how the paths, source files, are compiled; none = by the database.
  CommandWords compile_options;
  std::string min_confidence = "medium";
  bool quiet = false, verbose = false, no_cache = false;
  std::vector<std::string> rules, excludes;
  std::vector<std::string> thread_starts, thread_ids, lock_types, cacheline_constants;
  std::vector<std::string> facts_in;
  std::string cache_dir;
  std::uint32_t line_size = 0; ///< bytes; 0 = each target's own
  unsigned jobs = 0;           ///< 0 = as many as fit
  unsigned unit_timeout = 120; ///< seconds
  unsigned unit_memory = 4096; ///< MiB
};

// Options that such commands share, by the groups that help shows them in.
/// `-p`, `--facts`, `--exclude`.
void addInputOptions(const Command &command, SourceArguments &arguments);
/// `--min-confidence`, `--rules`, and the project's own words.
void addRuleOptions(const Command &command, SourceArguments &arguments);
/// How units are read.
void addRunOptions(const Command &command, SourceArguments &arguments);

[[nodiscard]] Confidence minConfidence(const SourceArguments &arguments);

} // namespace fsfind::cli
