#pragma once

#include "rules/model/Finding.h"
#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind {

/// Members that arrays of bytes keep apart.
struct PaddedMembers {
  std::vector<Edit> edits;
  Arrangement arrangement; ///< without the padding
};

/// Padding that parts contended members of different writers wherever the record begins, for
/// records whose memory no edit can align, and the last of them from what lies behind the object.
/// `parts` are the record's members. None if the record does not take padding (takesPadding()), or
/// if a declaration cannot be told from others.
[[nodiscard]] std::optional<PaddedMembers> paddingBetween(const FactLookup &lookup,
                                                          const WrittenRecord &target,
                                                          const LayoutParts &parts,
                                                          std::uint32_t line_size);

} // namespace fsfind
