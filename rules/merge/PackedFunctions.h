#pragma once

#include "rules/model/Facts.h"

#include <string>
#include <string_view>

/// A function of facts as bytes, in the form that facts files have: about a tenth of what it takes
/// in memory otherwise.
namespace fsfind {

/// Equal bytes mean equal facts. References stay positions in the same tables.
void packFunction(const FactFunction &function, std::string &packed);

[[nodiscard]] FactFunction unpackFunction(std::string_view packed);

/// FactFunction::key
[[nodiscard]] std::string_view keyOfPacked(std::string_view packed);

} // namespace fsfind
