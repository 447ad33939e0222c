#pragma once

#include "rules/model/Expected.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

/// One function a command: it adds its subcommand to `app`, and sets `action` to what is to be run
/// when the user has chosen it.
namespace fsfind::cli {

enum ExitCode : int { kExitDone = 0, kExitFindings = 1, kExitError = 2 };

/// Returns the exit code.
using Action = std::function<Expected<int>()>;

/// What the user wrote after the first `--`; none if there was no `--`.
using CommandWords = std::optional<std::vector<std::string>>;

void addReportCommand(CLI::App &app, Action &action);
void addCheckCommand(CLI::App &app, Action &action, const CommandWords &after_dashes);
void addFixCommand(CLI::App &app, Action &action, const CommandWords &after_dashes);
void addRecordCommand(CLI::App &app, Action &action, const CommandWords &after_dashes);
void addDiffCommand(CLI::App &app, Action &action);
void addMergeCommand(CLI::App &app, Action &action);
void addExplainCommand(CLI::App &app, Action &action);
void addCompletionCommand(CLI::App &app, Action &action);

} // namespace fsfind::cli
