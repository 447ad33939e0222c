#pragma once

#include "rules/model/TypeLayout.h"
#include "rules/remedy/layout/RecordLayout.h"

#include <optional>

namespace fsfind {

/// Another order of a record's members in which those that threads write apart share no line.
struct WriterOrder {
  LayoutParts parts;
  Arrangement arrangement; ///< of `parts`
};

/// The smaller one of the present order with alignments added and of the members grouped by their
/// writers. None if no two members that were recorded have different writers, if they are apart
/// already or in one member (of a nested record or array the bytes stay together), or where the
/// record's layout is not explained by its members (packed, of unions, incomplete).
[[nodiscard]] std::optional<WriterOrder> orderByWriters(const TypeLayout &layout,
                                                        std::uint32_t line);

/// A line, counted from the record's first byte, with members of which one at least is written by
/// threads that do not write another.
struct SharedLine {
  std::uint64_t line = 0;
  std::vector<std::string> members; ///< paths, by offset; those that are recorded
};

[[nodiscard]] std::vector<SharedLine> sharedLines(const TypeLayout &layout, std::uint32_t line);

} // namespace fsfind
