#pragma once

#include "cli/commands/OptionTable.h"
#include "cli/terminal/Traits.h"
#include "rules/model/Expected.h"

#include <functional>
#include <string>

/// Where a command's result goes and, if it is text, how it looks there.
namespace fsfind::cli {

struct OutputArguments {
  std::string output = "-"; ///< a path, - for standard output
  std::string color = "auto";
  bool no_pager = false;
};

/// `-o`, `--color` and the option of that name (with its older names, comma-separated) against the
/// pager.
void addTextOutputOptions(const Command &command, OutputArguments &arguments,
                          const std::string &no_pager = "--no-pager");

/// Text as the place it goes to can show it: a file, whole or not at all, or standard output,
/// through the pager if it is long.
[[nodiscard]] Expected<void> writeText(const OutputArguments &arguments,
                                       const std::function<std::string(const Traits &)> &text);

} // namespace fsfind::cli
