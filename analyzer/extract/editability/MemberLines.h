#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// Which whole lines a member's declaration and its comments take.
struct MemberLines {
  std::string text;             ///< empty: they cannot be moved as they stand
  std::uint32_t first_line = 0; ///< 1-based
  bool tied = false;            ///< its declaration names another member, or another's names it
};

struct LinesOfMembers {
  std::vector<MemberLines> members; ///< by the record's fields
  bool directives = false;          ///< of the preprocessor, between members
};

/// Of a record whose braces are in a file. A comment belongs to what follows it without an empty
/// line, or to what it stands behind; lines are not movable that another declaration or a macro's
/// expansion has a part in, nor once a type or variable was declared among members, which the rest
/// may need.
[[nodiscard]] LinesOfMembers linesOfMembers(const Unit &unit, const clang::RecordDecl *written);

} // namespace fsfind::analyzer
