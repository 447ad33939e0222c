#include "rules/evidence/Predicates.h"

#include <fmt/format.h>

namespace fsfind::evidence {

Reason oneSideReads(const Program & /*program*/, const Candidate &candidate) {
  if (candidate.sides.size() < 2 || candidate.sides[1].use->writes())
    return std::nullopt;
  return fmt::format("'{}' is only read, so that the line is taken away by one side only",
                     candidate.sides[1].name);
}

} // namespace fsfind::evidence
