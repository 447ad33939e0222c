#pragma once

#include "rules/model/Facts.h"

namespace fsfind {

/// Gives declarations the place of their definition, and incomplete records the contents of the
/// complete ones, so that their identities are equal and normalised() makes one entry of them.
void identifyDefinitions(Facts &facts);

/// Number of its accesses, calls, thread starts and allocations.
[[nodiscard]] std::size_t factsOf(const FactFunction &function);

} // namespace fsfind
