#pragma once

#include "tests/fuzz/mutators/Mutation.h"

namespace fsfind::fuzz {

/// Other content of a facts file, without its header and unpacked: a field of a fact is another, or
/// a list is longer, shorter or in another order. The facts need not be sound. None for what cannot
/// be read.
[[nodiscard]] std::optional<Buffer> mutatedFacts(Bytes content, Random &random);
/// The facts with a table of the other.
[[nodiscard]] std::optional<Buffer> mixedFacts(Bytes content, Bytes other, Random &random);

/// A whole facts file with this content.
[[nodiscard]] std::string factsFileOf(std::string_view content);

} // namespace fsfind::fuzz
