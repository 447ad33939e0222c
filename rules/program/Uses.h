#pragma once

#include "rules/program/Locks.h"
#include "rules/program/Use.h"

#include <vector>

namespace fsfind {

/// Every access to memory that several threads may reach, once for each object it may mean.
/// Left out: what is private to a thread or not published yet, and what happens seldom.
struct CollectedUses {
  std::vector<Use> uses; ///< all but plain reads outside loops
  /// Of those plain reads, the ones of records, and of variables of units, with something that is
  /// modified atomically.
  std::vector<Use> single_reads;
};

[[nodiscard]] CollectedUses collectUses(const Facts &facts, const Roles &roles,
                                        const Bindings &bindings, const Locks &locks);

} // namespace fsfind
