#include "cli/commands/TextOutput.h"

#include "cli/commands/Validators.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Pager.h"

#include <ostream>
#include <unistd.h>

namespace fsfind::cli {

namespace {

ColorChoice colorChoice(const std::string &word) {
  if (word == "always")
    return ColorChoice::Always;
  return word == "never" ? ColorChoice::Never : ColorChoice::Auto;
}

} // namespace

void addTextOutputOptions(const Command &command, OutputArguments &arguments,
                          const std::string &no_pager) {
  command
      .addOption("-o,--output", arguments.output,
                 "Write to FILE, whole or not at all; - for standard output")
      .typeName("FILE")
      .check(fileName());
  const Section section(command, kTerminal);
  command.addOption("--color", arguments.color, "Use colour (default auto: on a terminal)")
      .check(oneOf({"auto", "always", "never"}));
  command.addFlag(no_pager, arguments.no_pager, "Do not page long text");
}

Expected<void> writeText(const OutputArguments &arguments,
                         const std::function<std::string(const Traits &)> &text) {
  const bool to_file = arguments.output != "-";
  const Traits traits =
      traitsOf(to_file ? -1 : STDOUT_FILENO, colorChoice(arguments.color), processEnvironment);
  const std::string shown = text(traits);
  if (to_file)
    return writeFile(arguments.output, [&](std::ostream &out) { out << shown; });
  return show(shown, traits, arguments.no_pager ? "" : pagerCommand(processEnvironment));
}

} // namespace fsfind::cli
