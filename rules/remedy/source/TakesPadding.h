#pragma once

#include "rules/remedy/source/WrittenRecord.h"

#include <string_view>

namespace fsfind {

/// What padding that a tool writes is called.
inline constexpr std::string_view kPaddingName = "padding";

/// Whether a tool may let the record grow by padding where it cannot align it: nothing counts on
/// its size or gives values by position, no member has the name, and all memory that becomes its
/// objects is seen, asked for by its size, and belongs to this process alone.
[[nodiscard]] bool takesPadding(const Facts &facts, const WrittenRecord &target);

} // namespace fsfind
