#pragma once

#include "rules/model/Facts.h"

/// What all that reads provenances knows of them.
namespace fsfind::analyzer {

inline constexpr unsigned kProvenanceDepth = 14;

[[nodiscard]] bool ofThread(Provenance from);
/// How much a part of a sum tells of who uses the element.
[[nodiscard]] int weight(Provenance from);
/// Of a number that is reduced by a remainder, mask or xor; of which, is kept.
[[nodiscard]] FactIndex hashOf(FactIndex number);

} // namespace fsfind::analyzer
