#pragma once

#include "rules/remedy/source/FactLookup.h"

#include <optional>
#include <string>
#include <vector>

namespace fsfind {

/// Arrays, parameters, references and pointers that have the same elements, because code hands one
/// to the other, and what is declared with them: one record wraps the elements of all.
struct SlotGroup {
  std::vector<const FactSlots *> all; ///< by key
  /// The array that names the record and says what is in it; null: none of them has elements.
  const FactSlots *named = nullptr;
  std::string obstacle; ///< why they cannot have one record, as a clause; empty = they can

  /// Code hands one to the other, so that they may stand in different scopes.
  [[nodiscard]] bool linked() const;
};

/// The group that the array is in.
[[nodiscard]] SlotGroup slotGroupOf(const FactLookup &lookup, const FactSlots &array);

/// Where the record of a linked group can be defined so that all of it can name the record: before
/// the first of them in their one file, or in the one header among their files. None if there are
/// several.
[[nodiscard]] std::optional<FactPlace> recordPlace(const FactLookup &lookup,
                                                   const SlotGroup &group);

/// The text of an edit of `array` with the group's name of the record instead of its own.
[[nodiscard]] std::string textFor(const SlotGroup &group, const FactSlots &array,
                                  const FactSlots &first, const std::string &text);

} // namespace fsfind
