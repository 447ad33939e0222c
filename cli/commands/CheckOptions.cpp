#include "cli/commands/CheckOptions.h"

#include "cli/commands/ReviewOutput.h"
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

void addInputOptions(CLI::App &command, CheckArguments &arguments) {
  command
      .add_option("paths", arguments.paths,
                  "Only findings in these files and folders; before --: source files to check")
      ->type_name("PATHS")
      ->check(fileName());
  command
      .add_option("-p,--build", arguments.build,
                  "Build folder or compile_commands.json (default: found here or above)")
      ->type_name("BUILD")
      ->check(fileName());
  addRepeated(command, "--exclude", arguments.excludes, "PATTERN",
              "Leave out units and findings in files that fit the glob (may be repeated)");
  addRepeated(command, "--facts-in", arguments.facts_in, "FILE",
              "Read facts from FILE too (may be repeated); then no build folder is needed");
}

void addFactsOption(CLI::App &command, CheckArguments &arguments) {
  command
      .add_option("--facts-out", arguments.facts_out,
                  "Write the facts of all units to FILE as well")
      ->type_name("FILE")
      ->check(fileName());
}

void addFormatOption(CLI::App &command, CheckArguments &arguments) {
  command.add_option("--format", arguments.format, "What to write (default text)")
      ->check(oneOf(withReviewFormats({"text", "json"})));
}

void addOutputOptions(CLI::App &command, CheckArguments &arguments) {
  command
      .add_option("-o,--output", arguments.output,
                  "Write to FILE, whole or not at all; - for standard output")
      ->type_name("FILE")
      ->check(fileName());
  command.add_option("--color", arguments.color, "Use colour (default auto: on a terminal)")
      ->check(oneOf({"auto", "always", "never"}));
  command.add_flag("--no-pager", arguments.no_pager, "Do not page long text");
  command.add_flag("-q,--quiet", arguments.quiet, "Show no progress and no warnings about units");
  command.add_flag("-v,--verbose", arguments.verbose,
                   "Name every unit with errors, give all advice");
  command
      .add_option("--fail-on", arguments.fail_on,
                  "Exit with 1 if there are findings of this confidence or a higher one")
      ->check(oneOf({"none", "any", "low", "medium", "high"}));
}

void addRuleOptions(CLI::App &command, CheckArguments &arguments) {
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
  command
      .add_option("--line-size", arguments.line_size,
                  "Bytes of a cacheline (default: the compiler's target's)")
      ->type_name("N")
      ->check(lineSize());
  addRepeated(command, "--thread-start", arguments.thread_starts, "FUNC",
              "FUNC runs the function it is given on another thread (may be repeated)");
  addRepeated(command, "--thread-id", arguments.thread_ids, "FUNC",
              "FUNC returns the calling thread's number (may be repeated)");
  addRepeated(command, "--lock-type", arguments.lock_types, "TYPE",
              "TYPE is a lock (may be repeated)");
  addRepeated(command, "--cacheline-constant", arguments.cacheline_constants, "NAME",
              "NAME is the project's own size of a cacheline (may be repeated)");
}

void addRunOptions(CLI::App &command, CheckArguments &arguments) {
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

} // namespace

void addCheckOptions(CLI::App &command, CheckArguments &arguments) {
  addInputOptions(command, arguments);
  addFactsOption(command, arguments);
  addFormatOption(command, arguments);
  addOutputOptions(command, arguments);
  addRuleOptions(command, arguments);
  addRunOptions(command, arguments);
}

void addFixOptions(CLI::App &command, FixArguments &arguments) {
  command.add_flag("--apply", arguments.apply,
                   "Write the edits into the files; without it they are shown as a diff");
  addInputOptions(command, arguments.check);
  addOutputOptions(command, arguments.check);
  addRuleOptions(command, arguments.check);
  addRunOptions(command, arguments.check);
}

Confidence minConfidence(const CheckArguments &arguments) {
  if (arguments.min_confidence == "high")
    return Confidence::High;
  return arguments.min_confidence == "medium" ? Confidence::Medium : Confidence::Low;
}

} // namespace fsfind::cli
