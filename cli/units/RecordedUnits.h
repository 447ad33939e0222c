#pragma once

#include "cli/check/CompileDatabase.h"
#include "rules/model/CompiledUnit.h"
#include "rules/model/Expected.h"

#include <set>
#include <string>
#include <vector>

namespace fsfind::units {

/// What a recording shows, as debug info names it.
struct Measured {
  std::string module;          ///< path of the ELF file with the most contended samples
  std::set<std::string> files; ///< which declare what was measured as contended
  bool rebuilt = false;        ///< another build of the module is in its place
};

/// The sources that the debug info of recorded programs leads to.
struct RecordedUnits {
  std::string source; ///< names them in messages: `debug info of PATH`
  std::vector<check::CompileCommand> commands;
  std::vector<std::string> notes; ///< one line for each thing that is missing
  /// Debug info tells less than the command lines had: folders and macros are found by what is
  /// used.
  bool guessed = false;
};

/// Makes compile commands of what debug info tells. Files that are not where they were compiled are
/// looked for below `folder`, the current one, and its repository. Units that use no file of
/// `measured` are left out if there are very many, or if `only_measured`.
/// Fails if no source is found, and says what of the measured module is missing.
[[nodiscard]] Expected<RecordedUnits> recordedUnits(const std::vector<CompiledModule> &modules,
                                                    const Measured &measured,
                                                    const std::string &folder,
                                                    bool only_measured = false);

} // namespace fsfind::units
