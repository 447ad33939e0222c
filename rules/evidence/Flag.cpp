#include "rules/evidence/Predicates.h"

#include <fmt/format.h>

namespace fsfind::evidence {

Reason flag(const Program & /*program*/, const Candidate &candidate) {
  const Side *byte = candidate.find([](const Side &side) {
    return side.use->bytes.size() == 1 && side.use->access->op != Op::ReadModifyWrite;
  });
  if (byte != nullptr)
    return fmt::format("'{}' has one byte, as flags have, which change seldom", byte->name);
  const Side *constant = candidate.find([](const Side &side) {
    const FactAccess &access = *side.use->access;
    return access.op == Op::Write && access.value->from == Provenance::Constant;
  });
  if (constant != nullptr)
    return fmt::format("what is stored in '{}' is a constant, as in flags, which change seldom",
                       constant->name);
  return std::nullopt;
}

} // namespace fsfind::evidence
