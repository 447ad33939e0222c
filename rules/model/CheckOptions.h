#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind {

/// Which rules judge facts, and which of their findings are kept.
struct CheckOptions {
  std::uint32_t line_size = 0; ///< of a cacheline, bytes; 0 = the largest of the units' targets
  Confidence min_confidence =
      Confidence::Medium; ///< as the rule has it, before its links are asked
  bool suspects = false;  ///< findings that lack a link are kept, too; their confidence is low
  std::vector<std::string> rules; ///< ids of the rules to run; empty = all
};

} // namespace fsfind
