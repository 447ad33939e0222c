#pragma once

#include "rules/evidence/Candidate.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// Adds up the evidence of a candidate to the probability that its finding is true. The weights are
/// fitted to findings that were judged by reading (tests/analyzer/precision/fit.py).
namespace fsfind {

/// A kind of evidence. Ids and names are stable; the weight is never 0.
struct EvidenceKind {
  std::uint32_t id = 0;
  std::string_view name;
  double weight = 0; ///< see FindingEvidence
};

/// All kinds, by id.
[[nodiscard]] std::vector<EvidenceKind> evidenceKinds();
/// That a finding with this evidence is true, 0..1.
[[nodiscard]] double probabilityOf(const std::vector<FindingEvidence> &evidence);

/// Sets the finding's probability and evidence, and takes high confidence from what is improbable.
void weigh(const Program &program, const Candidate &candidate, Finding &finding);

} // namespace fsfind
