#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Decl.h>

#include <optional>
#include <string>
#include <vector>

namespace fsfind::analyzer {

/// What holds the elements.
enum class SlotHolder : std::uint8_t {
  Array,    ///< `long counts[8]`; its elements may be arrays
  Pointer,  ///< `long *counts`
  Vector,   ///< `std::vector<long>`
  StdArray, ///< `std::array<long, 8>`
  Owner,    ///< `std::unique_ptr<long[]>`
};

/// A variable or member that holds elements that are no records of the author's.
struct SlotType {
  SlotHolder holder = SlotHolder::Array;
  clang::QualType element;    ///< what the outermost subscript selects
  std::uint64_t elements = 0; ///< number of them; 0 = unknown
};

/// None if the declaration holds nothing of that kind, or if its elements are constant.
[[nodiscard]] std::optional<SlotType> slotTypeOf(const Unit &unit,
                                                 const clang::ValueDecl *declared);

/// One declaration, as it is written.
struct WrittenArray {
  FactPlace head;              ///< where it begins
  std::string indent;          ///< the white space before it on its line
  std::string value;           ///< a declaration of `value` with the type of an element
  std::vector<FactEdit> edits; ///< that make the element's type `wrapper`
};

/// None if a macro is part of the declaration, if it declares several things, or if its type is
/// written in another way than SlotHolder shows. `wrapper` is the name to be used as a type.
[[nodiscard]] std::optional<WrittenArray> writtenArray(Unit &unit,
                                                       const clang::DeclaratorDecl *declared,
                                                       SlotHolder holder, llvm::StringRef wrapper);

} // namespace fsfind::analyzer
