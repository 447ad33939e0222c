#include "cli/commands/CheckOptions.h"

#include "cli/commands/ReviewOutput.h"
#include "cli/commands/Validators.h"

#include <CLI/CLI.hpp>

namespace fsfind::cli {

namespace {

void addPathOptions(CLI::App &command, CheckArguments &arguments) {
  command
      .add_option("paths", arguments.paths,
                  "Only findings in these files and folders; before --: source files to check")
      ->type_name("PATHS")
      ->check(fileName());
  command
      .add_option("--line-size", arguments.line_size,
                  "Bytes of a cacheline (default: the compiler's target's)")
      ->type_name("N")
      ->check(lineSize());
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
  addTextOutputOptions(command, arguments);
  command.add_flag("-q,--quiet", arguments.quiet, "Show no progress and no warnings about units");
  command.add_flag("-v,--verbose", arguments.verbose,
                   "Name every unit with errors, give all advice");
  command
      .add_option("--fail-on", arguments.fail_on,
                  "Exit with 1 if there are findings of this confidence or a higher one")
      ->check(oneOf({"none", "any", "low", "medium", "high"}));
}

} // namespace

void addCheckOptions(CLI::App &command, CheckArguments &arguments) {
  addPathOptions(command, arguments);
  addInputOptions(command, arguments);
  addFactsOption(command, arguments);
  addFormatOption(command, arguments);
  addOutputOptions(command, arguments);
  addKnownOptions(command, arguments.known);
  addRuleOptions(command, arguments);
  addRunOptions(command, arguments);
}

void addFixOptions(CLI::App &command, FixArguments &arguments) {
  command.add_flag("--apply", arguments.apply,
                   "Write the edits into the files; without it they are shown as a diff");
  command.add_flag("--no-proof", arguments.unproved,
                   "Do not read the edited sources again to see that they compile and are cured");
  addPathOptions(command, arguments.check);
  addInputOptions(command, arguments.check);
  addLeaveOutOptions(command, arguments.check.known);
  addOutputOptions(command, arguments.check);
  addRuleOptions(command, arguments.check);
  addRunOptions(command, arguments.check);
}

} // namespace fsfind::cli
