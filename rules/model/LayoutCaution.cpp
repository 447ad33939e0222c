#include "rules/model/LayoutCaution.h"

#include "rules/model/RuleIds.h"

#include <algorithm>

namespace fsfind {

namespace {

bool changesRecord(const Finding &finding, const Advice &advice) {
  switch (advice.remedy) {
  case Remedy::AlignType:
  case Remedy::Reorder:
  case Remedy::Split:
    return true;
  case Remedy::AlignMembers: // or variables, which may lie anywhere
    return finding.rule == kRuleAdjacentThreadFields;
  default:
    return false;
  }
}

} // namespace

std::string_view layoutCaution(const std::vector<Finding> &findings) {
  const bool some = std::any_of(findings.begin(), findings.end(), [](const Finding &finding) {
    return finding.verdict != Verdict::Latent &&
           std::any_of(finding.advice.begin(), finding.advice.end(), [&](const Advice &advice) {
             return advice.edits.empty() && changesRecord(finding, advice);
           });
  });
  return some ? "advice that aligns or pads a record changes its size and offsets, and a recording "
                "does not show who counts on them: do not follow it for records in files, messages "
                "or shared memory, or that other programs or libraries know"
              : "";
}

} // namespace fsfind
