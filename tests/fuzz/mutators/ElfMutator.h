#pragma once

#include "tests/fuzz/mutators/ElfImage.h"

namespace fsfind::fuzz {

/// Other bytes of an ELF file: its debug info, symbols, code or sections are others, and nearly
/// always its sizes and offsets are right. None for what is no little-endian ELF file of 64 bits.
[[nodiscard]] std::optional<Buffer> mutatedElf(Bytes bytes, Random &random);
/// The file with a section of the other.
[[nodiscard]] std::optional<Buffer> mixedElf(Bytes bytes, Bytes other, Random &random);

} // namespace fsfind::fuzz
