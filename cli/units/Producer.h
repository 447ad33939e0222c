#pragma once

#include "rules/model/CompiledUnit.h"

#include <string>
#include <vector>

/// Compile commands for units that only debug info tells of.
namespace fsfind::units {

struct ProducerCommand {
  std::vector<std::string> words; ///< the compiler first, without the source file
  /// The compiler recorded its whole command line (clang -grecord-command-line): include folders
  /// and macros are in it.
  bool complete = false;
};

/// What DW_AT_producer tells of the command. gcc records the options that choose language and code
/// ("GNU C++17 12.2.0 -O2 …", see -grecord-gcc-switches in its manual), clang records none, or all
/// behind its own path. Options that are not known here are left to the reader of the command.
/// `target` is CompiledModule::target.
[[nodiscard]] ProducerCommand commandOf(const CompiledUnit &unit, const std::string &target);

} // namespace fsfind::units
