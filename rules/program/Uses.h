#pragma once

#include "rules/program/Locks.h"
#include "rules/program/Use.h"

#include <deque>

namespace fsfind {

/// Every access to memory that several threads may reach, once for each object it may touch. Left
/// out are accesses to memory that is private to a thread or not published yet, and seldom ones.
struct CollectedUses {
  std::deque<Use> uses; ///< all but plain reads outside loops
  /// Plain reads outside loops whose record, or whose unit's globals, are also modified atomically.
  std::deque<Use> single_reads;
};

[[nodiscard]] CollectedUses collectUses(const Facts &facts, const Roles &roles,
                                        const Bindings &bindings, const Locks &locks);

} // namespace fsfind
