#pragma once

#include "rules/model/Facts.h"

#include <span>

/// How a way that begins at a pointer continues the way that the pointer's value has come.
namespace fsfind {

using Steps = std::span<const FactStep>;

/// Makes of a pointer's value what is reached from it by `steps`, which end in what `rest` is;
/// false if that is nothing that is known.
[[nodiscard]] bool extend(const Facts &facts, Designator &value, const Designator &rest,
                          Steps steps);

/// Who passes `passed` chooses the member that `used`, in the callee, is: it is a member of the
/// object itself. One behind a pointer, or an element, has members of its own.
[[nodiscard]] bool choosesMember(const Facts &facts, const Designator &passed,
                                 const Designator &used);

} // namespace fsfind
