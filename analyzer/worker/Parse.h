#pragma once

#include "analyzer/worker/Messages.h"
#include "rules/model/Facts.h"

namespace fsfind::analyzer {

struct ParsedUnit {
  UnitAnswer answer;
  Facts facts; ///< empty if the answer has a failure
};

/// Runs clang on the unit in this process, whose working directory must be the unit's.
[[nodiscard]] ParsedUnit parseUnit(const UnitRequest &request);

} // namespace fsfind::analyzer
