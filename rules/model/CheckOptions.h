#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind {

/// What to look for in facts.
struct CheckOptions {
  std::uint32_t line_size = 0; ///< bytes; 0 = each target's own
  Confidence min_confidence = Confidence::Medium;
  std::vector<std::string> rules; ///< ids of those to run; empty = all
};

} // namespace fsfind
