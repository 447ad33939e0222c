#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// The whole lines that a member's declaration and its comments take.
struct MemberLines {
  std::string text;             ///< empty if they cannot be moved
  std::uint32_t first_line = 0; ///< 1-based
  bool tied = false;            ///< its declaration names another member, or is named by one
};

struct LinesOfMembers {
  std::vector<MemberLines> members; ///< in the order of the record's fields
  bool directives = false;          ///< there are preprocessor directives between members
};

/// The lines of all members of a record whose braces are in a file. A comment belongs to the
/// declaration before it on its line, else to the one that follows without an empty line. Lines
/// cannot be moved if they contain a part of another declaration or of a macro's expansion, or if a
/// type or variable is declared among the members before them.
[[nodiscard]] LinesOfMembers linesOfMembers(const Unit &unit, const clang::RecordDecl *written);

} // namespace fsfind::analyzer
