#pragma once

#include "rules/model/Finding.h"

#include <cstdint>

namespace fsfind {

/// The one place that says whether a measured finding is worth its remedy: puts advice to leave it
/// alone before the others, and takes away their edits, if it costs next to nothing, or if what its
/// best advice saves is small against the memory that it takes. To be called whenever the advice
/// has changed.
void weighPrice(Finding &finding, std::uint32_t line_size);

} // namespace fsfind
