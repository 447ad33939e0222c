#include "rules/evidence/Predicates.h"

#include <fmt/format.h>

namespace fsfind::evidence {

Reason ownCounter(const Program & /*program*/, const Candidate &candidate) {
  if (!candidate.elements || areParts(candidate))
    return std::nullopt;
  const Side &side = candidate.sides.front();
  const FactAccess &access = *side.use->access;
  if (access.op != Op::ReadModifyWrite || access.acquire_lock || side.use->leaf == TypeClass::Lock)
    return std::nullopt;
  return fmt::format("threads count in '{}', or change it in place otherwise, again and again",
                     side.name);
}

} // namespace fsfind::evidence
