#pragma once

#include "tests/fuzz/mutators/Mutation.h"

#include <elf.h>
#include <string>

namespace fsfind::fuzz {

/// How a section's bytes lie in the file.
enum class Packing : std::uint8_t { Plain, Zlib, Zstd };

struct ElfSection {
  std::string name;
  Elf64_Shdr header = {};
  Packing packing = Packing::Plain;
  Buffer bytes;                 ///< unpacked; not those of sections that are in `front`
  bool in_front = false;        ///< is loaded, so it stays at its offset
  std::uint64_t size_error = 0; ///< is added to the size in its header
};

/// A little-endian ELF file of 64 bits, taken apart. Debug sections may grow; what programs load
/// keeps its place, because program headers and code tell of it.
struct ElfImage {
  Buffer front;                     ///< the file's header, program headers and all that is loaded
  std::vector<ElfSection> sections; ///< the first is the empty one

  /// The bytes of a section that is not loaded; null if there is none, or if it is empty.
  [[nodiscard]] Buffer *find(std::string_view name);
};

/// None for another kind of file.
[[nodiscard]] std::optional<ElfImage> readElf(Bytes file);
[[nodiscard]] Buffer writeElf(const ElfImage &image);

} // namespace fsfind::fuzz
