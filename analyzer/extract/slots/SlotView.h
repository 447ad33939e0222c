#pragma once

#include "analyzer/extract/declarations/Unit.h"
#include "analyzer/extract/slots/SlotType.h"

#include <clang/AST/TypeLoc.h>

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>
#include <vector>

namespace fsfind::analyzer {

/// The edits of one declaration of a view (SlotType::view) that make its elements' type `wrapper`;
/// none where the compiler deduces it. No value if the type is not written plainly.
[[nodiscard]] std::optional<std::vector<FactEdit>>
writtenView(Unit &unit, const clang::DeclaratorDecl *declared, const SlotType &type,
            llvm::StringRef wrapper);

/// The edit of a written type of that kind which makes its elements' type `wrapper`.
[[nodiscard]] std::optional<FactEdit> writtenElement(Unit &unit, clang::TypeLoc written,
                                                     const SlotType &type, llvm::StringRef wrapper);

/// Where a record can be defined that the declaration and all behind it can name: before what is
/// declared in the innermost namespace around it, and before the comment above that.
struct OuterPlace {
  FactPlace place;   ///< unknown if a macro wrote it
  std::string space; ///< the namespace, `app::`; empty = the global one, or one without a name
};
[[nodiscard]] OuterPlace outerPlace(Unit &unit, const clang::Decl *declared);

/// The parameter in the function's first declaration; null if it is no function's.
[[nodiscard]] const clang::ParmVarDecl *firstOf(const clang::ParmVarDecl *parameter);
[[nodiscard]] const clang::FunctionDecl *functionOf(const clang::ParmVarDecl *parameter);
/// Why calls of the function cannot all be seen, or cannot be edited; empty if they can.
[[nodiscard]] std::string callsHidden(const clang::FunctionDecl *function);

} // namespace fsfind::analyzer
