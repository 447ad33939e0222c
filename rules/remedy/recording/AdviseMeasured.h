#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>

namespace fsfind {

/// Sets the measured finding's advice, the best first, written in the language of the finding's
/// file, or else of a file it points to; or else the reason why there is none.
void adviseMeasured(Finding &finding, std::uint32_t line_size);

/// Advice to leave the finding alone, if it costs too little to be worth memory; else none.
[[nodiscard]] std::optional<Advice> leaveCheapAlone(const Finding &finding);

} // namespace fsfind
