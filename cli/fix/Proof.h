#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/fix/Patch.h"
#include "rules/model/Expected.h"

#include <functional>
#include <string>
#include <vector>

/// Whether a patch does what it says: the sources are read again as they would be with it.
namespace fsfind::fix {

/// What is found in the sources.
struct Outcome {
  std::vector<std::string> troubles; ///< a line for each unit with errors
  std::vector<Finding> findings;
  check::Contents contents; ///< of the files that the findings are in
  int interrupted = 0;      ///< number of the signal that ended it; else 0
};

/// Reads the sources with these texts in place of the files'.
using Trial = std::function<Expected<Outcome>(const analyzer::FileTexts &edited)>;

/// The patch of those findings whose edits, made together, give no unit errors that `before` does
/// not have and end the finding. Others are told of in `refused`. `ended` and `remaining` are what
/// the last trial says. `interrupted` is set as by the trial.
struct ProvenPatch {
  Patch patch;
  int interrupted = 0;
};
[[nodiscard]] Expected<ProvenPatch> provenPatch(const Outcome &before, const Trial &trial);

} // namespace fsfind::fix
