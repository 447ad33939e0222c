#pragma once

#include "rules/measured/usage/Identity.h"
#include "rules/measured/usage/LineUsage.h"
#include "rules/measured/usage/Significance.h"

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

/// The part of the line's stores that show contention, 0..1.
[[nodiscard]] inline double evidentPart(const Profile &profile, const UsedLine &used) {
  return used.store_evidence ? takingPart(profile, used.line) : 0;
}

} // namespace fsfind
