#include "rules/evidence/Candidate.h"

namespace fsfind {

Execution Side::execution() const {
  const auto found = std::find_if(use->roles.begin(), use->roles.end(),
                                  [&](const Execution &one) { return one.role == role; });
  return found == use->roles.end() ? Execution{.role = role} : *found;
}

bool areParts(const Candidate &candidate) {
  const Selection *chosen = candidate.selection;
  return chosen != nullptr && (chosen->by == Selector::Parallel ||
                               (chosen->by == Selector::Thread && chosen->stride == 0));
}

} // namespace fsfind
