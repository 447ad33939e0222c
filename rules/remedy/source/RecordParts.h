#pragma once

#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/AdviceCase.h"

#include <optional>
#include <string>
#include <vector>

namespace fsfind {

/// The members of a finding's record as parts of its layout, each with what the finding says of it.
struct RecordParts {
  LayoutParts parts; ///< in the order of the record's members
  /// Two of the finding's members with different writers lie in one member of the record: nothing
  /// that is written into the record parts them.
  bool inseparable = false;
  /// The parts tell where everything lies: no layout that the language does not say.
  bool exact = false;
  /// They may be put into another order without knowing more: no bases, bit-fields, nameless
  /// members.
  bool movable = false;
};

[[nodiscard]] RecordParts recordParts(const AdviceCase &at, const FactRecord &record);

/// For drawing: names, places and writers of an arrangement's members.
[[nodiscard]] std::vector<LayoutMember> drawn(const LayoutParts &parts,
                                              const Arrangement &arrangement);

/// `a by f` for each member with writers, the rest as `read`: `'head' is written by push, 'tail' by
/// pop`.
[[nodiscard]] std::string writersInWords(const LayoutParts &parts);

} // namespace fsfind
