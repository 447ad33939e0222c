#pragma once

#include "rules/model/FactFunctions.h"

#include <cstdint>

/// Hashes by which facts are found again that tell the same.
namespace fsfind::analyzer {

[[nodiscard]] std::uint64_t hashOf(const Designator &what);
/// Of the callee, the object, the arguments, the loop and the locks that are held.
[[nodiscard]] std::uint64_t hashOf(const FactCall &call);

} // namespace fsfind::analyzer
