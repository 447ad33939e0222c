#pragma once

#include "rules/measured/usage/Identity.h"
#include "rules/measured/usage/LineUsage.h"

#include <span>

namespace fsfind {

/// A line with what is known of its use.
struct UsedLine {
  const Line &line;
  const LineUsage &usage;
  std::span<const Identity> identities; ///< of the cells in `usage`
  bool store_evidence = false;          ///< its stores alone prove contention
  bool store_evidence_only = false;
};

} // namespace fsfind
