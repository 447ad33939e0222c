#include "cli/commands/CheckOptions.h"

#include "cli/commands/RecordedSources.h"
#include "cli/commands/ReviewOutput.h"
#include "cli/commands/Validators.h"

namespace fsfind::cli {

namespace {

void addPathOptions(const Command &command, CheckArguments &arguments) {
  command
      .addOption("paths", arguments.paths,
                 "Only findings in these files and folders; before --: source files to check")
      .typeName("PATHS")
      .check(fileName());
  command
      .addOption("--line-size", arguments.line_size,
                 "Bytes of a cacheline (default: the compiler's target's)")
      .typeName("N")
      .check(lineSize());
}

void addFactsOptions(const Command &command, CheckArguments &arguments) {
  const Section section(command, "Facts");
  command
      .addOption("--facts-out", arguments.facts_out, "Write the facts of all units to FILE as well")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--depfile", arguments.depfile,
                 "With --facts-out: write which files the facts depend on, for make and Ninja")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--map-path", arguments.path_maps,
                 "Paths below the folder OLD begin with NEW instead, in all facts (may be "
                 "repeated)")
      .oneEach()
      .typeName("OLD=NEW");
}

void addRunsOptions(const Command &command, CheckArguments &arguments) {
  const Section section(command, "Asking a run");
  command
      .addOption("--run", arguments.run,
                 "Run COMMAND, record it, and say of each finding and suspect whether it is so: "
                 "what the run confirms is shown, what it contradicts is not")
      .typeName("COMMAND")
      .check(notEmpty("no command is given"));
  command
      .addOption("--profile", arguments.profiles,
                 "Ask FILE so: a recording, or the JSON of fsfind report (may be repeated)")
      .typeName("FILE")
      .oneEach()
      .check(fileName());
}

void addFormatOption(const Command &command, CheckArguments &arguments) {
  command.addOption("--format", arguments.format, "What to write (default text)")
      .check(oneOf(withReviewFormats({"text", "json"})));
}

void addCheckOutput(const Command &command, CheckArguments &arguments) {
  addTextOutputOptions(command, arguments);
  command.addFlag("-q,--quiet", arguments.quiet, "Show no progress and no warnings about units");
  command.addFlag("-v,--verbose", arguments.verbose,
                  "Name every unit with errors, give all advice and evidence");
  command
      .addOption("--fail-on", arguments.fail_on,
                 "Exit with 1 if there is false sharing or first touch of this confidence or a "
                 "higher one; as KIND:CONFIDENCE of the kind false, true, first-touch or any; "
                 "several with commas between")
      .check(failOn({"any", "low", "medium", "high"}));
}

} // namespace

void addCheckOptions(const Command &command, CheckArguments &arguments) {
  addPathOptions(command, arguments);
  addInputOptions(command, arguments);
  addFactsOptions(command, arguments);
  addFormatOption(command, arguments);
  addCheckOutput(command, arguments);
  addRunsOptions(command, arguments);
  addKnownOptions(command, arguments.known);
  command
      .addOption("--since", arguments.since,
                 "Only findings that the change since this git revision brought or touched")
      .typeName("REV")
      .check(notEmpty("no revision is given"))
      .excludes("--map-path");
  command
      .addFlag("--staged", arguments.staged,
               "Only findings that what is staged for a commit brings or touches")
      .excludes("--since")
      .excludes("--map-path");
  for (const char *change : {"--since", "--staged"})
    for (const char *run : {"--run", "--profile"})
      command.option(change).excludes(run);
  addRuleOptions(command, arguments);
  addRunOptions(command, arguments);
}

void addFixOptions(const Command &command, FixArguments &arguments) {
  command.addFlag("--apply", arguments.apply,
                  "Write the edits into the files; without it they are shown as a diff");
  command.addFlag("--force", arguments.force,
                  "With --apply: also write files that are read-only or outside the project");
  command.addFlag("--no-proof", arguments.unproved,
                  "Do not read the edited sources again to see that they compile and are cured");
  addProveOptions(command, arguments.prove);
  command
      .addOption(
          "--format", arguments.check.format,
          "What to write (default text: a diff; with --prove, a table before it); json takes "
          "--prove")
      .check(oneOf(withReviewFormats({"text", "json"})));
  addPathOptions(command, arguments.check);
  addInputOptions(command, arguments.check);
  command.option("paths").description(
      "Only findings in these files and folders; before --: source files to check; a recording: "
      "edit what it shows");
  addSourcesOption(command, arguments.check,
                   "Read the sources that the recorded programs' debug info names (default: if no "
                   "compile database is found)");
  addFilterOptions(command, arguments.recording);
  addReadingOptions(command, arguments.recording);
  addLeaveOutOptions(command, arguments.check.known);
  addCheckOutput(command, arguments.check);
  addRuleOptions(command, arguments.check);
  addRunOptions(command, arguments.check);
}

} // namespace fsfind::cli
