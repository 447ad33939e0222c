#include "cli/commands/Commands.h"
#include "cli/commands/CompletionModel.h"
#include "cli/commands/Validators.h"
#include "cli/report/review/RulePages.h"
#include "cli/terminal/Output.h"

#include <memory>
#include <ostream>
#include <string_view>
#include <vector>

namespace fsfind::cli {

namespace {

struct CompletionArguments {
  std::string shell, output = "-";
};

std::string scriptFor(const std::string &shell, const CompletionModel &model) {
  if (shell == "bash")
    return bashCompletion(model);
  return shell == "zsh" ? zshCompletion(model) : fishCompletion(model);
}

/// As `fsfind explain` takes them: without what all begin with.
std::vector<std::string> namesOfRules() {
  constexpr std::string_view kPrefix = "fsfind-";
  std::vector<std::string> names;
  for (const report::RulePage &page : report::rulePages()) {
    std::string_view name = page.id;
    name.remove_prefix(name.starts_with(kPrefix) ? kPrefix.size() : 0);
    names.emplace_back(name);
  }
  return names;
}

Expected<int> runCompletion(const CompletionArguments &arguments, const Command &app) {
  const std::string script = scriptFor(arguments.shell, completionModel(app.app(), namesOfRules()));
  const Writer writer = [&](std::ostream &out) { out << script; };
  FSFIND_CHECK(writeOutput(arguments.output, writer));
  return kExitDone;
}

} // namespace

void addCompletionCommand(const Command &app, Action &action) {
  const Command command = app.addSubcommand("completion", "Print a completion script for a shell");
  const auto arguments = std::make_shared<CompletionArguments>();
  command.addOption("shell", arguments->shell, "The shell that will read the script")
      .required()
      .check(oneOf({"bash", "zsh", "fish"}));
  command
      .addOption("-o,--output", arguments->output,
                 "Write to FILE, whole or not at all; - for standard output")
      .typeName("FILE")
      .check(fileName());
  command.whenChosen([arguments, app, &action] {
    action = [arguments, app] { return runCompletion(*arguments, app); };
  });
}

} // namespace fsfind::cli
