#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/commands/Commands.h"
#include "cli/commands/ConfigFiles.h"
#include "cli/commands/ConfigOptions.h"
#include "cli/commands/LspWork.h"
#include "cli/commands/Validators.h"
#include "cli/lsp/Session.h"
#include "cli/terminal/Messages.h"

#include <memory>
#include <unistd.h>
#include <utility>

namespace fsfind::cli {

namespace {

constexpr const char *kLspFooter =
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

/// Has the options take what the project's configuration file says, and tries the files that it
/// names. A baseline that is not written yet knows no finding.
Expected<std::vector<UsedValues>> takeConfig(const Command &command, const FixArguments &taken,
                                             const ConfigArguments &config,
                                             const lsp::Project &project) {
  FSFIND_TRY(analyzer::Config read, configFor(config, project.folder));
  FSFIND_TRY(auto used, useConfig(command, withoutMissing(std::move(read), "baseline")));
  if (!project.build.empty()) // the editor's counts
    std::erase_if(used, [](const UsedValues &one) { return one.key->name == "build"; });
  if (const auto rules = check::chosenRules(taken.check.rules); !rules)
    return failure(withPlace(rules.error(), used));
  FSFIND_CHECK(tryFiles(used));
  return used;
}

/// `parsed` has the options that the user typed. They are joined by those of the configuration
/// file, even if that has a mistake; the settings are the typed ones alone then.
LspSettings settingsOf(const Command &command, const LspArguments &parsed,
                       const ConfigArguments &config, const lsp::Project &project) {
  LspSettings settings{parsed.fix, {}, {}};
  if (auto used = takeConfig(command, parsed.fix, config, project)) {
    settings.arguments = parsed.fix;
    settings.used = std::move(*used);
  } else {
    settings.mistake = mistakeOf(used.error(), project.folder);
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
      [&](const lsp::Project &project) { return settingsOf(command, arguments, config, project); });
  return lsp::serve(work, FSFIND_VERSION, STDIN_FILENO, STDOUT_FILENO);
}

} // namespace

void addLspCommand(const Command &app, Action &action, const ConfigArguments &config) {
  const Command command =
      app.addSubcommand("lsp", "Show findings in an editor, as a language server");
  command.footer(kLspFooter);
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
