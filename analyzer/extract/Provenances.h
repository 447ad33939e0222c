#pragma once

#include "rules/model/Facts.h"

/// What all that reads provenances knows of them.
namespace fsfind::analyzer {

inline constexpr unsigned kProvenanceDepth = 10;

[[nodiscard]] bool ofThread(Provenance from);
/// How much a part of a sum tells of who uses the element.
[[nodiscard]] int weight(Provenance from);

} // namespace fsfind::analyzer
