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

} // namespace fsfind
