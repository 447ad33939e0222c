#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <vector>

namespace fsfind {

/// Edits that give what shares a line in the finding lines of its own: an alignment before members
/// that others write than those before them, or on the record whose elements threads choose. The
/// project's own constant is used where one is visible. Empty unless all of it is safe: nothing
/// holds the record's layout or copies it as bytes, and whatever allocates it honours alignment.
[[nodiscard]] std::vector<Edit> alignEdits(const Facts &facts, const Finding &finding,
                                           std::uint32_t line_size);

} // namespace fsfind
