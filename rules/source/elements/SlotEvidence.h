#pragma once

#include "rules/model/Finding.h"
#include "rules/source/elements/SlotTable.h"

#include <optional>

/// Evidence that several threads write different elements of one array, and that these elements
/// share cachelines.
namespace fsfind {

struct SlotEvidence {
  Confidence confidence = Confidence::Low;
  const Choice *choice = nullptr;
  RoleIndex role;
};

/// None if no thread writes an element of its own, or if elements never share a line.
[[nodiscard]] std::optional<SlotEvidence> evidenceOf(const Program &program, const Slots &slots);

} // namespace fsfind
