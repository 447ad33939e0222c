#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind {

/// What ends a finding that was measured, the best remedy first, in the language of the file that
/// the finding is in (else of those it points to); empty where that is none that is known.
[[nodiscard]] std::vector<Advice> adviseMeasured(const Finding &finding, std::uint32_t line_size);

/// That it costs too little to be worth memory, if it does.
[[nodiscard]] std::optional<Advice> leaveCheapAlone(const Finding &finding);

} // namespace fsfind
