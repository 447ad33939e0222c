#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>

#include <cstdint>
#include <optional>

namespace fsfind::analyzer {

/// What holds the elements.
enum class SlotHolder : std::uint8_t {
  Array,    ///< `long counts[8]`; its elements may be arrays
  Pointer,  ///< `long *counts`
  Vector,   ///< `std::vector<long>`, `std::deque<long>`
  StdArray, ///< `std::array<long, 8>`
  Owner,    ///< `std::unique_ptr<long[]>`
};

/// A variable or member that holds elements that are no records of the author's.
struct SlotType {
  SlotHolder holder = SlotHolder::Array;
  clang::QualType element;    ///< what the outermost subscript selects
  std::uint64_t elements = 0; ///< number of them; 0 = unknown
  /// A parameter, a reference, or a pointer that cannot change them: it is given what another
  /// holds.
  bool view = false;
  bool indirect = false;                           ///< a pointer to a container
  const clang::CXXRecordDecl *container = nullptr; ///< the class of the library; null = none
};

/// None if the declaration holds nothing of that kind, or if its elements are constant. A function
/// holds the container that it returns a reference to. `records` takes records of the author's for
/// elements, too.
[[nodiscard]] std::optional<SlotType> slotTypeOf(const Unit &unit, const clang::ValueDecl *declared,
                                                 bool records = false);
/// Whether the elements are records of the author's.
[[nodiscard]] bool isOfRecords(const Unit &unit, const SlotType &type);

} // namespace fsfind::analyzer
