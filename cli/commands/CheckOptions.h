#pragma once

#include "cli/commands/Commands.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace fsfind::cli {

/// The arguments of `fsfind check` as the user gave them.
struct CheckArguments {
  std::vector<std::string> paths;
  std::string build; ///< folder or compile database; empty = look for one
  /// After `--`: how the paths, source files, are compiled; none = by the database.
  CommandWords compile_options;
  std::string format = "text", color = "auto", fail_on = "none", min_confidence = "medium";
  std::string output = "-"; ///< a path, - for standard output
  bool no_pager = false, quiet = false, verbose = false, no_cache = false;
  std::vector<std::string> rules, excludes;
  std::vector<std::string> thread_starts, thread_ids, lock_types, cacheline_constants;
  std::vector<std::string> facts_in;
  std::string facts_out, cache_dir;
  std::uint32_t line_size = 0; ///< bytes; 0 = each target's own
  unsigned jobs = 0;           ///< 0 = as many as fit
  unsigned unit_timeout = 120; ///< seconds
  unsigned unit_memory = 4096; ///< MiB
};

/// The arguments of `fsfind fix`.
struct FixArguments {
  CheckArguments check; ///< what is found as `fsfind check` finds it
  bool apply = false;   ///< write; else show
};

/// Declares every option of `fsfind check`.
void addCheckOptions(CLI::App &command, CheckArguments &arguments);
/// Declares every option of `fsfind fix`.
void addFixOptions(CLI::App &command, FixArguments &arguments);

[[nodiscard]] Confidence minConfidence(const CheckArguments &arguments);

} // namespace fsfind::cli
