#pragma once

#include "tests/fuzz/mutators/Mutation.h"

namespace fsfind::fuzz {

/// Another document: a value in it is another, is gone, is there twice, or is somewhere else. None
/// for what is not JSON.
[[nodiscard]] std::optional<Buffer> mutatedJson(Bytes bytes, Random &random);
/// The document with a value of the other, below the same key if there is one.
[[nodiscard]] std::optional<Buffer> mixedJson(Bytes bytes, Bytes other, Random &random);

} // namespace fsfind::fuzz
