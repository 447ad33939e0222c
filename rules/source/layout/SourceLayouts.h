#pragma once

#include "rules/model/Facts.h"
#include "rules/model/MemberCode.h"
#include "rules/remedy/layout/WriterOrder.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace fsfind {

/// A record of the facts: its layout, and who uses its members.
struct SourceLayout {
  TypeLayout layout;
  std::vector<MemberCode> code;       ///< by member
  std::vector<MemberWriters> writers; ///< by member; those that a finding of the record names count
};

struct SourceLayouts {
  /// Each once: records of one name that are declared at different places, or differ in size.
  std::vector<SourceLayout> layouts;
  std::set<std::string> names; ///< of all records, without template arguments
};

/// The records called `wanted` (WantedName) whose layout is known. `facts` are linked; `line_size`
/// is that of a cacheline, in bytes. Members count for the order if fsfind's rule about
/// neighbouring members finds, with at least medium confidence, that threads use them against each
/// other.
[[nodiscard]] SourceLayouts sourceLayouts(const Facts &facts, const std::string &wanted,
                                          std::uint32_t line_size);

} // namespace fsfind
