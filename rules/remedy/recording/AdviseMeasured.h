#pragma once

#include "rules/model/Finding.h"
#include "rules/model/NameWords.h"

#include <cstdint>
#include <optional>
#include <span>

namespace fsfind {

/// Sets the measured finding's advice, the best first, written in the language of the finding's
/// file, or else of a file it points to; or else the reason why there is none. `recorded` are all
/// findings of the recording, this one among them: data that lie apart can belong together, as
/// their names may tell by the words that are known.
void adviseMeasured(Finding &finding, std::uint32_t line_size, const NameWords &known,
                    std::span<const Finding> recorded = {});

/// Advice to leave the finding alone, if it costs too little to be worth memory; else none.
[[nodiscard]] std::optional<Advice> leaveCheapAlone(const Finding &finding);

} // namespace fsfind
