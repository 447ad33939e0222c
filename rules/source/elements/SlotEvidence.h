#pragma once

#include "rules/model/Finding.h"
#include "rules/source/elements/SlotTable.h"

#include <optional>

/// What speaks for several threads writing different elements of one array, and for these elements
/// meeting in cachelines.
namespace fsfind {

struct SlotEvidence {
  Confidence confidence = Confidence::Low;
  const Choice *choice = nullptr;
  RoleIndex role;
};

/// None if no thread writes an element of its own, or if elements never meet.
[[nodiscard]] std::optional<SlotEvidence> evidenceOf(const Program &program, const Slots &slots);

} // namespace fsfind
