#pragma once

#include "cli/commands/Commands.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class FormatterBase;
} // namespace CLI

/// What programs share, whatever commands and options they have: help, messages, exit codes.
namespace fsfind::cli {

/// Words of a command that are another program's: what its usage line calls them.
struct FreeWords {
  std::string_view command, usage;
};

/// Shows the words that options accept, and keeps the columns of all help alike.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase>
helpFormatter(const std::vector<FreeWords> &free_words = {});

/// Prints the message on one line; it may quote text with newlines.
void printError(std::string message);

/// Writes to standard output.
[[nodiscard]] Expected<int> print(const std::string &text);

/// The exit code; an error is printed.
[[nodiscard]] int exitCode(const Expected<int> &result);

/// Has `parse` parse the program's arguments by its option table, which is to set the action, and
/// runs that. Returns the exit code. Help and version are printed if they were asked for, and so is
/// what is wrong with the arguments.
[[nodiscard]] int parseAndRun(CLI::App &app, const std::function<void()> &parse,
                              const Action &action);

} // namespace fsfind::cli
