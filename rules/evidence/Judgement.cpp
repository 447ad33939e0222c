#include "rules/evidence/Judgement.h"

#include "rules/evidence/Predicates.h"

#include <array>
#include <cmath>

namespace fsfind {

namespace {

struct Weighed {
  std::uint32_t id;
  std::string_view name;
  double weight;
  evidence::Reason (*reason)(const Program &program, const Candidate &candidate);
};

#include "rules/evidence/Weights.inc"

} // namespace

std::vector<EvidenceKind> evidenceKinds() {
  std::vector<EvidenceKind> kinds;
  for (const Weighed &one : kPredicates)
    kinds.push_back({one.id, one.name, one.weight});
  return kinds;
}

double probabilityOf(const std::vector<FindingEvidence> &evidence) {
  double odds = kBase;
  for (const FindingEvidence &one : evidence)
    odds += one.weight;
  return 1 / (1 + std::exp(-odds));
}

void weigh(const Program &program, const Candidate &candidate, Finding &finding) {
  finding.evidence.clear();
  for (const Weighed &one : kPredicates)
    if (auto reason = one.reason(program, candidate))
      finding.evidence.push_back({one.id, std::string(one.name), one.weight, std::move(*reason)});
  std::stable_sort(finding.evidence.begin(), finding.evidence.end(),
                   [](const FindingEvidence &a, const FindingEvidence &b) {
                     return std::abs(a.weight) > std::abs(b.weight);
                   });
  finding.probability = probabilityOf(finding.evidence);
  if (*finding.probability < kLeastOfHigh && finding.confidence == Confidence::High)
    finding.confidence = Confidence::Medium;
}

} // namespace fsfind
