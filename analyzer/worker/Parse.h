#pragma once

#include "analyzer/worker/Messages.h"
#include "rules/model/Facts.h"

#include <functional>
#include <string>
#include <vector>

namespace fsfind::analyzer {

struct ParsedUnit {
  UnitAnswer answer;
  Facts facts; ///< empty if the answer has a failure
};

/// Runs clang on the unit in this process, whose working directory must be the unit's. Before it
/// reads the unit's sources, it says where they lie: files, and folders with all below.
[[nodiscard]] ParsedUnit
parseUnit(const UnitRequest &request,
          const std::function<void(const std::vector<std::string> &places)> &beforeReading);

} // namespace fsfind::analyzer
