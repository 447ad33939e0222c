#pragma once

#include "analyzer/extract/slots/SlotType.h"

#include <clang/AST/Decl.h>

#include <optional>
#include <string>
#include <vector>

namespace fsfind::analyzer {

/// One declaration, as it is written.
struct WrittenArray {
  FactPlace head;              ///< where it begins
  std::string indent;          ///< the white space before it on its line
  std::string value;           ///< a declaration of `value` with the type of an element
  std::vector<FactEdit> edits; ///< that make the element's type `wrapper`
};

/// None if a macro is part of the declaration, or if its type is written in another way than
/// SlotHolder shows; it may be the name of a type that is written so. `wrapper` is the name to be
/// used as a type. `first` is what the same declaration declares first: of several, `long a[8],
/// b[8];`, all get the type, and only arrays and containers are taken.
[[nodiscard]] std::optional<WrittenArray>
writtenArray(Unit &unit, const clang::DeclaratorDecl *declared, const clang::DeclaratorDecl *first,
             bool several, const SlotType &type, llvm::StringRef wrapper);

} // namespace fsfind::analyzer
