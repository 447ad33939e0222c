#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/commands/Commands.h"
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

Expected<int> runLsp(LspArguments arguments) {
  makeAbsolute(arguments.fix);
  FSFIND_CHECK(check::chosenRules(arguments.fix.check.rules));
  if (isatty(STDIN_FILENO) != 0)
    tell("waits for an editor's messages on standard input; see docs/editors.md");
  return lsp::serve(LspWork(std::move(arguments.fix)), FSFIND_VERSION, STDIN_FILENO, STDOUT_FILENO);
}

} // namespace

void addLspCommand(const Command &app, Action &action) {
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
  command.whenChosen([arguments, &action] { action = [arguments] { return runLsp(*arguments); }; });
}

} // namespace fsfind::cli
