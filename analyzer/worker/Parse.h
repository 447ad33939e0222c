#pragma once

#include "analyzer/worker/Messages.h"
#include "rules/model/Facts.h"

namespace fsfind::analyzer {

struct ParsedUnit {
  UnitAnswer answer;
  Facts facts; ///< none if the answer has a failure
};

/// Runs clang on the unit in the current process, in the unit's directory.
[[nodiscard]] ParsedUnit parseUnit(const UnitRequest &request);

} // namespace fsfind::analyzer
