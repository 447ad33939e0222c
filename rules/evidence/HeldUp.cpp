#include "rules/evidence/Predicates.h"

#include <fmt/format.h>

namespace fsfind::evidence {

Reason heldUp(const Program & /*program*/, const Candidate &candidate) {
  const auto waits = [](const Side &side) {
    const PaceKind kind = side.execution().pace.kind;
    return kind == PaceKind::Timed || kind == PaceKind::Event;
  };
  if (const Side *waiting = candidate.find(waits))
    return fmt::format("'{}' is used {}", waiting->name, words(waiting->execution().pace));
  const Side *locked = candidate.find([](const Side &side) { return !side.use->locks.empty(); });
  if (locked != nullptr)
    return fmt::format("'{}' is used under a lock, and no more often than that is taken",
                       locked->name);
  return std::nullopt;
}

} // namespace fsfind::evidence
