#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/remedy/source/FactLookup.h"

#include <optional>
#include <set>
#include <string>

namespace fsfind {

/// An array, container or pointer whose elements are no records of the author's, or those of a
/// template of which that holds for some instance.
struct SlotArray {
  const FactSlots *slots = nullptr; ///< in the facts it was found in
  std::string name; ///< of the variable, or of the member with its record: `stats.hits`
  std::optional<VariableIndex> variable; ///< none: a member

  /// Whether code chooses parts of an element by a number that is neither constant nor a loop's
  /// counter. Such a number may be the thread's, and then the threads meet within the elements.
  [[nodiscard]] bool byInnerIndex(const FactLookup &lookup) const;
};

/// The array that the member of the measured finding is, or is an element of; none if it is not
/// told.
[[nodiscard]] std::optional<SlotArray> slotArrayOf(const Finding &measured,
                                                   const FindingMember &member,
                                                   const FactLookup &lookup,
                                                   const FileMatch &files);

/// The types of the elements of the variables and members of that name (SlotArray::name) that are
/// declared in the file; none of what has no elements. Instances of a template have several.
[[nodiscard]] std::set<std::optional<TypeIndex>>
elementTypesOf(const Facts &facts, const std::string &name, const std::string &file);

} // namespace fsfind
