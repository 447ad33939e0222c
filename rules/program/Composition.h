#pragma once

#include "rules/model/Facts.h"

#include <span>
#include <vector>

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

/// The records that each record derives from directly: found once, as records may have very many
/// members.
using Bases = std::vector<std::vector<RecordIndex>>;
[[nodiscard]] Bases basesIn(const Facts &facts);

/// False if the way goes from an object of one class to a member of its sibling, a class that has a
/// base in common with it: a virtual call runs the methods of an object's own class only.
[[nodiscard]] bool isPossible(const Facts &facts, const Bases &bases, const Designator &what);

} // namespace fsfind
