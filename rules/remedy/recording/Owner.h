#pragma once

#include "rules/model/Finding.h"

#include <cstdint>

namespace fsfind {

/// Whose data a measured finding is about: only their owner can change how they lie.
enum class Owner : std::uint8_t {
  Program,
  Allocator, ///< the C library's: arenas, lists of free blocks
  CLibrary,  ///< other data of the C library, or such of which no more is known
  Library,   ///< declared by an installed library, or by a language's library or runtime
};

/// By the file whose code uses the data, and by where they or their type are declared. Program
/// where nothing shows another owner.
[[nodiscard]] Owner ownerOf(const Finding &finding);

} // namespace fsfind
