#pragma once

#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/AdviceCase.h"

#include <optional>
#include <string>
#include <vector>

namespace fsfind {

/// The members of a finding's record as input for layouts, with their writers by the finding.
struct RecordParts {
  LayoutParts parts; ///< in the order of the record's members
  /// Two of the finding's members with different writers lie in the same member of the record, so
  /// no layout of the record separates them.
  bool inseparable = false;
  /// The parts explain the whole layout: see isExplained().
  bool exact = false;
  /// The members can be reordered: there are no bases and bit-fields among them.
  bool movable = false;
};

[[nodiscard]] RecordParts recordParts(const AdviceCase &at, const FactRecord &record);

/// For drawing: names, places and writers of an arrangement's members.
[[nodiscard]] std::vector<LayoutMember> drawn(const LayoutParts &parts,
                                              const Arrangement &arrangement);

/// The writers of each member, in words: `'head' is written by push, 'tail' by pop`.
[[nodiscard]] std::string writersInWords(const LayoutParts &parts);

} // namespace fsfind
