#pragma once

#include "rules/model/PlacementVerdict.h"

#include <string_view>

/// The words that stand for enumerators of placements (docs/placement.md) in JSON. They are part of
/// the stable contract.
namespace fsfind {

[[nodiscard]] std::string_view word(RegionKind kind);
[[nodiscard]] std::string_view word(AllocatorKind kind);
[[nodiscard]] std::string_view word(PlacementFault fault);

/// Sets the enumerator that the word stands for. Returns false, and leaves it unchanged, if there
/// is no such word.
[[nodiscard]] bool fromWord(std::string_view word, RegionKind &kind);
[[nodiscard]] bool fromWord(std::string_view word, AllocatorKind &kind);

} // namespace fsfind
