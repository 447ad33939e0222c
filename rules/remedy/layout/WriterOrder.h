#pragma once

#include "rules/model/TypeLayout.h"
#include "rules/remedy/layout/RecordLayout.h"

#include <optional>

namespace fsfind {

/// Who writes a member of a TypeLayout, as far as the order of members is concerned.
struct MemberWriters {
  bool counts = false; ///< it is used often enough to matter
  std::set<std::string> writers;
};

/// By member of the layout, from its samples: members that hardly any sample meets do not count,
/// nor do threads that hardly store to a member.
[[nodiscard]] std::vector<MemberWriters> writersBySamples(const TypeLayout &layout);

/// Another order of a record's members in which those that threads write apart share no line.
struct WriterOrder {
  LayoutParts parts;
  Arrangement arrangement; ///< of `parts`
};

/// The smaller one of the present order with alignments added and of the members grouped by their
/// writers. None if no two members that count have different writers, if they are apart already or
/// in one member (of a nested record or array the bytes stay together), or where the record's
/// layout is not explained by its members (packed, of unions, incomplete). `writers`: by member.
[[nodiscard]] std::optional<WriterOrder> orderByWriters(const TypeLayout &layout,
                                                        const std::vector<MemberWriters> &writers,
                                                        std::uint32_t line);

/// A line, counted from the record's first byte, with members of which one at least is written by
/// threads that do not write another.
struct SharedLine {
  std::uint64_t line = 0;
  std::vector<std::string> members; ///< paths, by offset; those that count
};

[[nodiscard]] std::vector<SharedLine> sharedLines(const TypeLayout &layout,
                                                  const std::vector<MemberWriters> &writers,
                                                  std::uint32_t line);

} // namespace fsfind
