#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <vector>

/// Where a text's places were before it was edited.
namespace fsfind::fix {

struct TextPlace {
  std::uint32_t line = 0, column = 0; ///< 1-based
  auto operator<=>(const TextPlace &) const = default;
};

/// The place that has come to `after` by the edits, which must be sorted by comesBefore() and not
/// collide; for text that an edit has put there, where that edit begins.
[[nodiscard]] TextPlace placeBefore(const std::vector<Edit> &edits, TextPlace after);

} // namespace fsfind::fix
