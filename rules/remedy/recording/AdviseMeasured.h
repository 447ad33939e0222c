#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind {

/// Remedies for a measured finding, the best first, written in the language of the finding's file,
/// or else of a file it points to. Empty if none of these is in a known language.
[[nodiscard]] std::vector<Advice> adviseMeasured(const Finding &finding, std::uint32_t line_size);

/// Advice to leave the finding alone, if it costs too little to be worth memory; else none.
[[nodiscard]] std::optional<Advice> leaveCheapAlone(const Finding &finding);

} // namespace fsfind
