#pragma once

#include "cli/commands/Commands.h"

#include <string>

namespace fsfind::cli {

/// Adds what `fsfind machine` takes to a command, or to a program that does nothing else. `program`
/// is what users type, for examples.
void addMachineOptions(const Command &command, Action &action, const std::string &program);

} // namespace fsfind::cli
