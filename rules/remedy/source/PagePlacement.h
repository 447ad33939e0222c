#pragma once

#include "rules/model/Finding.h"

/// What is said of pages that lie on the wrong node, whatever the evidence.
namespace fsfind {

[[nodiscard]] Advice touchedInParallel();
[[nodiscard]] Advice interleaved(const Finding &finding);

} // namespace fsfind
