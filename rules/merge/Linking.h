#pragma once

#include "rules/model/Facts.h"

namespace fsfind {

/// Gives declarations the identity of their definitions, and incomplete records that of the whole
/// ones; merging the facts with nothing then makes them one.
void identifyDefinitions(Facts &facts);

/// How much a function says.
[[nodiscard]] std::size_t factsOf(const FactFunction &function);

} // namespace fsfind
