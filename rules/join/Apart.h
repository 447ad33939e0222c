#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <cstdint>

namespace fsfind {

/// Whether the data of a finding in source terms (rules/join/InSourceTerms.h) share no cacheline
/// between different writers as `facts` lay them out, wherever an allocator that keeps alignment
/// puts them. Records, members and variables are found by file and name, since edits move lines;
/// what is not found, or not once, is not apart.
[[nodiscard]] bool areApart(const Finding &in_source_terms, const Facts &facts,
                            std::uint32_t line_size);

} // namespace fsfind
