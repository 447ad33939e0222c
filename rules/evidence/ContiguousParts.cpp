#include "rules/evidence/Predicates.h"

namespace fsfind::evidence {

Reason contiguousParts(const Program & /*program*/, const Candidate &candidate) {
  if (!areParts(candidate))
    return std::nullopt;
  return "each thread writes a contiguous part, so that only the elements at the edges share a "
         "line";
}

} // namespace fsfind::evidence
