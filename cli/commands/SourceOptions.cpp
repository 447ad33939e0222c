#include "cli/commands/SourceOptions.h"

#include "cli/commands/Validators.h"

namespace fsfind::cli {

namespace {

constexpr unsigned kMostJobs = 1024;
constexpr unsigned kMostUnitSeconds = 86400;
constexpr unsigned kLeastUnitMegabytes = 64, kMostUnitMegabytes = 1U << 20U;

/// Adds an option that may be repeated, each time with one value that is not empty.
Option addRepeated(const Command &command, const char *name, std::vector<std::string> &values,
                   const char *type, const char *help) {
  return command.addOption(name, values, help)
      .oneEach()
      .typeName(type)
      .check(notEmpty("the name is empty"));
}

} // namespace

void addInputOptions(const Command &command, SourceArguments &arguments) {
  command
      .addOption("-p,--build", arguments.build,
                 "Build folder or compile_commands.json (default: found here or above)")
      .typeName("BUILD")
      .check(fileName());
  const Section section(command, kReadingSources);
  addRepeated(command, "--exclude", arguments.excludes, "PATTERN",
              "Leave out units and findings in files that match the glob (may be repeated)");
  addRepeated(command, "--facts,--facts-in", arguments.facts_in, "FILE",
              "Read facts from FILE too (may be repeated); then no build folder is needed");
}

void addRuleOptions(const Command &command, SourceArguments &arguments) {
  const Section section(command, kReadingSources);
  command
      .addOption("--min-confidence", arguments.min_confidence,
                 "Leave out findings of a lower confidence (default medium)")
      .check(oneOf({"low", "medium", "high"}));
  command.addFlag("--suspects", arguments.suspects,
                  "Show suspects, too: what they lack for a finding, a recording would tell");
  command
      .addOption("--rules", arguments.rules,
                 "Rules to run: globs, separated by commas, a leading - excludes")
      .delimiter(',')
      .oneEach()
      .typeName("LIST");
  addKnowledgeOptions(command, arguments);
}

void addKnowledgeOptions(const Command &command, SourceArguments &arguments) {
  const Section section(command, kReadingSources);
  addRepeated(command, "--knowledge", arguments.knowledge, "FILE",
              "Learn from FILE what names of the project mean (may be repeated)");
  addRepeated(command, "--names", arguments.names, "LINE",
              "Learn what a name means from LINE, as one of such a file: 'starter pool_submit', "
              "'thread-number my_id', 'lock-type my_lock' (may be repeated)");
}

void addRunOptions(const Command &command, SourceArguments &arguments) {
  const Section section(command, kReadingSources);
  command
      .addOption("-j,--jobs", arguments.jobs,
                 "Read N units at a time (default: by processors and memory)")
      .typeName("N")
      .check(wholeNumber())
      .check(rangeOf(0U, kMostJobs));
  command
      .addOption("--unit-timeout", arguments.unit_timeout,
                 "Give up on a unit after N seconds (default 120)")
      .typeName("N")
      .check(wholeNumber())
      .check(rangeOf(1U, kMostUnitSeconds));
  command
      .addOption("--unit-memory", arguments.unit_memory,
                 "Give up on a unit that needs more than N megabytes (default 4096)")
      .typeName("N")
      .check(wholeNumber())
      .check(rangeOf(kLeastUnitMegabytes, kMostUnitMegabytes));
  command
      .addOption("--cache-dir", arguments.cache_dir,
                 "Keep facts in DIR (default: $XDG_CACHE_HOME/fsfind, else ~/.cache/fsfind)")
      .typeName("DIR")
      .check(fileName());
  command.addFlag("--no-cache", arguments.no_cache, "Read every unit anew and keep nothing")
      .excludes("--cache-dir");
}

Confidence minConfidence(const SourceArguments &arguments) {
  if (arguments.min_confidence == "high")
    return Confidence::High;
  return arguments.min_confidence == "medium" ? Confidence::Medium : Confidence::Low;
}

} // namespace fsfind::cli
