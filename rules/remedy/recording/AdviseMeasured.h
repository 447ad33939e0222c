#pragma once

#include "rules/model/Finding.h"
#include "rules/model/NameWords.h"

#include <cstdint>
#include <span>

namespace fsfind {

/// What debug information tells of the code that uses data.
enum class UsingCode : std::uint8_t {
  Described,     ///< where all of it is in the sources
  Undescribed,   ///< nothing of some of it
  MadeAtRunTime, ///< nothing, as of some of it there is none
};

/// Sets the measured finding's advice, the best first, written in the language of the finding's
/// file, or else of a file it points to; or else the reason why there is none. `recorded` are all
/// findings of the recording, this one among them: data that lie apart can belong together, as
/// their names may tell by the words that are known. `code` uses the finding's lines.
void adviseMeasured(Finding &finding, std::uint32_t line_size, const NameWords &known,
                    std::span<const Finding> recorded = {},
                    UsingCode code = UsingCode::Undescribed);

} // namespace fsfind
