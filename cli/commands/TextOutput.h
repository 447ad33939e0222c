#pragma once

#include "cli/commands/OptionTable.h"
#include "cli/terminal/Traits.h"
#include "rules/model/Expected.h"

#include <functional>
#include <string>

/// Options on where a command's result is written, and how text is shown there.
namespace fsfind::cli {

struct OutputArguments {
  std::string output = "-"; ///< a path, - for standard output
  std::string color = "auto";
  bool no_pager = false;
};

/// Adds `-o`, `--color` and the option that turns the pager off; `no_pager` is its name, or several
/// separated by commas.
void addTextOutputOptions(const Command &command, OutputArguments &arguments,
                          const std::string &no_pager = "--no-pager");

/// Writes text made for the traits of its destination: a file, written whole or not at all, or
/// standard output, through the pager if it is long.
[[nodiscard]] Expected<void> writeText(const OutputArguments &arguments,
                                       const std::function<std::string(const Traits &)> &text);

} // namespace fsfind::cli
