#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/fix/Patch.h"
#include "rules/model/Expected.h"

#include <functional>
#include <string>
#include <vector>

/// Proves a patch by reading the sources again with its edits: they compile, end their findings and
/// make no others as certain.
namespace fsfind::fix {

/// What is found in the sources.
struct Outcome {
  std::vector<std::string> troubles; ///< a line for each unit with errors
  std::vector<Finding> findings;
  std::vector<FactUnit> units = {};
  check::Contents contents; ///< of the files that were read
  int interrupted = 0;      ///< number of the signal that ended the reading; else 0
};

/// Reads the sources with these texts in place of the files'.
using Trial = std::function<Expected<Outcome>(const analyzer::FileTexts &edited)>;

/// A patch with the edits of those findings that they end, and that together cause no errors that
/// `before` does not have, and no findings as certain as those that they end. Of a finding with
/// several advices, the edits of the best one that passes are taken. Where edits of several change
/// the same places, those of the finding that comes first are taken, or the others' if more
/// findings end with these. `refused` lists the other findings with edits. `ended` and `remaining`
/// are `before`'s findings as the last trial found them, and `added` those that it found beside.
/// `interrupted` is the trial's.
struct ProvenPatch {
  Patch patch;
  int interrupted = 0;
};
[[nodiscard]] Expected<ProvenPatch> provenPatch(const Outcome &before, const Trial &trial);

} // namespace fsfind::fix
