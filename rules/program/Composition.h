#pragma once

#include "rules/model/Facts.h"

#include <span>

/// Joins two designators: the one of a pointer's value, and one that begins at that pointer.
namespace fsfind {

using Steps = std::span<const FactStep>;

/// Appends `steps`, which begin at a pointer and are the end of `rest`, to the designator of the
/// pointer's value. False, with `value` in an unspecified state, if the result denotes no known
/// object.
[[nodiscard]] bool extend(const Facts &facts, Designator &value, const Designator &rest,
                          Steps steps);

/// Whether the caller that passes `passed` (`&ring->tail`) chose the member that the callee
/// accesses as `used`. Not if `used` goes through a further pointer: then the callee chose a member
/// there.
[[nodiscard]] bool choosesMember(const Facts &facts, const Designator &passed,
                                 const Designator &used);

/// False if the way goes from an object of one class to a member of its sibling, a class that has a
/// base in common with it: a virtual call runs the methods of an object's own class only.
[[nodiscard]] bool isPossible(const Facts &facts, const Designator &what);

} // namespace fsfind
