#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/commands/Commands.h"
#include "cli/commands/ConfigOptions.h"
#include "cli/commands/LspWork.h"
#include "cli/commands/Validators.h"
#include "cli/lsp/Session.h"
#include "cli/terminal/Messages.h"

#include <memory>
#include <unistd.h>

namespace fsfind::cli {

namespace {

constexpr const char *kFooter =
    "An editor starts it and speaks the Language Server Protocol with it. Setups for Neovim, VS "
    "Code,\nEmacs and Helix: docs/editors.md\n";

struct LspArguments {
  FixArguments fix; ///< options that `fsfind check` and `fsfind fix` have, too
  bool stdio = false;
};

void makeAbsolute(std::string &path) {
  if (!path.empty())
    path = check::absolutePath(path);
}

/// The work is done in the project's folder, which need not be the one that the server starts in.
void makeAbsolute(FixArguments &arguments) {
  CheckArguments &check = arguments.check;
  for (std::string *path :
       {&check.build, &check.cache_dir, &check.known.baseline, &check.known.suppressions,
        &arguments.recording.recording, &arguments.recording.symfs})
    makeAbsolute(*path);
  for (std::vector<std::string> *paths :
       {&check.knowledge, &check.facts_in, &arguments.recording.debug_dirs})
    for (std::string &path : *paths)
      makeAbsolute(path);
}

/// Has the options take what the configuration file of the project in `folder` says.
Expected<std::vector<UsedValues>> takeConfig(const Command &command, const FixArguments &taken,
                                             const ConfigArguments &config,
                                             const std::string &folder) {
  FSFIND_TRY(const analyzer::Config read, configFor(config, folder));
  FSFIND_TRY(auto used, useConfig(command, read));
  if (const auto rules = check::chosenRules(taken.check.rules); !rules)
    return failure(withPlace(rules.error(), used));
  return used;
}

/// `parsed` has the typed options when this is called, and may have others when it returns.
LspSettings settingsOf(const Command &command, const LspArguments &parsed,
                       const ConfigArguments &config, const std::string &folder) {
  LspSettings settings{parsed.fix, {}, {}};
  if (auto used = takeConfig(command, parsed.fix, config, folder)) {
    settings.arguments = parsed.fix;
    settings.used = std::move(*used);
  } else {
    settings.mistake = mistakeOf(used.error(), folder);
  }
  makeAbsolute(settings.arguments);
  return settings;
}

Expected<int> runLsp(const Command &command, const LspArguments &arguments,
                     const ConfigArguments &config) {
  FSFIND_CHECK(check::chosenRules(arguments.fix.check.rules));
  if (isatty(STDIN_FILENO) != 0)
    tell("waits for an editor's messages on standard input; see docs/editors.md");
  const LspWork work(
      [&](const std::string &folder) { return settingsOf(command, arguments, config, folder); });
  return lsp::serve(work, FSFIND_VERSION, STDIN_FILENO, STDOUT_FILENO);
}

} // namespace

void addLspCommand(const Command &app, Action &action, const ConfigArguments &config) {
  const Command command =
      app.addSubcommand("lsp", "Show findings in an editor, as a language server");
  command.footer(kFooter);
  const auto arguments = std::make_shared<LspArguments>();
  FixArguments &fix = arguments->fix;
  command.addFlag("--stdio", arguments->stdio,
                  "Talk on standard input and output, which is always done");
  command
      .addOption("--recording", fix.recording.recording,
                 "Join the findings with this recording, and show its samples beside members")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--line-size", fix.check.line_size,
                 "Bytes of a cacheline (default: the compiler's target's)")
      .typeName("N")
      .check(lineSize());
  addInputOptions(command, fix.check);
  addFilterOptions(command, fix.recording);
  addReadingOptions(command, fix.recording);
  addLeaveOutOptions(command, fix.check.known);
  addRuleOptions(command, fix.check);
  addRunOptions(command, fix.check);
  command.whenChosen([command, arguments, &config, &action] {
    action = [command, arguments, &config] { return runLsp(command, *arguments, config); };
  });
}

} // namespace fsfind::cli
