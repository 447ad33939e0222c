#pragma once

#include "rules/model/Finding.h"
#include "rules/model/NameWords.h"

#include <cstdint>
#include <span>

namespace fsfind {

/// Sets the measured finding's advice, the best first, written in the language of the finding's
/// file, or else of a file it points to; or else the reason why there is none. `recorded` are all
/// findings of the recording, this one among them: data that lie apart can belong together, as
/// their names may tell by the words that are known.
void adviseMeasured(Finding &finding, std::uint32_t line_size, const NameWords &known,
                    std::span<const Finding> recorded = {});

} // namespace fsfind
