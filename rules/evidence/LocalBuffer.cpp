#include "rules/evidence/Predicates.h"

namespace fsfind::evidence {

Reason localBuffer(const Program &program, const Candidate &candidate) {
  const auto &variable = candidate.buffer.variable;
  if (!variable || program.facts().variable(*variable).storage != Storage::Local)
    return std::nullopt;
  return "a local variable points to the buffer, which serves one call and is gone";
}

} // namespace fsfind::evidence
