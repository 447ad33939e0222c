#pragma once

#include "rules/program/Locks.h"
#include "rules/program/Use.h"

#include <vector>

namespace fsfind {

/// Every access to memory that several threads may reach, once for each object it may mean.
/// Left out: what is private to a thread or not published yet, what happens seldom, and plain reads
/// outside loops.
[[nodiscard]] std::vector<Use> collectUses(const Facts &facts, const Roles &roles,
                                           const Bindings &bindings, const Locks &locks);

} // namespace fsfind
