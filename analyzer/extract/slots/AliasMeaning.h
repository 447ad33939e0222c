#pragma once

#include "analyzer/extract/declarations/Unit.h"
#include "analyzer/extract/slots/SlotType.h"

#include <clang/AST/Decl.h>

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

/// What is written for the types of arrays, and what the author's names for such types mean.
namespace fsfind::analyzer {

/// The parts of `std::vector<long>`, or of `long[4][6]`.
struct AliasMeaning {
  std::string before, element, behind;
  std::string length; ///< `[4]`, which stands behind a declared name; empty: of a container
  std::string rows;   ///< `[6]`

  /// The type with another element.
  [[nodiscard]] std::string with(llvm::StringRef other) const {
    return before + other.str() + behind;
  }
};

/// None if the alias is not written plainly, or if its words may mean something else where `used`
/// is.
[[nodiscard]] std::optional<AliasMeaning> meaningOf(Unit &unit, const clang::TypedefNameDecl *alias,
                                                    const clang::DeclContext *used,
                                                    SlotHolder holder);

/// No comments, no directives, no macros, nothing that is not part of a type.
[[nodiscard]] bool isPlainType(const Unit &unit, llvm::StringRef type);
/// The element's type in a template's arguments: the first one, before a comma or `[]`.
[[nodiscard]] std::optional<llvm::StringRef> elementOf(llvm::StringRef arguments,
                                                       SlotHolder holder);
/// The comma outside of all brackets; npos if there is none.
[[nodiscard]] std::size_t topLevelComma(llvm::StringRef text);

} // namespace fsfind::analyzer
