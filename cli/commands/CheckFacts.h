#pragma once

#include "cli/check/Extraction.h"
#include "cli/check/Selection.h"
#include "cli/commands/CheckInput.h"
#include "cli/commands/CheckOptions.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <string>

namespace fsfind::cli {

struct GatheredFacts {
  CheckInput input;
  check::Extraction extraction; ///< its facts are in `facts`; if interrupted, nothing else counts
  Facts facts;                  ///< of the units and of the facts files given; not yet linked
};

/// Reads all that the arguments name, shows progress, and warns of units that could not be read
/// whole. An error if there is nothing to read, or if no unit could be. `folder` is the current
/// one.
[[nodiscard]] Expected<GatheredFacts> gatherFacts(const CheckArguments &arguments,
                                                  const std::string &folder);

/// Findings of the chosen rules that the arguments ask to see; places are absolute paths. `facts`
/// are linked.
[[nodiscard]] check::SelectedFindings findIn(const Facts &facts, const CheckArguments &arguments,
                                             const std::vector<std::string> &rules,
                                             check::Suppressions &sources);

/// `src/a.c: 1 error, the first: src/a.h:2: …`
[[nodiscard]] std::string toldTrouble(const check::UnitTrouble &unit, const std::string &between,
                                      const std::string &folder);

} // namespace fsfind::cli
