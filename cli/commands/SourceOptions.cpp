#include "cli/commands/SourceOptions.h"

#include "cli/commands/Validators.h"

#include <CLI/CLI.hpp>

namespace fsfind::cli {

namespace {

constexpr unsigned kMostJobs = 1024;
constexpr unsigned kMostSeconds = 86400;
constexpr unsigned kLeastMegabytes = 64, kMostMegabytes = 1U << 20U;

/// An option that may be repeated, each time with one value, which is not empty.
CLI::Option *addRepeated(CLI::App &command, const char *name, std::vector<std::string> &values,
                         const char *type, const char *help) {
  return command.add_option(name, values, help)
      ->allow_extra_args(false)
      ->type_name(type)
      ->check(notEmpty("the name is empty"));
}

} // namespace

void addInputOptions(CLI::App &command, SourceArguments &arguments) {
  command
      .add_option("-p,--build", arguments.build,
                  "Build folder or compile_commands.json (default: found here or above)")
      ->type_name("BUILD")
      ->check(fileName());
  addRepeated(command, "--exclude", arguments.excludes, "PATTERN",
              "Leave out units and findings in files that fit the glob (may be repeated)");
  addRepeated(command, "--facts,--facts-in", arguments.facts_in, "FILE",
              "Read facts from FILE too (may be repeated); then no build folder is needed");
}

void addRuleOptions(CLI::App &command, SourceArguments &arguments) {
  command
      .add_option("--min-confidence", arguments.min_confidence,
                  "Leave out findings of a lower confidence (default medium)")
      ->check(oneOf({"low", "medium", "high"}));
  command
      .add_option("--rules", arguments.rules,
                  "Rules to run: globs, separated by commas, a leading - excludes")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
  addRepeated(command, "--thread-start", arguments.thread_starts, "FUNC",
              "FUNC runs the function it is given on another thread (may be repeated)");
  addRepeated(command, "--thread-id", arguments.thread_ids, "FUNC",
              "FUNC returns the calling thread's number (may be repeated)");
  addRepeated(command, "--lock-type", arguments.lock_types, "TYPE",
              "TYPE is a lock (may be repeated)");
  addRepeated(command, "--cacheline-constant", arguments.cacheline_constants, "NAME",
              "NAME is the project's own size of a cacheline (may be repeated)");
}

void addRunOptions(CLI::App &command, SourceArguments &arguments) {
  command
      .add_option("-j,--jobs", arguments.jobs,
                  "Read N units at a time (default: by processors and memory)")
      ->type_name("N")
      ->check(wholeNumber())
      ->check(CLI::Range(0U, kMostJobs));
  command
      .add_option("--unit-timeout", arguments.unit_timeout,
                  "Give up a unit after so many seconds (default 120)")
      ->type_name("N")
      ->check(wholeNumber())
      ->check(CLI::Range(1U, kMostSeconds));
  command
      .add_option("--unit-memory", arguments.unit_memory,
                  "Give up a unit that takes more megabytes (default 4096)")
      ->type_name("N")
      ->check(wholeNumber())
      ->check(CLI::Range(kLeastMegabytes, kMostMegabytes));
  command
      .add_option("--cache-dir", arguments.cache_dir,
                  "Keep facts in DIR (default: $XDG_CACHE_HOME/fsfind, else ~/.cache/fsfind)")
      ->type_name("DIR")
      ->check(fileName());
  command.add_flag("--no-cache", arguments.no_cache, "Read every unit anew and keep nothing")
      ->excludes("--cache-dir");
}

Confidence minConfidence(const SourceArguments &arguments) {
  if (arguments.min_confidence == "high")
    return Confidence::High;
  return arguments.min_confidence == "medium" ? Confidence::Medium : Confidence::Low;
}

} // namespace fsfind::cli
