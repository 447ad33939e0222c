#pragma once

#include "cli/commands/OptionTable.h"
#include "rules/model/Expected.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// One function for each command: it adds its subcommand to `app`. When the user's arguments choose
/// the subcommand, parsing them sets `action` to the function that runs it.
namespace fsfind::cli {

enum ExitCode : int { kExitDone = 0, kExitFindings = 1, kExitError = 2 };

/// Returns the exit code.
using Action = std::function<Expected<int>()>;

/// What the user wrote after the first `--`; none if there was no `--`.
using CommandWords = std::optional<std::vector<std::string>>;

struct ConfigArguments;

void addReportCommand(const Command &app, Action &action);
/// `config_files` will hold, when the action is called, the configuration files in force.
void addCheckCommand(const Command &app, Action &action, const CommandWords &after_dashes,
                     const std::vector<std::string> &config_files);
void addFixCommand(const Command &app, Action &action, const CommandWords &after_dashes);
/// `of_config` will hold, when the action is called, what the configuration file adds to the
/// command line.
void addRecordCommand(const Command &app, Action &action, const CommandWords &after_dashes,
                      const std::vector<std::string> &of_config);
void addDiffCommand(const Command &app, Action &action);
void addMergeCommand(const Command &app, Action &action);
void addLspCommand(const Command &app, Action &action, const ConfigArguments &config);
void addMachineCommand(const Command &app, Action &action);
void addDoctorCommand(const Command &app, Action &action);
void addLayoutCommand(const Command &app, Action &action, const CommandWords &after_dashes);
void addPlacementCommand(const Command &app, Action &action, const CommandWords &after_dashes);
void addWatchCommand(const Command &app, Action &action, const CommandWords &after_dashes);
void addExplainCommand(const Command &app, Action &action);
/// `arguments` must outlive the action.
void addConfigCommand(const Command &app, Action &action, const CommandWords &after_dashes,
                      const ConfigArguments &arguments);
void addCompletionCommand(const Command &app, Action &action);

} // namespace fsfind::cli
